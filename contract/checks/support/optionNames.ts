import type { Field } from '../../schema/field/field.ts';

type Options = readonly (keyof Field)[];

/** Options by which a field of the record is read and written, each by whom and where. */
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
