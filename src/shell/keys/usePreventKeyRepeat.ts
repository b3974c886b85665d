import { useEffect } from 'react';
import { isUnwantedRepeat } from '../../ui/keyboard/keys.ts';

/** Keys that confirm or cancel wherever the focus is: on a button, in a form, in a dialog. */
const decidingKeys: ReadonlySet<string> = new Set(['Enter', 'Escape']);

const isTextTarget = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('textarea, [contenteditable]:not([contenteditable=false])') !== null;

function stopRepeat(event: KeyboardEvent): void {
  if (!decidingKeys.has(event.key) || !isUnwantedRepeat(event)) return;
  // Repeated line breaks are intended there.
  if (event.key === 'Enter' && isTextTarget(event.target)) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}

/**
 * Makes Enter and Escape act once per press. Browsers press a button again as long as Enter is down, and by then the
 * focus is on the next record's button.
 */
export function usePreventKeyRepeat(): void {
  useEffect(() => {
    window.addEventListener('keydown', stopRepeat, true);
    return () => window.removeEventListener('keydown', stopRepeat, true);
  }, []);
}
