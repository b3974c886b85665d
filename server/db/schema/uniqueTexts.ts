import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { columnOf } from '../../../contract/kinds/fieldColumn.ts';
import { kinds } from '../../../contract/kinds/index.ts';
import { isPlainPattern } from '../../../contract/kinds/writtenForm.ts';
import { memoize } from '../../../contract/lib/memoize.ts';
import { type DeclaredEntity, storedFields } from '../../../contract/schema/entity.ts';
import { type ColumnValues, quoted } from './columns.ts';

/** Unique texts are compared by their folded form (decision 0063); records that became equal by that stay. */

/** A text in its folded form, by the function that the migration 0054 creates. The same as foldText of the contract. */
export const foldedSql = (key: string): string => `folded(${key})`;
export const folded = (text: RawBuilder<unknown>): RawBuilder<string> => sql<string>`folded(${text})`;

/** True if a unique text is compared by its folded form (B14): all but choices and ids that no person types. */
export function isComparedFolded(entity: DeclaredEntity, name: string): boolean {
  const field = entity.fields[name];
  return field !== undefined && columnOf(field) === 'text' && kinds[field.kind].foldsCase && !field.exact;
}

/** True if people write the text, in letters of which several look the same. */
function isWrittenByPeople(entity: DeclaredEntity, name: string): boolean {
  const { readOnly, serial, matches } = entity.fields[name] ?? {};
  return isComparedFolded(entity, name) && !readOnly && serial === undefined && !isPlainPattern(matches);
}

/**
 * The column with the record's own id while a unique text of it looks the same as another record's from before texts
 * were compared by their folded form; negative once administrators were notified. 0 in all other records. It ends when the
 * text changes, or when the other text is gone.
 */
export const collisionColumn = 'text_collision';
export const collisionColumnSql = `${quoted(collisionColumn)} integer not null default 0`;

/** The groups of unique fields of which records from before may be the same. */
export const collidingGroups = memoize((entity: DeclaredEntity): (readonly string[])[] =>
  [
    ...storedFields(entity).flatMap(([name, { unique }]) => (unique === true ? [[name]] : [])),
    ...(entity.unique ?? []),
  ].filter((fields) => fields.some((name) => isWrittenByPeople(entity, name))),
);

/** The fields of these groups. */
const collidingFields = memoize(
  (entity: DeclaredEntity): ReadonlySet<string> => new Set(collidingGroups(entity).flat()),
);

export const hasCollisions = (entity: DeclaredEntity): boolean => collidingGroups(entity).length > 0;

/** The columns that an update sets: a collision ends where one of its texts changes. */
export function withCollisionEnded(entity: DeclaredEntity, columns: ColumnValues): ColumnValues {
  const texts = collidingFields(entity);
  const changed = columns.filter(([name]) => texts.has(name));
  if (changed.length === 0) return columns;
  const column = (name: string) => sql.ref(`${entity.table}.${name}`);
  const differs = changed.map(([name, value]) => sql<SqlBool>`${column(name)} is distinct from ${value}`);
  return [
    ...columns,
    [collisionColumn, sql`case when ${sql.join(differs, sql` or `)} then 0 else ${column(collisionColumn)} end`],
  ];
}

const keySql = (entity: DeclaredEntity, alias: string, name: string): string => {
  const column = `${alias}.${quoted(name)}`;
  return isComparedFolded(entity, name) ? foldedSql(column) : column;
};

/** True of records `t` and `o` if they have the same unique texts. */
export const sameTextsSql = (entity: DeclaredEntity, fields: readonly string[]): string =>
  fields.map((name) => `${keySql(entity, 'o', name)} = ${keySql(entity, 't', name)}`).join(' and ');

/**
 * Marks the records of which an older one has the same unique texts, so that the unique index can be created. None of
 * them is changed otherwise.
 */
export const markCollisionsSql = (entity: DeclaredEntity): string[] =>
  collidingGroups(entity).map(
    (fields) =>
      `update ${quoted(entity.table)} as t set ${quoted(collisionColumn)} = t.id where t.deleted_at is null and exists (select from ${quoted(entity.table)} as o where o.id < t.id and o.deleted_at is null and ${sameTextsSql(entity, fields)});`,
  );
