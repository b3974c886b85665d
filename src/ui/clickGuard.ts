/** How long pointer clicks are ignored on buttons that have just appeared, in milliseconds. */
const guardMs = 400;

const timers = new WeakMap<Element, ReturnType<typeof setTimeout>>();

/**
 * Style of an element that uses the click guard: its buttons ignore the pointer while they are guarded. Keyboards and
 * screen readers still work.
 */
export const clickGuardStyle = { '&[data-settling] :is(button, [role=button])': { pointerEvents: 'none' } } as const;

/**
 * Ignores pointer clicks on the buttons in an element for a moment, because they have just appeared: a click now was
 * meant for what was there before. Use it as the `ref` of the element.
 */
export function guardClicks(element: Element | null): void {
  if (!element) return;
  clearTimeout(timers.get(element));
  element.setAttribute('data-settling', '');
  timers.set(
    element,
    setTimeout(() => element.removeAttribute('data-settling'), guardMs),
  );
}

/** True for the second click of a double click: the first one has already been handled. */
export const isSecondClick = ({ detail }: Pick<MouseEvent, 'detail'>): boolean => detail > 1;
