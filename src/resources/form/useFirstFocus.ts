import { type RefObject, useEffect } from 'react';

/** What is typed into or chosen by, in its order; a select has its value in a hidden input beside it. */
const inputSelector =
  'input:not([type=hidden]):not(:disabled):not([aria-hidden=true]), textarea:not([aria-hidden=true]), [role=combobox]';

/** Has a value, which it may not show yet: the name of a record is on its way. */
const filledSelector = '[data-filled=true]';

const isEmptyRequired = (input: HTMLElement): boolean => {
  const holder = input instanceof HTMLDivElement ? input.parentElement?.querySelector('input') : input;
  const { required, value } = (holder ?? {}) as Partial<HTMLInputElement>;
  return required === true && value === '' && !input.closest(filledSelector);
};

/** Stands where something is on its way. */
const loadingSelector = '.MuiSkeleton-root';

/**
 * Puts the focus where something has to be entered, or else can be, once what is around is there. Not where that has been done
 * already, and not where a finger would call up the keyboard of the screen by it.
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
