import { useEffect } from 'react';
import { isUnwantedRepeat } from '../../ui/keyboard/keys.ts';

/** Keys that decide or leave wherever the focus is: on a button, in a form, in a dialog. */
const decidingKeys: ReadonlySet<string> = new Set(['Enter', 'Escape']);

const isTextTarget = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('textarea, [contenteditable]:not([contenteditable=false])') !== null;

function stopRepeat(event: KeyboardEvent): void {
  if (!decidingKeys.has(event.key) || !isUnwantedRepeat(event)) return;
  // A line after the other is what is meant there.
  if (event.key === 'Enter' && isTextTarget(event.target)) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}

/**
 * Lets Enter and Escape mean one thing a press. A browser presses a button again for as long as Enter is held, and by then
 * the focus is on the next record's.
 */
export function usePreventKeyRepeat(): void {
  useEffect(() => {
    window.addEventListener('keydown', stopRepeat, true);
    return () => window.removeEventListener('keydown', stopRepeat, true);
  }, []);
}
