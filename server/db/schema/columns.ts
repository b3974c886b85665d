import { type RawBuilder, sql } from 'kysely';
import { storedScopes } from '../../../contract/access/storedScope.ts';
import { columnOf } from '../../../contract/kinds/fieldColumn.ts';
import { once } from '../../../contract/lib/memoize.ts';
import { baseFields, type Entity, storedFields } from '../../../contract/schema/entity.ts';
import type { Field } from '../../../contract/schema/field/field.ts';
import { between } from './sqlText.ts';

/** A column and what is written to it: a value, or an expression of SQL. */
export type Column = [string, unknown];
export type Columns = Column[];

/** The name of a column as it is written in a statement. */
export const quoted = (name: string): string => `"${name}"`;

/** Is a value worked out by the database? */
export const isExpression = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'toOperationNode' in value;

/** A value as its column takes it: objects and lists are JSON. */
function asColumn(field: Field | undefined, value: unknown): unknown {
  const isJson = field !== undefined && columnOf(field) === 'jsonb' && value !== null && !isExpression(value);
  return isJson ? JSON.stringify(value) : value;
}

/** What is written as it is, and what has to be sealed. Names that no column holds are left out. */
export function columnsOf(entity: Entity, values: object): { plain: Columns; sealed: [string, string][] } {
  const fields = new Map(storedFields(entity));
  const known = Object.entries(values).filter(
    ([name, value]) => value !== undefined && (fields.has(name) || name === 'created_at'),
  );
  const isSealed = ([name, value]: [string, unknown]) => fields.get(name)?.sealed === true && typeof value === 'string';
  return {
    plain: known.filter((one) => !isSealed(one)).map(([name, value]) => [name, asColumn(fields.get(name), value)]),
    sealed: known.filter(isSealed) as [string, string][],
  };
}

/** The columns as an update sets them. */
export const assignments = (columns: Columns): RawBuilder<unknown> =>
  between(
    [...columns.map(([name], at) => `${at > 0 ? ', ' : ''}${quoted(name)} = `), ''],
    columns.map(([, value]) => value),
  );

/** The names of columns in parentheses. */
export const nameList = (columns: Columns): RawBuilder<unknown> =>
  sql.raw(`(${columns.map(([name]) => quoted(name)).join(', ')})`);

/** All columns, each by its name: a statement that answers all there are could not stay prepared over a migration. */
export const allColumns = once((entity: Entity): RawBuilder<unknown> => {
  const own = [...storedFields(entity).map(([name]) => name), ...storedScopes(entity).map(({ column }) => column)];
  return sql.raw([...Object.keys(baseFields), 'deleted_at', ...own].map(quoted).join(', '));
});
