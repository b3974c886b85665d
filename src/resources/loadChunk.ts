import { type ComponentType, type LazyExoticComponent, lazy } from 'react';

/** How long a script may take to come, in milliseconds (R-CONST-02). */
const patience = 120_000;

/** A script that loads on demand; it has failed when it does not come in 120 s (B37). */
export function loadChunk<T>(loading: Promise<T>): Promise<T> {
  let late: ReturnType<typeof setTimeout>;
  const given = new Promise<never>((_, fail) => {
    late = setTimeout(() => fail(new Error('A script did not come in time')), patience);
  });
  return Promise.race([loading, given]).finally(() => clearTimeout(late));
}

/** A component whose script comes when it is first drawn: `lazyChunk(() => import('./Chart.tsx'))`. */
// biome-ignore lint/suspicious/noExplicitAny: as in the type of lazy, a component of any properties
export const lazyChunk = <C extends ComponentType<any>>(load: () => Promise<{ default: C }>): LazyExoticComponent<C> =>
  lazy(() => loadChunk(load()));
