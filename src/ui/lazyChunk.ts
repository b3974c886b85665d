import { type ComponentType, createElement, lazy, startTransition, useEffect, useState } from 'react';

/** How long a script may take to load, in milliseconds (R-CONST-02). */
const chunkTimeout = 120_000;

/**
 * A script of the console did not load. It is loaded again once the network or the server is back; in browsers that
 * remember the failure only a reload of the page helps.
 */
export class ChunkError extends Error {
  /** Loads the script again; undefined if nothing is known about it. */
  readonly loadAgain: (() => Promise<unknown>) | undefined;

  constructor(loadAgain?: () => Promise<unknown>, options?: ErrorOptions) {
    super('', options);
    this.loadAgain = loadAgain;
  }
}

/**
 * Loads a script on demand.
 * @throws ChunkError when the script cannot be loaded or takes longer than 120 s (B37)
 */
export function loadChunk<T>(load: () => Promise<T>): Promise<T> {
  const loadAgain = () => loadChunk(load);
  let late: ReturnType<typeof setTimeout>;
  const timeout = new Promise<never>((_, fail) => {
    late = setTimeout(() => fail(new ChunkError(loadAgain)), chunkTimeout);
  });
  const loaded = load().catch((failure: unknown) => {
    throw new ChunkError(loadAgain, { cause: failure });
  });
  return Promise.race([loaded, timeout]).finally(() => clearTimeout(late));
}

/** How long a script that failed waits until it is loaded again, in milliseconds; each failure doubles the time. */
const recovery = { first: 4_000, most: 60_000 };

/**
 * Loads a script that failed again, at growing intervals and without a message, until it is there. Without a network
 * nothing is loaded.
 * @param onLoaded is called once the script is loaded
 * @param signal ends the attempts
 */
export function recoverChunk({ loadAgain }: ChunkError, onLoaded: () => void, signal: AbortSignal): void {
  if (!loadAgain) return;
  const later = (wait: number) => {
    const timer = setTimeout(async () => {
      const isLoaded =
        navigator.onLine &&
        (await loadAgain().then(
          () => true,
          () => false,
        ));
      if (signal.aborted) return;
      if (isLoaded) onLoaded();
      else later(Math.min(wait * 2, recovery.most));
    }, wait);
    signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
  };
  later(recovery.first);
}

/** Renews the components whose scripts failed: React remembers the failure of a lazy component. */
const failedChunks = new Set<() => void>();

const forgetting = new Set<() => void>();

/** Calls back whenever scripts that failed may be loaded again. */
export const onChunksForgotten = (forget: () => void): void => void forgetting.add(forget);

/** Lets the scripts that failed be loaded again when their components are drawn the next time. */
export function forgetFailedChunks(): void {
  for (const renew of [...failedChunks, ...forgetting]) renew();
  failedChunks.clear();
}

// biome-ignore lint/suspicious/noExplicitAny: as in React's own type of lazy, the props may be any
type AnyComponent = ComponentType<any>;

/**
 * Loads a script that is likely to be needed soon. It never rejects: a failure is shown when the component is drawn.
 */
export type Preload = () => Promise<void>;

/** The state of a component's script. */
export interface Chunk {
  readonly preload: Preload;
  /** True if the script is loaded, so that the component is drawn at once. */
  readonly isFetched: () => boolean;
}

/** A component whose script loads when it is first drawn, or earlier by `preload`. */
type LazyChunk<C extends AnyComponent = AnyComponent> = C & Chunk;

/**
 * A component whose script loads when it is first drawn: `lazyChunk(() => import('./Chart.tsx'))`. If the script is
 * already loaded, it is drawn at once; React's `lazy` would show the fallback for a moment even then.
 */
export function lazyChunk<C extends AnyComponent>(load: () => Promise<{ default: C }>): LazyChunk<C> {
  let found: C | undefined;
  const fetched = () =>
    load().then((script) => {
      found = script.default;
      return script;
    });
  const later = () =>
    lazy(() =>
      loadChunk(fetched).catch((failure: unknown) => {
        failedChunks.add(() => {
          Later = later();
        });
        throw failure;
      }),
    );
  let Later = later();
  // Stays with the component it began with: another one in its place would lose what the user has typed.
  const Shown = (props: object) => createElement(useState<AnyComponent>(() => found ?? Later)[0], props);
  const preload = () =>
    fetched().then(
      () => undefined,
      () => undefined,
    );
  return Object.assign(Shown, { preload, isFetched: () => found !== undefined }) as unknown as LazyChunk<C>;
}

const isChunk = (value: unknown): value is AnyComponent & Chunk => typeof value === 'function' && 'preload' in value;

const chunksOf = (values: object): Chunk[] => Object.values(values).filter(isChunk);

/** The preload functions of all lazy components among the values. */
export const preloadsOf = (values: object): Preload[] => chunksOf(values).map(({ preload }) => preload);

/**
 * Loads the scripts of all lazy components among the values.
 * @returns true once all are loaded. A script that fails counts as loaded: its component shows the failure where it is
 *   drawn.
 */
export function useChunksLoaded(values: object): boolean {
  const [isLoaded, setLoaded] = useState(() => chunksOf(values).every(({ isFetched }) => isFetched()));
  useEffect(() => {
    if (isLoaded) return;
    let isUnmounted = false;
    const fetchAll = async () => {
      await Promise.all(preloadsOf(values).map((preload) => preload()));
      // As a transition, so that drawing the waiting part does not block.
      if (!isUnmounted) startTransition(() => setLoaded(true));
    };
    // In a separate task: requesting a dozen files would delay the task that drew the page.
    const timer = setTimeout(fetchAll);
    return () => {
      isUnmounted = true;
      clearTimeout(timer);
    };
  }, [isLoaded, values]);
  return isLoaded;
}
