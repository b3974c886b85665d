import { type RefObject, useEffect, useState } from 'react';

/** Where the pointer and the keyboard focus are in the queues. */
export interface PointerOrFocus {
  /** True if the pointer is over the queues; always false for touch. */
  readonly isPointed: boolean;
  /** The key of the row with the keyboard focus; undefined if a click has set the focus. */
  readonly line: string | undefined;
}

export const noPointerOrFocus: PointerOrFocus = { isPointed: false, line: undefined };

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
    return () => controller.abort();
  }, [container]);
  return touched;
}
