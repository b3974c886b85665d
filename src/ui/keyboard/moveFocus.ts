/**
 * Moves the focus after work that took time, such as a request. If the person has gone on to another part of the page
 * meanwhile, the focus stays there.
 * @param from where the work was started: the focus moves only from inside this element, or if nothing has it
 * @param to the element that gets the focus
 */
export function moveFocus(from: Element | null, to: HTMLElement | null | undefined): void {
  const { activeElement } = document;
  if (activeElement === null || activeElement === document.body || from?.contains(activeElement)) to?.focus();
}
