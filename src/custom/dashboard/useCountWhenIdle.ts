import { type RefObject, startTransition, useEffect, useState } from 'react';
import { whenIdle } from '../../dataProvider/prefetch/mayPrefetch.ts';

/**
 * Counts from 0 up to a number of costly parts, which are drawn one after the other while the page is idle, or at once
 * when they come into view.
 * @param total the number of parts
 * @param container holds the parts
 * @returns how many of them may be drawn
 */
export function useCountWhenIdle(total: number, container: RefObject<HTMLElement | null>): number {
  const [count, setCount] = useState(0);
  useEffect(() => {
    if (count >= total) return;
    let isDone = false;
    const next = () => {
      if (isDone) return;
      isDone = true;
      startTransition(() => setCount(count + 1));
    };
    whenIdle(next);
    const part = container.current?.children[count];
    const observer =
      part && typeof IntersectionObserver === 'function'
        ? new IntersectionObserver(([entry]) => entry?.isIntersecting && next())
        : undefined;
    if (part) observer?.observe(part);
    return () => {
      isDone = true;
      observer?.disconnect();
    };
  }, [count, total, container]);
  return count;
}
