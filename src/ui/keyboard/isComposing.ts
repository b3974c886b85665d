/**
 * True while an input method composes a word: it then handles every key itself. Some browsers report this by keyCode
 * 229 only.
 */
export const isComposing = ({ isComposing, keyCode }: KeyboardEvent): boolean => isComposing || keyCode === 229;
