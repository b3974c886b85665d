import { type RefObject, useEffect } from 'react';
import { useEvent } from 'react-admin';
import { isComposing } from '../../../ui/keyboard/isComposing.ts';
import { isTyping } from '../../../ui/keyboard/isTyping.ts';
import { isUnwantedRepeat, normalizedKey } from '../../../ui/keyboard/keys.ts';

interface RecordKeyHandlers {
  readonly previous: () => void;
  readonly next: () => void;
  /** Takes the step that moves the record on. */
  readonly act: () => void;
  readonly close: () => void;
}

/** What lies over the page. What fades out is hidden from readers at once, and takes no key any more. */
const overlaySelector = ['.MuiModal-root', '[role=menu]', '[role=listbox]']
  .map((layer) => `${layer}:not([aria-hidden=true], [aria-hidden=true] *)`)
  .join();

/** Does the key mean the record: no word that is typed or composed, no shortcut of the browser, nothing lying over it? */
function isForRecord(event: KeyboardEvent, record: HTMLElement): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isComposing(event)) return false;
  // A form within the record is left first.
  if (event.key === 'Escape' && event.target instanceof Element && event.target.closest('[data-escape]')) return false;
  // Out of an input there is a way by Escape alone.
  if (event.key !== 'Escape' && isTyping(event.target)) return false;
  return ![...document.querySelectorAll(overlaySelector)].some(
    (layer) => !layer.contains(record) && !record.contains(layer),
  );
}

const isControl = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('a, button, input, [role=tab], [tabindex="0"], summary') !== null;

/**
 * The keys of a record that is open beside its list: J and K go to the next and the one before, E or Enter moves it on,
 * Escape closes it. A key that is held goes on from record to record, and does nothing else again. They come before those of the list below, and never while something is typed or lies over it.
 */
export function useRecordKeys(place: RefObject<HTMLElement | null>, keys: RecordKeyHandlers): void {
  const press = useEvent((event: KeyboardEvent) => {
    if (!place.current || !isForRecord(event, place.current)) return;
    const key = normalizedKey(event);
    // A control that has the focus is what Enter means.
    if (key === 'Enter' && isControl(event.target)) return;
    const meaning = { j: keys.next, k: keys.previous, e: keys.act, Enter: keys.act, Escape: keys.close }[key];
    if (!meaning) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (!isUnwantedRepeat(event)) meaning();
  });
  useEffect(() => {
    window.addEventListener('keydown', press, true);
    return () => window.removeEventListener('keydown', press, true);
  }, [press]);
}
