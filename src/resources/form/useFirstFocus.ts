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
export function useFirstFocus(container: RefObject<HTMLElement | null>, isEnabled = true): void {
  useEffect(() => {
    const element = container.current;
    if (!isEnabled || !element || window.matchMedia('(pointer: coarse)').matches) return undefined;
    const focusFirst = () => {
      if (element.querySelector(loadingSelector)) return;
      observer.disconnect();
      if (element.closest('form')?.contains(document.activeElement)) return;
      const all = [...element.querySelectorAll<HTMLElement>(inputSelector)];
      (all.find(isEmptyRequired) ?? all[0])?.focus({ preventScroll: true });
    };
    const observer = new MutationObserver(focusFirst);
    observer.observe(element, { childList: true, subtree: true });
    focusFirst();
    return () => observer.disconnect();
  }, []);
}
