import { isCallerValue } from '../schema/access.ts';
import { type Entity, fieldOf, isStored } from '../schema/entity.ts';

/** What a role's rows are told by through a reference, stored with each row (docs/decisions/0036-stored-scopes.md). */
export interface StoredScope {
  /** The reference of the row. */
  readonly reference: string;
  /** The name of the entity that it leads to, and the field there whose value is stored. */
  readonly to: string;
  readonly field: string;
  readonly column: string;
}

/** The column of a stored scope. No field has such a name. */
const scopeColumn = (reference: string, field: string): string => `_${reference}__${field}`;
export const isScopeColumn = (name: string): boolean => /^_\w+__\w+$/.test(name);

/** What an entry of a row rule could store: the caller's own value in one field behind one reference. */
function storableScopes(entity: Pick<Entity, 'fields'>, name: string, wanted: unknown): StoredScope[] {
  const { kind, to = '' } = fieldOf(entity, name) ?? {};
  const isReference = kind === 'reference' && isStored(fieldOf(entity, name)) && !name.includes('.');
  if (!isReference || typeof wanted !== 'object' || wanted === null) return [];
  const [[field, value] = ['', undefined], ...more] = Object.entries(wanted);
  if (more.length > 0 || field.includes('.') || !isCallerValue(value)) return [];
  return [{ reference: name, to, field, column: scopeColumn(name, field) }];
}

/** The stored scopes of an entity, each once; none unless its declaration asks for them. */
export function storedScopes({ fields, access }: Pick<Entity, 'fields' | 'access'>): StoredScope[] {
  if (!access.storedScope) return [];
  const rules = Object.values(access.rows).filter((rule) => typeof rule === 'object');
  const found = rules.flatMap((rule) =>
    Object.entries(rule).flatMap(([name, wanted]) => storableScopes({ fields }, name, wanted)),
  );
  return [...new Map(found.map((one) => [one.column, one])).values()];
}
