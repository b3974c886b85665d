import { useEffect } from 'react';
import { isHeldDown } from '../../ui/keyboard/keys.ts';

/** Keys that decide or leave wherever the focus is: on a button, in a form, in a dialog. */
const deciding: ReadonlySet<string> = new Set(['Enter', 'Escape']);

const isOfText = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('textarea, [contenteditable]:not([contenteditable=false])') !== null;

function stop(event: KeyboardEvent): void {
  if (!deciding.has(event.key) || !isHeldDown(event)) return;
  // A line after the other is what is meant there.
  if (event.key === 'Enter' && isOfText(event.target)) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}

/**
 * Lets Enter and Escape mean one thing a press. A browser presses a button again for as long as Enter is held, and by then
 * the focus is on the next record's.
 */
export function useHeldKeys(): void {
  useEffect(() => {
    window.addEventListener('keydown', stop, true);
    return () => window.removeEventListener('keydown', stop, true);
  }, []);
}
