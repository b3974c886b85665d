import { fileItem } from '../../../contract/kinds/fileField.ts';
import { type Entity, joinedFields } from '../../../contract/schema/entity.ts';
import type { Field } from '../../../contract/schema/field/field.ts';
import { fileFields } from '../../../contract/values/files.ts';
import { sqlLiteral } from '../schema/ddl.ts';
import { hasSerialDefault, sequenceName, serialRenamedSql } from '../schema/sequences.ts';
import { dropRollupsSql } from '../summary/rollups.ts';
import { dropStoredScopesSql } from '../summary/storedScopes.ts';
import { dropSummariesSql, isSummaryOf } from '../summary/summaryTables.ts';
import { joinTableName } from '../write/joinRecords.ts';
import { alter } from './alter.ts';
import type { DatabaseSchema, SchemaTable } from './liveSchema.ts';
import { isRetiredName, retiredName } from './retired.ts';

/**
 * The changes before a table is compared with its declaration: former names become the current ones, and removed fields
 * are retired.
 */

/** Renames one column within a name that ddl.ts gave (`orders_code_key`). */
function partRenamed(table: string, name: string, was: string, is: string): string {
  const [, columns, suffix] = new RegExp(`^${table}_(.+)_(idx|key|check|fkey)$`).exec(name) ?? [];
  if (!columns) return name;
  const parts = columns.split('__').map((part) => (part === was ? is : part));
  return `${table}_${parts.join('__')}_${suffix}`;
}

/** Renames the constraints and indexes of a table whose names change. */
function renamedParts(table: string, { constraints, indexes }: SchemaTable, anew: (name: string) => string): string[] {
  const others = (names: Iterable<string>) => [...names].filter((name) => anew(name) !== name);
  return [
    ...others(constraints.keys()).map((name) => alter(table, `rename constraint "${name}" to "${anew(name)}"`)),
    ...others(indexes.keys()).map((name) => `alter index "${name}" rename to "${anew(name)}";`),
  ];
}

/** The serial numbers of a renamed table go on. */
function serialsRenamed(live: SchemaTable | undefined, was: string, is: string): string[] {
  const columns = [...(live?.columns ?? [])].filter(([, column]) => hasSerialDefault(column));
  return columns.flatMap(([name, column]) => serialRenamedSql(column, [was, name], [is, name]));
}

/**
 * @param was the name of the live table
 * @param is the new name
 * @param stem the prefix of its constraints and indexes, if it differs from `was`
 */
function tableRenamed(live: SchemaTable | undefined, was: string, is: string, stem = was): string[] {
  const anew = (name: string) => (name.startsWith(`${stem}_`) ? is + name.slice(stem.length) : name);
  return [
    alter(was, `rename to "${is}"`),
    ...(live ? renamedParts(is, live, anew) : []),
    ...(live?.columns.has('id')
      ? [`alter sequence "${sequenceName(was, 'id')}" rename to "${sequenceName(is, 'id')}";`]
      : []),
    ...serialsRenamed(live, was, is),
  ];
}

/** Rows that refer to a notice by name: notices, mails that are still to be sent, and sent reminders. */
const noticeKeysRenamed = (table: string, name: string, was: string): string =>
  `update ${table} set notice = ${sqlLiteral(name)} || substr(notice, ${was.length + 1}) where starts_with(notice, ${sqlLiteral(`${was}.`)});`;

/**
 * Rows that refer to an entity by name: notices and mails, saved views of its lists, and queued effects of its steps.
 * The audit is not changed; it is read under both names.
 */
const mentionsRenamed = ({ name }: Entity, was: string): string[] => [
  noticeKeysRenamed('notification', name, was),
  noticeKeysRenamed('mail', name, was),
  noticeKeysRenamed('sent_reminder', name, was),
  `update saved_view set screen = left(screen, -${was.length}) || ${sqlLiteral(name)} where right(screen, ${was.length + 1}) = ${sqlLiteral(` ${was}`)};`,
  `update job set data = data || jsonb_build_object('entity', ${sqlLiteral(name)}) where queue = 'effect' and data ->> 'entity' = ${sqlLiteral(was)};`,
];

/**
 * The statements for an entity that had another name (`migrate.renamedFrom`): its table, everything named after it, and the rows that
 * refer to it by name.
 */
export function renamedEntity(entity: Entity, live: DatabaseSchema): string[] {
  const { table, migrate: { renamedFrom: was } = {} } = entity;
  if (was === undefined || live.has(table) || !live.has(was)) return [];
  const joined = [...live.keys()].filter((name) => name.startsWith(joinTableName({ table: was }, '')));
  const summaries = [...live.keys()].filter((name) => isSummaryOf({ table: was }, name));
  const triggers = [...live.values()].flatMap((one) => [...one.triggers.keys()]);
  return [
    // Summaries are recreated under the current name.
    ...(summaries.length > 0 ? dropSummariesSql(was, summaries) : []),
    ...dropStoredScopesSql({ table: was }, triggers),
    ...dropRollupsSql({ table: was }, triggers),
    ...tableRenamed(live.get(was), was, table),
    ...joined.flatMap((name) => tableRenamed(live.get(name), name, table + name.slice(was.length))),
    ...mentionsRenamed(entity, was),
    ...(fileFields(entity).length > 0
      ? [`update stored_file set entity = ${sqlLiteral(entity.name)} where entity = ${sqlLiteral(was)};`]
      : []),
  ];
}

function columnRenamed(table: string, live: SchemaTable, was: string, is: string): string[] {
  const column = live.columns.get(was);
  return [
    alter(table, `rename column "${was}" to "${is}"`),
    ...renamedParts(table, live, (name) => partRenamed(table, name, was, is)),
    ...(column ? serialRenamedSql(column, [table, was], [table, is]) : []),
  ];
}

/** Files refer to their field by name; those of a retired field have its name from before it was retired. */
function filesRenamed(entity: Entity, field: Field, was: string, is: string): string[] {
  if (!fileItem(field)) return [];
  const former = [was, was.replace(new RegExp(`^${retiredName('')}`), '')].map(sqlLiteral).join(', ');
  const which = `entity = ${sqlLiteral(entity.name)} and field in (${former})`;
  return [`update stored_file set field = ${sqlLiteral(is)} where ${which};`];
}

/** Renames the join table of a field. The parts of a retired one have names from before it was retired. */
function joinRenamed(entity: Entity, schema: DatabaseSchema, was: string, name: string): string[] {
  const stem = joinTableName(entity, isRetiredName(was) ? was.slice(retiredName('').length) : was);
  const [former, is] = [isRetiredName(was) ? retiredName(stem) : stem, joinTableName(entity, name)];
  return schema.has(former) && !schema.has(is) ? tableRenamed(schema.get(former), former, is, stem) : [];
}

/** The statements for fields that had another name (`migrate.renamedFrom`): a column with its checks and indexes, or a join table. */
export function renamedFields(entity: Entity, schema: DatabaseSchema): string[] {
  const live = schema.get(entity.table);
  if (!live) return [];
  return Object.entries(entity.fields).flatMap(([name, field]) => {
    const was = field.migrate?.renamedFrom;
    if (was && field.joined) return joinRenamed(entity, schema, was, name);
    if (!was || !live.columns.has(was) || live.columns.has(name)) return [];
    return [...columnRenamed(entity.table, live, was, name), ...filesRenamed(entity, field, was, name)];
  });
}

/** Retires a column: its values and checks stay, its indexes are dropped, and new rows leave it empty. */
function columnRetired(table: string, live: SchemaTable, name: string): string[] {
  const holds = (index: string) => partRenamed(table, index, name, retiredName(name)) !== index;
  return [
    '-- The values stay until a later migration drops them, when "migrate.removed" in the declaration no longer names the field.',
    ...[...live.indexes.keys()].filter(holds).map((index) => `drop index "${index}";`),
    alter(table, `alter column "${name}" drop not null, alter column "${name}" drop default`),
    ...columnRenamed(table, { ...live, indexes: new Map() }, name, retiredName(name)),
  ];
}

/** The statements that retire removed fields (`migrate.removed`): a column or a join table is renamed. */
export function retiredFields(entity: Entity, schema: DatabaseSchema): string[] {
  const { table, migrate: { removed = [] } = {} } = entity;
  const live = schema.get(table);
  const joined = joinedFields(entity).map(([name]) => name);
  return removed.flatMap((name) => {
    if (live?.columns.has(name)) return columnRetired(table, live, name);
    const other = joinTableName(entity, name);
    return schema.has(other) && !joined.includes(name) ? [alter(other, `rename to "${retiredName(other)}"`)] : [];
  });
}
