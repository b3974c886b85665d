import { type RawBuilder, sql } from 'kysely';
import { storedScopes } from '../../../contract/access/storedScope.ts';
import { columnOf } from '../../../contract/kinds/fieldColumn.ts';
import { kinds } from '../../../contract/kinds/index.ts';
import { memoize } from '../../../contract/lib/memoize.ts';
import { textLanguages } from '../../../contract/messages/localizedText.ts';
import { baseFields, type Entity, storedFields } from '../../../contract/schema/entity.ts';
import type { Field } from '../../../contract/schema/field/field.ts';
import { sqlFromParts } from './sqlText.ts';

/** A column and the value that is written to it: a value, or an SQL expression. */
export type ColumnValue = [string, unknown];
export type ColumnValues = ColumnValue[];

/** The name of a column, quoted. */
export const quoted = (name: string): string => `"${name}"`;

/**
 * A column as SQL.
 * @param alias the alias of its table, if it has one
 */
export const columnSql = (name: string, alias?: string): string =>
  alias === undefined ? quoted(name) : `${quoted(alias)}.${quoted(name)}`;

/**
 * Whether the column of a file, a list or a localized text is empty, as SQL. It is true for the same records as
 * `isEmptyValue` in contract/conditions/comparable.ts.
 */
export function isEmptySql(field: Field, column: string): string {
  if (kinds[field.kind].localized)
    return `(${textLanguages.map((language) => `coalesce(${column} ->> '${language}', '') = ''`).join(' and ')})`;
  return `(${column} is null or ${column} = '${columnOf(field) === 'jsonb' ? '[]' : '{}'}')`;
}

/** True if the database computes the value. */
export const isSqlExpression = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'toOperationNode' in value;

/** A value as its column accepts it: objects and lists become JSON. */
function toColumnValue(field: Field | undefined, value: unknown): unknown {
  const isJson = field !== undefined && columnOf(field) === 'jsonb' && value !== null && !isSqlExpression(value);
  return isJson ? JSON.stringify(value) : value;
}

/** Splits the values into those written as they are and those to be encrypted. Names without a column are left out. */
export function writtenColumns(
  entity: Pick<Entity, 'fields'>,
  values: object,
): { plain: ColumnValues; encrypted: [string, string][] } {
  const fields = new Map(storedFields(entity));
  const known = Object.entries(values).filter(
    ([name, value]) =>
      value !== undefined && (name === 'created_at' || (fields.has(name) && !fields.get(name)?.rollup)),
  );
  const isEncrypted = ([name, value]: [string, unknown]) =>
    fields.get(name)?.encrypted === true && typeof value === 'string';
  return {
    plain: known
      .filter((one) => !isEncrypted(one))
      .map(([name, value]) => [name, toColumnValue(fields.get(name), value)]),
    encrypted: known.filter(isEncrypted) as [string, string][],
  };
}

/** The columns as an update sets them. */
export const assignments = (columns: ColumnValues): RawBuilder<unknown> =>
  sqlFromParts(
    [...columns.map(([name], at) => `${at > 0 ? ', ' : ''}${quoted(name)} = `), ''],
    columns.map(([, value]) => value),
  );

/** The names of the columns in parentheses. */
export const columnNames = (columns: ColumnValues): RawBuilder<unknown> =>
  sql.raw(`(${columns.map(([name]) => quoted(name)).join(', ')})`);

/** All columns by name, since a prepared statement with `*` would fail after a migration. */
export const allColumns = memoize((entity: Entity): RawBuilder<unknown> => {
  const own = [...storedFields(entity).map(([name]) => name), ...storedScopes(entity).map(({ column }) => column)];
  return sql.raw([...Object.keys(baseFields), 'deleted_at', ...own].map(quoted).join(', '));
});
