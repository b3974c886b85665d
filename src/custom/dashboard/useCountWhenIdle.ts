import { type RefObject, startTransition, useEffect, useState } from 'react';
import { whenIdle } from '../../dataProvider/prefetch/mayPrefetch.ts';
import { useIsPhone } from '../../ui/breakpoints.ts';
import { watchNear } from '../../ui/deferred/useIsNear.ts';
import { usePrinting } from '../../ui/print/printing.ts';

/**
 * Counts from 0 up to a number of costly parts, which are drawn one after the other: on a phone when the reader comes
 * near them, elsewhere also while the page is idle. On paper all are drawn.
 * @param total the number of parts
 * @param container holds the parts
 * @returns how many of them may be drawn
 */
export function useCountWhenIdle(total: number, container: RefObject<HTMLElement | null>): number {
  const [count, setCount] = useState(0);
  const isPhone = useIsPhone();
  const isPrinting = usePrinting();
  useEffect(() => {
    if (count >= total) return;
    let isDone = false;
    const next = () => {
      if (isDone) return;
      isDone = true;
      startTransition(() => setCount(count + 1));
    };
    if (!isPhone) whenIdle(next);
    const stop = watchNear(container.current?.children[count], next);
    return () => {
      isDone = true;
      stop();
    };
  }, [count, total, container, isPhone]);
  return isPrinting ? total : count;
}
