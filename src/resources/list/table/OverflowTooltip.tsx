import { Tooltip } from '@mui/material';
import { type RefObject, useEffect, useState } from 'react';

interface ShownTooltip {
  readonly cell: HTMLElement;
  readonly text: string;
}

/** The truncated cell, or other truncated element (`cut`), at the target of an event. */
function truncatedCell(target: EventTarget | null): HTMLElement | undefined {
  const cell = target instanceof Element ? target.closest<HTMLElement>('td, th, .cut') : null;
  const isCut = (part: Element) => part.scrollWidth > part.clientWidth || part.scrollHeight > part.clientHeight + 2;
  const isTruncated =
    cell && [cell, ...cell.querySelectorAll('.text, .path, .leaf, .way > span, a')].some((part) => isCut(part));
  return isTruncated && !cell.classList.contains('actions') ? cell : undefined;
}

/** The text of a cell; a part on a line of its own, below the name of the row, is a separate word. */
const wholeText = (cell: HTMLElement): string =>
  [...cell.childNodes]
    .map((part) => `${part instanceof HTMLDivElement ? ' ' : ''}${part.textContent ?? ''}`)
    .join('')
    .trim();

/** The delay of the tooltip in milliseconds (R-DLG-02). */
const delay = 700;

/**
 * Shows the whole text of a truncated cell on hover and on focus. There is one tooltip for the whole table, since one
 * for each cell of a hundred rows would cost more than the rows.
 */
export function OverflowTooltip({ within }: { within: RefObject<HTMLElement | null> }) {
  const [shown, setShown] = useState<ShownTooltip>();
  useEffect(() => {
    const element = within.current;
    if (!element) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const showSoon = ({ target }: Event) => {
      clearTimeout(timer);
      setShown(undefined);
      const cell = truncatedCell(target);
      if (cell) timer = setTimeout(() => setShown({ cell, text: wholeText(cell) }), delay);
    };
    const hide = () => {
      clearTimeout(timer);
      setShown(undefined);
    };
    const showEvents = ['mouseover', 'focusin'] as const;
    const hideEvents = ['mouseleave', 'focusout', 'scroll'] as const;
    for (const name of showEvents) element.addEventListener(name, showSoon);
    for (const name of hideEvents) element.addEventListener(name, hide);
    return () => {
      clearTimeout(timer);
      for (const name of showEvents) element.removeEventListener(name, showSoon);
      for (const name of hideEvents) element.removeEventListener(name, hide);
    };
  }, [within]);
  if (!shown) return null;
  return (
    <Tooltip open title={shown.text} placement="bottom-start" slotProps={{ popper: { anchorEl: shown.cell } }}>
      <span aria-hidden="true" style={{ position: 'absolute' }} />
    </Tooltip>
  );
}
