import { type RefObject, useEffect, useState } from 'react';

/** Where the pointer and the keyboard focus are in the queues. */
export interface PointerOrFocus {
  /** True if the pointer is over the queues; always false for touch. */
  readonly isPointed: boolean;
  /** The key of the row with the keyboard focus; undefined if a click has set the focus. */
  readonly line: string | undefined;
  /** The key of the row that was touched last, until something else is touched. */
  readonly touchedLine: string | undefined;
}

export const noPointerOrFocus: PointerOrFocus = { isPointed: false, line: undefined, touchedLine: undefined };

const rowKeyAt = ({ target }: Event): string | undefined =>
  (target instanceof Element && target.closest('[data-line]')?.getAttribute('data-line')) || undefined;

/** Follows the pointer and the focus within an element, without layers over it, such as its dialogs. */
export function usePointerOrFocus(container: RefObject<HTMLElement | null>): PointerOrFocus {
  const [touched, setTouched] = useState(noPointerOrFocus);
  useEffect(() => {
    const box = container.current;
    if (!box) return;
    const controller = new AbortController();
    const on = <T extends Event>(name: string, take: (event: T) => Partial<PointerOrFocus>) =>
      box.addEventListener(name, (event) => setTouched((before) => ({ ...before, ...take(event as T) })), {
        signal: controller.signal,
      });
    on<PointerEvent>('pointerenter', ({ pointerType }) => ({ isPointed: pointerType !== 'touch' }));
    on('pointerleave', () => ({ isPointed: false }));
    let isPressed = false;
    const by = (pressed: boolean, event: Event) => {
      isPressed = pressed;
      return { line: pressed ? undefined : rowKeyAt(event) };
    };
    on('pointerdown', (event) => by(true, event));
    on('keydown', (event) => by(false, event));
    on('focusin', (event) => by(isPressed, event));
    on('focusout', () => ({ line: undefined }));
    const onDocument = (name: 'pointerover' | 'pointerdown' | 'click', take: (event: MouseEvent) => void) =>
      document.addEventListener(name, take, { signal: controller.signal });
    // No `pointerleave` follows if the element under the pointer was removed, such as an answered question.
    onDocument('pointerover', ({ target }) => {
      if (target instanceof Node && !box.contains(target))
        setTouched((before) => (before.isPointed ? { ...before, isPointed: false } : before));
    });
    let isTouch = false;
    onDocument('pointerdown', (event) => {
      isTouch = (event as PointerEvent).pointerType === 'touch';
    });
    // After the click has been handled, so that no row moves between the finger and the screen.
    onDocument('click', (event) => {
      const isIn = isTouch && event.target instanceof Node && box.contains(event.target);
      const touchedLine = isIn ? rowKeyAt(event) : undefined;
      setTouched((before) => (before.touchedLine === touchedLine ? before : { ...before, touchedLine }));
    });
    return () => controller.abort();
  }, [container]);
  return touched;
}
