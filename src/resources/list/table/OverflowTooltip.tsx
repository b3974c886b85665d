import { Tooltip } from '@mui/material';
import { type RefObject, useEffect, useState } from 'react';

interface ShownTooltip {
  readonly cell: HTMLElement;
  readonly text: string;
}

/** The truncated cell, or other truncated element (`cut`), at the target of an event. */
function cutCell(target: EventTarget | null): HTMLElement | undefined {
  const cell = target instanceof Element ? target.closest<HTMLElement>('td, th, .cut') : null;
  const isCut =
    cell && [cell, ...cell.querySelectorAll('.path > span, a')].some((part) => part.scrollWidth > part.clientWidth);
  return isCut && !cell.classList.contains('actions') ? cell : undefined;
}

/** The delay of the tooltip in milliseconds (R-DLG-02). */
const delay = 700;

/**
 * Shows the whole text of a truncated cell on hover and on focus. There is one tooltip for the whole table, since one
 * for each cell of a hundred rows would cost more than the rows.
 */
export function OverflowTooltip({ within }: { within: RefObject<HTMLElement | null> }) {
  const [shown, setShown] = useState<ShownTooltip>();
  useEffect(() => {
    const place = within.current;
    if (!place) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = ({ target }: Event) => {
      clearTimeout(timer);
      setShown(undefined);
      const cell = cutCell(target);
      if (cell) timer = setTimeout(() => setShown({ cell, text: cell.textContent ?? '' }), delay);
    };
    const leave = () => {
      clearTimeout(timer);
      setShown(undefined);
    };
    const looks = ['mouseover', 'focusin'] as const;
    const leaves = ['mouseleave', 'focusout', 'scroll'] as const;
    for (const name of looks) place.addEventListener(name, look);
    for (const name of leaves) place.addEventListener(name, leave);
    return () => {
      clearTimeout(timer);
      for (const name of looks) place.removeEventListener(name, look);
      for (const name of leaves) place.removeEventListener(name, leave);
    };
  }, [within]);
  if (!shown) return null;
  return (
    <Tooltip open title={shown.text} placement="bottom-start" slotProps={{ popper: { anchorEl: shown.cell } }}>
      <span style={{ position: 'absolute' }} />
    </Tooltip>
  );
}
