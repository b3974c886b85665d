/** Where keys are for writing or choosing. What is ticked or pressed takes no letters. */
const typingTargets =
  'textarea, select, [contenteditable]:not([contenteditable=false]), [role=textbox], [role=combobox], [role=menu], [role=listbox], ' +
  'input:not([type=checkbox]):not([type=radio]):not([type=button]):not([type=submit])';

/** Does somebody write or choose there? Then no key is a shortcut, of the page or of a record. */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest(typingTargets) !== null;
