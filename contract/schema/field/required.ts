import type { Field } from './field.ts';

/** True if nobody may empty this field of a body, whether or not they may leave it out. */
export const mustBeFilled = ({ required, notEmpty }: Field): boolean => required === true || notEmpty === true;
