import type { Field } from '../../schema/field/field.ts';

type Options = readonly (keyof Field)[];

/** An option of a field; one inside `migrate` is named with a dot. */
export type FieldOption = keyof Field | `migrate.${keyof NonNullable<Field['migrate']>}`;

/** The value of an option of the field. */
export function optionValue(field: Field, option: FieldOption): unknown {
  const [outer, inner] = option.split('.') as [keyof Field, keyof NonNullable<Field['migrate']> | undefined];
  return inner === undefined ? field[outer] : field.migrate?.[inner];
}

/** Options that control who may read and write a field of the record, and where. */
export const accessOptions = [
  'read',
  'write',
  'hidden',
  'encrypted',
  'detailOnly',
  'createOnly',
  'readOnlyWhen',
  'computed',
  'fixedFor',
] as const satisfies Options;

/** Options of a column, or of what an answer has beside it. */
export const storedOptions = ['migrate', 'exact', 'unique', 'embed', 'alsoAs', 'onDelete'] as const satisfies Options;
