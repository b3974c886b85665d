import type { Field } from '../schema/field/field.ts';
import { digitsOf } from './decimalDigits.ts';
import { schemaOf } from './fieldSchema.ts';
import { kinds } from './index.ts';
import type { ColumnType } from './kind.ts';

/** The digits of the column of a sum of decimals: those of the largest decimal, and of a trillion records. */
const sumDigits = 30;

/** The column type of a count or a sum, which may be larger than any of the values. */
const rollupColumn = (field: Field): ColumnType =>
  kinds[field.kind].list.sum === 'decimal' ? `numeric(${sumDigits},${digitsOf(field).scale})` : 'bigint';

/** The column type that stores a field. */
export function columnOf(field: Field): ColumnType {
  if (field.encrypted) return 'text';
  return field.rollup ? rollupColumn(field) : kinds[field.kind].column(field);
}

/** How many characters an index of PostgreSQL can hold for certain, at up to four bytes each. */
export const mostIndexed = 650;

/** True if a B-tree index can hold every value of the field. Objects, lists and long texts do not fit. */
export const isIndexable = (field: Field): boolean =>
  kinds[field.kind].scalar && Number(schemaOf(field).maxLength ?? 0) <= mostIndexed;

/** A validated value as its column returns it, also inside objects and lists: decimals are padded to their scale. */
export const storedValue = (value: unknown, field: Field): unknown =>
  kinds[field.kind].stored(value, field, storedValue);
