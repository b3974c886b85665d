import { type ComponentType, createElement, lazy, startTransition, useEffect, useState } from 'react';

/** How long a script may take to come, in milliseconds (R-CONST-02). */
const chunkTimeout = 120_000;

/** A part of the console that did not come: the page has to be loaded anew, since a browser keeps the failure. */
export class ChunkError extends Error {}

/** A script that loads on demand; it has failed when it does not come in 120 s (B37). */
export function loadChunk<T>(loading: Promise<T>): Promise<T> {
  let late: ReturnType<typeof setTimeout>;
  const given = new Promise<never>((_, fail) => {
    late = setTimeout(() => fail(new ChunkError()), chunkTimeout);
  });
  const loaded = loading.catch((failure: unknown) => {
    throw new ChunkError('', { cause: failure });
  });
  return Promise.race([loaded, given]).finally(() => clearTimeout(late));
}

// biome-ignore lint/suspicious/noExplicitAny: as in the type of lazy, a component of any properties
type AnyComponent = ComponentType<any>;

/** Fetches a script that is likely to be drawn by; a failure is told when it is. */
export type Preload = () => Promise<void>;

/** What is known of the script of a component. */
export interface Chunk {
  readonly preload: Preload;
  /** Is its script here, so that it is drawn at once? */
  readonly isFetched: () => boolean;
}

/** A component whose script comes when it is first drawn, or beforehand. */
type LazyChunk<C extends AnyComponent = AnyComponent> = C & Chunk;

/**
 * A component whose script comes when it is first drawn: `lazyChunk(() => import('./Chart.tsx'))`. One whose script is here
 * is drawn at once: React's own `lazy` would show what stands in its place for a moment even then.
 */
export function lazyChunk<C extends AnyComponent>(load: () => Promise<{ default: C }>): LazyChunk<C> {
  let found: C | undefined;
  const fetched = () =>
    load().then((script) => {
      found = script.default;
      return script;
    });
  const Later = lazy(() => loadChunk(fetched()));
  // What it began with stays: another component in its place would lose what is typed.
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

/** What fetches the scripts of the lazy components among the values. */
export const preloadsOf = (values: object): Preload[] => chunksOf(values).map(({ preload }) => preload);

/**
 * Are the scripts of the lazy components among the values here? They are fetched. One that does not come counts as here:
 * where it is drawn it says so.
 */
export function useChunksLoaded(values: object): boolean {
  const [isHere, setHere] = useState(() => chunksOf(values).every(({ isFetched }) => isFetched()));
  useEffect(() => {
    if (isHere) return;
    let isGone = false;
    const fetchAll = async () => {
      await Promise.all(preloadsOf(values).map((preload) => preload()));
      // What waited for them is drawn between tasks.
      if (!isGone) startTransition(() => setHere(true));
    };
    // In a task of its own: asking for a dozen files holds up the one that drew the page.
    const timer = setTimeout(fetchAll);
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, [isHere, values]);
  return isHere;
}
