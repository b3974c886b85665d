/** Does an input method put a word together? Then every key is its own (keyCode 229: browsers that do not say so otherwise). */
export const isComposing = ({ isComposing, keyCode }: KeyboardEvent): boolean => isComposing || keyCode === 229;
