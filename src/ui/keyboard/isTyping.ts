/** Elements in which keys enter text or choose an option. Checkboxes and buttons take no letters. */
const typingTargets =
  'textarea, select, [contenteditable]:not([contenteditable=false]), [role=textbox], [role=combobox], [role=menu], [role=listbox], ' +
  'input:not([type=checkbox]):not([type=radio]):not([type=button]):not([type=submit])';

/** True if the target takes text or a choice, so that no key typed there is a shortcut. */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest(typingTargets) !== null;
