import type { Field } from '../schema/field/field.ts';

/** A value that a record and the record of a reference have in common. */
export interface SharedField {
  /** The field of the other record. */
  readonly theirs: string;
  /** The field of this record. */
  readonly own: string;
}

/** The values that the record of a reference shares with this one, by its option `shares`. */
export function sharedFields({ shares = [] }: Pick<Field, 'shares'>): SharedField[] {
  if (Array.isArray(shares)) return shares.map((name: string) => ({ theirs: name, own: name }));
  return Object.entries(shares as Readonly<Record<string, string>>).map(([theirs, own]) => ({ theirs, own }));
}
