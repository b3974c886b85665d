import { type RefObject, useEffect } from 'react';

/** The inputs of a form in their order; a select has its value in a hidden input next to it. */
const inputSelector =
  'input:not([type=hidden]):not(:disabled):not([aria-hidden=true]), textarea:not([aria-hidden=true]), [role=combobox]';

/** An input with a value that may not be shown yet, since the name of a record is still loading. */
const filledSelector = '[data-filled=true]';

const isEmptyRequired = (input: HTMLElement): boolean => {
  const holder = input instanceof HTMLDivElement ? input.parentElement?.querySelector('input') : input;
  const { required, value } = (holder ?? {}) as Partial<HTMLInputElement>;
  return required === true && value === '' && !input.closest(filledSelector);
};

/** Shown while a part of the form loads. */
const loadingSelector = '.MuiSkeleton-root';

/**
 * Focuses the first empty required input, or else the first input, when the form has loaded. It does not if the form
 * already has the focus, or on touch screens, where it would open the on-screen keyboard.
 */
export function useFirstFocus(around: RefObject<HTMLElement | null>, isMeant = true): void {
  useEffect(() => {
    const place = around.current;
    if (!isMeant || !place || window.matchMedia('(pointer: coarse)').matches) return undefined;
    const begin = () => {
      if (place.querySelector(loadingSelector)) return;
      observer.disconnect();
      if (place.closest('form')?.contains(document.activeElement)) return;
      const all = [...place.querySelectorAll<HTMLElement>(inputSelector)];
      (all.find(isEmptyRequired) ?? all[0])?.focus({ preventScroll: true });
    };
    const observer = new MutationObserver(begin);
    observer.observe(place, { childList: true, subtree: true });
    begin();
    return () => observer.disconnect();
  }, []);
}
