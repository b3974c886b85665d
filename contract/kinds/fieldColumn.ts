import type { Field } from '../schema/field/field.ts';
import { schemaOf } from './fieldSchema.ts';
import { kinds } from './index.ts';
import type { ColumnType } from './kind.ts';

/** The type of the column that stores a field. */
export const columnOf = (field: Field): ColumnType => (field.encrypted ? 'text' : kinds[field.kind].column(field));

/** The most characters that an index of PostgreSQL surely holds, at up to four bytes each. */
export const mostIndexed = 650;

/** Can an index in order hold every value of the field? Not objects, lists and long texts. */
export const isIndexable = (field: Field): boolean =>
  kinds[field.kind].scalar && Number(schemaOf(field).maxLength ?? 0) <= mostIndexed;

/** A validated value as its column gives it back, also inside objects and lists: a decimal has all digits of its scale. */
export const storedValue = (value: unknown, field: Field): unknown =>
  kinds[field.kind].stored(value, field, storedValue);
