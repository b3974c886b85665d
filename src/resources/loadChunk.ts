import { type ComponentType, type LazyExoticComponent, lazy } from 'react';

/** How long a script may take to come, in milliseconds (R-CONST-02). */
const patience = 120_000;

/** A part of the console that did not come: the page has to be loaded anew, since a browser keeps the failure. */
export class ChunkError extends Error {}

/** A script that loads on demand; it has failed when it does not come in 120 s (B37). */
export function loadChunk<T>(loading: Promise<T>): Promise<T> {
  let late: ReturnType<typeof setTimeout>;
  const given = new Promise<never>((_, fail) => {
    late = setTimeout(() => fail(new ChunkError()), patience);
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

/** A component whose script comes when it is first drawn, or beforehand. */
type LazyChunk<C extends AnyComponent = AnyComponent> = LazyExoticComponent<C> & { readonly preload: Preload };

/** A component whose script comes when it is first drawn: `lazyChunk(() => import('./Chart.tsx'))`. */
export const lazyChunk = <C extends AnyComponent>(load: () => Promise<{ default: C }>): LazyChunk<C> =>
  Object.assign(
    lazy(() => loadChunk(load())),
    {
      preload: () =>
        load().then(
          () => undefined,
          () => undefined,
        ),
    },
  );

const isLazy = (value: unknown): value is LazyChunk =>
  typeof value === 'object' && value !== null && 'preload' in value;

/** What fetches the scripts of the lazy components among the values. */
export const preloadsOf = (values: object): Preload[] =>
  Object.values(values)
    .filter(isLazy)
    .map(({ preload }) => preload);
