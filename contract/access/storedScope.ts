import { isCallerValue } from '../schema/access.ts';
import { type Entity, fieldOf, isStored } from '../schema/entity.ts';

/**
 * A value that a role's row rule reads through a reference, copied into each row
 * (docs/decisions/0036-stored-scopes.md).
 */
export interface StoredScope {
  /** The reference field of the row. */
  readonly reference: string;
  /** The referenced entity, and the field of it whose value is copied. */
  readonly to: string;
  readonly field: string;
  readonly column: string;
}

/** The column of a stored scope. No declared field can have such a name. */
const scopeColumn = (reference: string, field: string): string => `_${reference}__${field}`;
export const isScopeColumn = (name: string): boolean => /^_\w+__\w+$/.test(name);

/**
 * The value that an entry of a row rule allows to copy: one field of the referenced record that must equal a value of
 * the caller.
 */
function storableScopes(entity: Pick<Entity, 'fields'>, name: string, wanted: unknown): StoredScope[] {
  const { kind, to = '' } = fieldOf(entity, name) ?? {};
  const isReference = kind === 'reference' && isStored(fieldOf(entity, name)) && !name.includes('.');
  if (!isReference || typeof wanted !== 'object' || wanted === null) return [];
  const [[field, value] = ['', undefined], ...more] = Object.entries(wanted);
  if (more.length > 0 || field.includes('.') || !isCallerValue(value)) return [];
  return [{ reference: name, to, field, column: scopeColumn(name, field) }];
}

/** The distinct stored scopes of an entity; none unless its declaration asks for them. */
export function storedScopes({ fields, access }: Pick<Entity, 'fields' | 'access'>): StoredScope[] {
  if (!access.storedScope) return [];
  const rules = Object.values(access.rows).filter((rule) => typeof rule === 'object');
  const found = rules.flatMap((rule) =>
    Object.entries(rule).flatMap(([name, wanted]) => storableScopes({ fields }, name, wanted)),
  );
  return [...new Map(found.map((one) => [one.column, one])).values()];
}
