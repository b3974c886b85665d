import type { Field } from '../../schema/field/field.ts';

type Options = readonly (keyof Field)[];

/** Options that control who may read and write a field of the record, and where. */
export const accessOptions = [
  'read',
  'write',
  'hidden',
  'encrypted',
  'detailOnly',
  'createOnly',
  'computed',
  'fixedFor',
] as const satisfies Options;

/** Options of a column, or of what an answer has beside it. */
export const storedOptions = [
  'was',
  'fill',
  'becomes',
  'unfit',
  'exact',
  'unique',
  'embed',
  'alsoAs',
  'keeps',
] as const satisfies Options;
