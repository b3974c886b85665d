import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { text } from '../../../i18n/text.ts';
import type { Sizing } from '../../slotTypes.ts';
import { columnLimits } from '../views/listView.ts';
import { keyStep, resizedHead, showWidth } from './resizing.ts';

interface Props {
  name: string;
  label: string;
  index: number;
  sizing: Sizing;
  /** True if the heading itself takes the focus, and leads to the handle. */
  isReached: boolean;
}

interface Drag {
  readonly from: number;
  readonly head: NonNullable<ReturnType<typeof resizedHead>>;
  width: number;
}

/**
 * The edge of a heading: dragged, or moved with the arrow keys, it resizes the column; a double click or Enter makes the
 * column as wide as fits again.
 */
export function ResizeHandle({ name, label, index, sizing: { widths, resize }, isReached }: Props) {
  const drag = useRef<Drag>(undefined);
  const begin = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return;
    const head = resizedHead(event.currentTarget);
    if (!head) return;
    event.stopPropagation();
    event.currentTarget.setPointerCapture?.(event.pointerId);
    drag.current = { from: event.clientX, head, width: head.width };
  };
  const move = ({ clientX }: PointerEvent<HTMLElement>) => {
    const { current } = drag;
    if (!current) return;
    // The cells of a column that had no width of its own until now have to follow the drag.
    if (!(name in widths)) resize(name, current.head.width);
    current.width = current.head.width + clientX - current.from;
    showWidth(current.head, index, current.width);
  };
  const end = () => {
    const { current } = drag;
    drag.current = undefined;
    if (!current || current.width === current.head.width) return;
    // A column is at least as wide as its heading and its codes.
    resize(name, Math.max(current.width, current.head.head.getBoundingClientRect().width));
  };
  const press = (event: KeyboardEvent<HTMLElement>) => {
    const step = keyStep(event);
    if (step === undefined && event.key !== 'Enter' && event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    const head = resizedHead(event.currentTarget);
    if (event.key === 'Escape') head?.head.querySelector<HTMLElement>('[role=button]')?.focus();
    else resize(name, step === undefined ? undefined : (head?.width ?? 0) + step);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a line that can be moved is no <hr>
    <span
      role="separator"
      aria-orientation="vertical"
      aria-label={text().views.widthOf(label)}
      aria-valuemin={columnLimits.least}
      aria-valuemax={columnLimits.most}
      aria-valuenow={widths[name] ?? columnLimits.least}
      aria-valuetext={name in widths ? `${widths[name]} px` : text().views.automaticWidth}
      tabIndex={isReached ? -1 : 0}
      className="resize"
      onPointerDown={begin}
      onPointerMove={move}
      onPointerUp={end}
      onPointerCancel={end}
      onDoubleClick={() => resize(name, undefined)}
      onKeyDown={press}
    />
  );
}
