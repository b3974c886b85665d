import { type RefObject, useEffect } from 'react';
import { useEvent } from 'react-admin';
import { isComposing } from '../../../ui/keyboard/isComposing.ts';
import { isTyping } from '../../../ui/keyboard/isTyping.ts';
import { isUnwantedRepeat, normalizedKey } from '../../../ui/keyboard/keys.ts';

interface RecordKeyHandlers {
  readonly previous: () => void;
  readonly next: () => void;
  /** Takes the step that advances the record. */
  readonly act: () => void;
  readonly close: () => void;
}

/** Layers over the page. A layer that fades out is hidden from screen readers at once and no longer receives keys. */
const overlaySelector = ['.MuiModal-root', '[role=menu]', '[role=listbox]']
  .map((layer) => `${layer}:not([aria-hidden=true], [aria-hidden=true] *)`)
  .join();

/**
 * True if the key is for the record: the user is not typing, it is no shortcut of the browser, and no layer is over the
 * record.
 */
function isForRecord(event: KeyboardEvent, record: HTMLElement): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isComposing(event)) return false;
  // Escape closes a form inside the record first.
  if (event.key === 'Escape' && event.target instanceof Element && event.target.closest('[data-escape]')) return false;
  // In an input, only Escape has an effect on the record.
  if (event.key !== 'Escape' && isTyping(event.target)) return false;
  return ![...document.querySelectorAll(overlaySelector)].some(
    (layer) => !layer.contains(record) && !record.contains(layer),
  );
}

const isControl = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('a, button, input, [role=tab], [tabindex="0"], summary') !== null;

/**
 * The keys of a record that is open next to its list: J and K open the next and the previous record, E or Enter
 * advances it, Escape closes it. Only J and K repeat while pressed. The keys take precedence over those of the list,
 * and do nothing while the user types or a layer is open.
 */
export function useRecordKeys(element: RefObject<HTMLElement | null>, keys: RecordKeyHandlers): void {
  const press = useEvent((event: KeyboardEvent) => {
    if (!element.current || !isForRecord(event, element.current)) return;
    const key = normalizedKey(event);
    // Enter activates the focused control.
    if (key === 'Enter' && isControl(event.target)) return;
    const handler = { j: keys.next, k: keys.previous, e: keys.act, Enter: keys.act, Escape: keys.close }[key];
    if (!handler) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (!isUnwantedRepeat(event)) handler();
  });
  useEffect(() => {
    window.addEventListener('keydown', press, true);
    return () => window.removeEventListener('keydown', press, true);
  }, [press]);
}
