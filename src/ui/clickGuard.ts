/** For how long what came under the pointer by itself takes no press of it, in milliseconds. */
const guardMs = 400;

const timers = new WeakMap<Element, ReturnType<typeof setTimeout>>();

/** Goes with `settle`: what is pressed within. Keys are not held up, nor is what a reader of the screen presses. */
export const clickGuardStyle = { '&[data-settling] :is(button, [role=button])': { pointerEvents: 'none' } } as const;

/**
 * Lets what stands in the element take no press of the pointer for a moment, since it has just come to its place: a press
 * now was meant for what was there before. As the `ref` of an element it does so when that comes.
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

/** Is it the second half of a double click? The first has been answered, by whatever is there now. */
export const isSecondClick = ({ detail }: Pick<MouseEvent, 'detail'>): boolean => detail > 1;
