import { type ReactNode, useDeferredValue } from 'react';

interface Props {
  /** Shown until the content is drawn. */
  fallback?: ReactNode;
  /** True if the content is drawn at once after all, when it is drawn first. */
  isAtOnce?: boolean;
  children: ReactNode;
}

/**
 * Draws its content after what surrounds it, and in pieces. With it in one task, a slow machine would be busy for long.
 */
export function Deferred({ fallback, isAtOnce = false, children }: Props) {
  return useDeferredValue(true, isAtOnce) ? children : fallback;
}

/**
 * An answer that arrives is drawn in pieces: a query has React draw its answer in one task, which keeps a slow machine
 * busy for long. Only the first answer is; what is there when the component is drawn, and each later change, is drawn at
 * once.
 * @param value the answer, or undefined while it is not there
 * @returns the answer once it may be drawn
 */
export function useDeferredArrival<T>(value: T | undefined): T | undefined {
  const isDue = useDeferredValue(value !== undefined);
  return isDue ? value : undefined;
}
