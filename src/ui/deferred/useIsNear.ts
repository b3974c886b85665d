import { type RefObject, useEffect, useState } from 'react';

/** How far outside the view a part counts as near, as a part of the view: who scrolls finds it drawn. */
const margin = '50%';

/**
 * Calls once the part of the page is in view or near it, at once in a browser that cannot tell.
 * @returns stops the watch
 */
export function watchNear(part: Element | null | undefined, call: () => void): () => void {
  if (!part) return () => {};
  if (typeof IntersectionObserver !== 'function') {
    call();
    return () => {};
  }
  // The page scrolls in an element of its own: the second margin is that element's.
  const options = { rootMargin: margin, scrollMargin: margin };
  const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && call(), options);
  observer.observe(part);
  return () => observer.disconnect();
}

/**
 * @param part the element in which the part of the page is drawn
 * @param isWatched false while nobody asks
 * @returns true from the first time on at which it is in view or near it
 */
export function useIsNear(part: RefObject<HTMLElement | null>, isWatched: boolean): boolean {
  const [isNear, setIsNear] = useState(false);
  useEffect(
    () => (isWatched && !isNear ? watchNear(part.current, () => setIsNear(true)) : undefined),
    [part, isWatched, isNear],
  );
  return isNear;
}
