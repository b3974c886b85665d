import { type StoredScope, storedScopes } from '../../../contract/access/storedScope.ts';
import { columnOf, isIndexable } from '../../../contract/kinds/fieldColumn.ts';
import { kinds } from '../../../contract/kinds/index.ts';
import type { ColumnCheck } from '../../../contract/kinds/kind.ts';
import { fixedDefault } from '../../../contract/kinds/resolveDefault.ts';
import { defaultSortFields, defaultSortNames, type SortField } from '../../../contract/lists/listSort.ts';
import type { Language } from '../../../contract/messages/label.ts';
import { textLanguages } from '../../../contract/messages/localizedText.ts';
import { isCallerValue } from '../../../contract/schema/access.ts';
import {
  type Contract,
  type DeclaredEntity,
  type Entity,
  joinedFields,
  storedFields,
} from '../../../contract/schema/entity.ts';
import type { Field, KindName } from '../../../contract/schema/field/field.ts';
import { entitySteps } from '../../../contract/schema/lifecycle.ts';
import { joinTableName } from '../write/joinRecords.ts';
import { columnCommentsSql } from './columnComment.ts';
import { quoted } from './columns.ts';
import { referencedScopeFields, rowIndexesSql } from './indexes.ts';
import { isLocalized, languageSql, localizedNames, readerTextSql } from './localizedTexts.ts';
import { nextSerialSql, sequenceOwnerSql, sequenceSql, serialColumn, serialSortKeys } from './sequences.ts';
import { constraintExtensions, tableConstraints } from './tableConstraints.ts';
import {
  collidingGroups,
  collisionColumn,
  collisionColumnSql,
  foldedSql,
  hasCollisions,
  isComparedFolded,
} from './uniqueTexts.ts';

/** SQL of a declared entity: its table, its constraints, and an index for every declared filter and sort. */

export const sqlLiteral = (value: string | number | boolean | null): string =>
  typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value);

function defaultOf(table: string, name: string, field: Field): string | undefined {
  const serial = serialColumn(table, name, field);
  if (serial) return nextSerialSql(serial);
  if (field.rollup) return '0';
  const { empty } = kinds[field.kind];
  // An array of SQL is empty in braces, as an object of JSON is.
  if (empty !== 'null') return empty === 'list' && columnOf(field) === 'jsonb' ? "'[]'" : "'{}'";
  const start = fixedDefault(field);
  return start === undefined || start === null ? undefined : sqlLiteral(start);
}

/** A condition on the texts of a JSON column: any of them has a value, all of them, or all or none. */
function filledTextsSql(column: string, { texts, filled }: Extract<ColumnCheck, { readonly texts: unknown }>): string {
  const isFilled = texts.map((one) => `(${column} ->> '${one}') is not null`);
  if (filled === 'any') return isFilled.join(' or ');
  const all = isFilled.join(' and ');
  return filled === 'all' ? all : `(${all}) or not (${isFilled.join(' or ')})`;
}

function checkOf(name: string, field: Field): string | undefined {
  if (field.rollup) return undefined;
  const check = kinds[field.kind].check(field);
  if (check === undefined) return undefined;
  if ('oneOf' in check) return `${quoted(name)} in (${check.oneOf.map(sqlLiteral).join(', ')})`;
  if ('texts' in check) return filledTextsSql(quoted(name), check);
  const upper = check.most === undefined ? '' : ` and ${quoted(name)} <= ${check.most}`;
  const multiple = check.step === undefined ? '' : ` and ${quoted(name)} % ${check.step} = 0`;
  return `${quoted(name)} >= ${check.least}${upper}${multiple}`;
}

/** True if the column of a field may be empty. */
const isNullable = (table: string, name: string, field: Field): boolean =>
  !field.required && defaultOf(table, name, field) === undefined;

/** One column with its default and `not null`. */
export function columnSql(table: string, name: string, field: Field): string {
  const standard = defaultOf(table, name, field);
  const filled = !isNullable(table, name, field);
  return [quoted(name), columnOf(field), filled ? 'not null' : '', standard === undefined ? '' : `default ${standard}`]
    .filter(Boolean)
    .join(' ');
}

/** True if a list may be sorted by empty values of the field: an optional localized text is an object without texts. */
const hasEmptyValues = (table: string, name: string, field: Field): boolean =>
  isNullable(table, name, field) || (kinds[field.kind].localized && !field.required);

/**
 * How SQL sorts by a field of a list: records without a value come last, whatever the direction (issue 33). Columns
 * that are never empty have no `nulls last`, because PostgreSQL reads their index for both directions only without it.
 * @returns the SQL that follows the sort key
 */
export function sortDirection({ table, fields }: DeclaredEntity, name: string, isDescending: boolean): string {
  if (!isDescending) return 'asc';
  const field = fields[name];
  return field && (field.formula || hasEmptyValues(table, name, field)) ? 'desc nulls last' : 'desc';
}

/** The check of a column and its name, as PostgreSQL names it; undefined for a column without a check. */
export function checkSql(table: string, name: string, field: Field): { name: string; check: string } | undefined {
  const check = checkOf(name, field);
  return check === undefined ? undefined : { name: `${table}_${name}_check`, check: `check (${check})` };
}

const checkedColumnSql = (table: string, name: string, field: Field): string =>
  [columnSql(table, name, field), checkSql(table, name, field)?.check].filter(Boolean).join(' ');

/** The scope values of a caller are ids. */
export const scopeColumnSql = ({ column }: StoredScope): string => `${quoted(column)} integer`;

const base = [
  'id integer generated by default as identity primary key',
  'created_at timestamptz not null default now()',
  'updated_at timestamptz not null default now()',
  'version integer not null default 1',
  'deleted_at timestamptz',
];

const live = 'where deleted_at is null';

/** Fields whose values are unique together, and the index that ensures it. */
interface UniqueIndex {
  readonly index: string;
  readonly fields: readonly string[];
  readonly keys: readonly string[];
  /** True if deleted records count as well. */
  readonly ever: boolean;
}

/** The key of a unique index; of a localized field the text in one language (`title.en`). */
function uniqueKey(entity: DeclaredEntity, name: string): string {
  const [column = '', language] = name.split('.');
  if (language !== undefined) return foldedSql(languageSql(quoted(column), language as Language));
  return columnKey(entity, name);
}

const columnKey = (entity: DeclaredEntity, name: string): string =>
  isComparedFolded(entity, name) ? foldedSql(quoted(name)) : quoted(name);

/** The keys of a unique index; records whose texts were the same before stay apart. */
function uniqueKeys(entity: DeclaredEntity, fields: readonly string[]): string[] {
  const keys = fields.map((name) => uniqueKey(entity, name));
  const mayCollide = collidingGroups(entity).some((group) => group.join() === fields.join());
  return mayCollide ? [...keys, quoted(collisionColumn)] : keys;
}

/**
 * The unique fields and groups of fields, among the live records or for ever. A localized field is unique in each
 * language.
 */
export function uniqueIndexes(entity: DeclaredEntity): UniqueIndex[] {
  const nameOf = (fields: readonly string[]) => `${entity.table}_${fields.join('__').replace('.', '_')}_key`;
  const of = (fields: readonly string[], ever: boolean): UniqueIndex => ({
    index: nameOf(fields),
    fields,
    keys: uniqueKeys(entity, fields),
    ever,
  });
  return [
    ...storedFields(entity).flatMap(([name, { unique }]) => {
      const keys = isLocalized(entity, name) ? textLanguages.map((one) => `${name}.${one}`) : [name];
      return unique ? keys.map((key) => of([key], unique === 'ever')) : [];
    }),
    ...(entity.unique ?? []).map((fields) => of(fields, false)),
  ];
}

const uniqueSql = (entity: Entity): string[] =>
  uniqueIndexes(entity).map(
    ({ index, keys, ever }) =>
      `create unique index ${quoted(index)} on ${quoted(entity.table)} (${keys.join(', ')})${ever ? '' : ` ${live}`};`,
  );

/** The columns that the row rules of roles read. */
const scopeOf = (entity: Entity): string[] => [
  ...Object.values(entity.access.rows).flatMap((rule) => (typeof rule === 'object' ? Object.keys(rule) : [])),
  ...storedScopes(entity).map(({ column }) => column),
];

/** The columns of an entity that an index can contain, with the kind of their values. */
const indexable = (entity: Entity): Map<string, KindName> =>
  new Map([
    ...storedFields(entity)
      .filter(([, field]) => isIndexable(field))
      .map(([name, { kind }]): [string, KindName] => [name, kind]),
    ...storedScopes(entity).map(({ column }): [string, KindName] => [column, 'reference']),
  ]);

/**
 * True if the reversed order of a list is another index: the order of a column that may be empty, as empty values are
 * last in both directions.
 */
export const hasIndexPerDirection = (entity: Entity, name: string): boolean =>
  sortDirection(entity, name, true) !== 'desc';

/** True if an index can contain the list's own order. The id ends each index. */
function isOrderIndexable(entity: Entity): boolean {
  const indexed = indexable(entity);
  const names = defaultSortNames(entity);
  return names.every((name) => name === 'created_at' || indexed.has(name) || (names.length > 1 && name === 'id'));
}

/**
 * True if every role with row rules sees only the caller's own records, by one column. They are few: they are found by
 * their index, then filtered and sorted as they are read.
 */
const isPersonal = ({ access: { rows } }: Entity): boolean =>
  Object.values(rows).every((rule) => {
    const [mine, ...more] = typeof rule === 'object' ? Object.values(rule) : [];
    return more.length === 0 && isCallerValue(mine) && mine.me === 'id';
  });

/** The fields with short values that can filter a list. */
function shortFields(entity: Entity): string[] {
  const indexed = indexable(entity);
  const sorted = defaultSortNames(entity);
  if (!isOrderIndexable(entity)) return [];
  const named = new Set([...(entity.list.filters ?? []), ...scopeOf(entity)]);
  return [...named].filter((name) => name !== sorted[0] && kinds[indexed.get(name) ?? 'text'].list.short);
}

/** The fields with which an index of the list's own order begins, for lists filtered by them. */
export function narrowingFields(entity: Entity): string[] {
  const fields = shortFields(entity);
  if (!isPersonal(entity)) return fields;
  const scope = scopeOf(entity);
  return fields.filter((name) => scope.includes(name));
}

/** The columns by which scheduled steps and notices find their records. */
const scheduleColumns = (entity: Entity): string[] =>
  [...entitySteps(entity), ...Object.values(entity.notices ?? {})].flatMap(({ schedule }) => schedule?.by ?? []);

/** The columns that a list can be sorted by, if it has indexes for that. */
const orderedFields = (entity: Entity): string[] =>
  isPersonal(entity) ? [] : [...entity.list.columns, ...(entity.list.sortable ?? []), 'created_at'];

/** The filters and sorts that have an index: references and choices for filters, the rest for sorts. */
function indexedFields(entity: Entity): string[] {
  const references = storedFields(entity)
    .filter(([, field]) => field.kind === 'reference' && !field.hidden)
    .map(([name]) => name);
  const { filters = [] } = entity.list;
  const narrowed = isPersonal(entity) ? [] : filters;
  const indexed = new Set(['created_at', ...indexable(entity).keys()]);
  // Fields that the row rules of other entities read have such an index over all records, deleted ones too.
  for (const name of referencedScopeFields(entity)) indexed.delete(name);
  const narrowing = new Set(narrowingFields(entity));
  const alone = [...references, ...narrowed, ...scopeOf(entity)].filter((name) => !narrowing.has(name));
  return [...new Set([...alone, ...orderedFields(entity), ...scheduleColumns(entity)])].filter((name) =>
    indexed.has(name),
  );
}

/** The sort keys of a column. */
function orderedBy(entity: Entity, name: string): string[] {
  const serial = entity.fields[name]?.serial;
  return serial === undefined ? [quoted(name)] : serialSortKeys(serial, quoted(name));
}

const indexSql = (entity: Entity): string[] =>
  indexedFields(entity).map((name) => {
    const keys = [...orderedBy(entity, name), 'id'].join(', ');
    return `create index ${quoted(`${entity.table}_${name}_idx`)} on ${quoted(entity.table)} (${keys}) ${live};`;
  });

/** The indexes for descending lists of columns that may be empty, whose ascending index has the empty ones first then. */
function descendingIndexSql(entity: Entity): string[] {
  const indexed = indexable(entity);
  return [...new Set(orderedFields(entity))]
    .filter((name) => indexed.has(name) && hasIndexPerDirection(entity, name))
    .map((name) => {
      const keys = `${quoted(name)} ${sortDirection(entity, name, true)}, "id" desc`;
      return `create index ${quoted(`${entity.table}_${name}__desc_idx`)} on ${quoted(entity.table)} (${keys}) ${live};`;
    });
}

/** The indexes by which a list is sorted by localized texts, for readers of each language. */
function localizedIndexSql(entity: Entity): string[] {
  const sorted = new Set([...orderedFields(entity), ...defaultSortNames(entity)]);
  return localizedNames(entity)
    .filter((name) => sorted.has(name))
    .flatMap((name) =>
      textLanguages.flatMap((language) => {
        const key = readerTextSql(quoted(name), language);
        const index = (end: string, keys: string) =>
          `create index ${quoted(`${entity.table}_${name}_${language}_${end}`)} on ${quoted(entity.table)} (${keys}) ${live};`;
        const descending = hasIndexPerDirection(entity, name)
          ? [index('_desc_idx', `${key} ${sortDirection(entity, name, true)}, "id" desc`)]
          : [];
        return [index('idx', `${key}, "id"`), ...descending];
      }),
    );
}

/** The keys of the list's own order, in the direction that an index must have. */
function listOrderKeys(entity: Entity): string[] {
  const fields = defaultSortFields(entity);
  const [first, ...others] = fields;
  if (first && others.length === 0 && !(first.isDescending && hasIndexPerDirection(entity, first.name)))
    return [...orderedBy(entity, first.name), '"id"'];
  const keys = fields.filter(({ name }) => name !== 'id').flatMap((one) => directedKeys(entity, one));
  return [...keys, fields.at(-1)?.isDescending ? '"id" desc' : '"id"'];
}

/** The sort keys of a column, each with its direction. */
function directedKeys(entity: Entity, { name, isDescending }: SortField): string[] {
  const keys = orderedBy(entity, name);
  const direction = (key: string) => (key === keys.at(-1) ? sortDirection(entity, name, isDescending) : 'desc');
  return keys.map((key) => (isDescending ? `${key} ${direction(key)}` : key));
}

/** The index of a list's own order by several fields; the order of one field has the index of its column. */
function orderIndexSql(entity: Entity): string[] {
  const isServed = defaultSortFields(entity).length > 1 && isOrderIndexable(entity) && !isPersonal(entity);
  if (!isServed) return [];
  const index = quoted(`${entity.table}__list_idx`);
  return [`create index ${index} on ${quoted(entity.table)} (${listOrderKeys(entity).join(', ')}) ${live};`];
}

/**
 * The indexes in the list's own order within each value of a filter. Those of row rules include the other filters as
 * well, so that the records can be filtered and counted without reading the table.
 */
function listIndexSql(entity: Entity): string[] {
  const scope = scopeOf(entity);
  const others = shortFields(entity).filter((name) => !scope.includes(name));
  const included = others.length > 0 ? `include (${others.map(quoted).join(', ')}) ` : '';
  return narrowingFields(entity).map((name) => {
    const include = scope.includes(name) ? included : '';
    const columns = [quoted(name), ...listOrderKeys(entity)].join(', ');
    const index = quoted(`${entity.table}_${name}__list_idx`);
    return `create index ${index} on ${quoted(entity.table)} (${columns}) ${include}${live};`;
  });
}

/** All indexes of an entity, the unique ones first; a table with one row has no others. */
export const indexesSql = (entity: Entity): string[] =>
  entity.single
    ? uniqueSql(entity)
    : [
        ...uniqueSql(entity),
        ...indexSql(entity),
        ...descendingIndexSql(entity),
        ...localizedIndexSql(entity),
        ...listIndexSql(entity),
        ...orderIndexSql(entity),
        ...rowIndexesSql(entity),
      ];

/** The table with its indexes, without its foreign keys. */
export function tableSql(entity: Entity): string {
  const columns = [
    ...base,
    ...storedFields(entity).map(([name, field]) => checkedColumnSql(entity.table, name, field)),
    ...storedScopes(entity).map(scopeColumnSql),
    ...(hasCollisions(entity) ? [collisionColumnSql] : []),
    ...tableConstraints(entity).map(({ name, definition }) => `constraint ${quoted(name)} ${definition}`),
  ];
  const table = `create table ${quoted(entity.table)} (\n  ${columns.join(',\n  ')}\n);`;
  const serials = storedFields(entity).flatMap(([name, field]) => serialColumn(entity.table, name, field) ?? []);
  return [
    ...constraintExtensions(entity),
    ...serials.flatMap(sequenceSql),
    table,
    ...serials.flatMap(sequenceOwnerSql),
    ...columnCommentsSql(entity, storedFields(entity)),
    ...indexesSql(entity),
  ].join('\n');
}

/**
 * The table of the entity of that name.
 * @throws for an unknown name, which is a mistake in the code
 */
export const tableName = (contract: Contract, name = ''): string => contract.entity(name).table;

/**
 * The join tables of an entity by name, to be created after every entity's table. Each pair is joined once, and can be
 * found from either side.
 */
export const joinTablesSql = (entity: Entity): ReadonlyMap<string, string> =>
  new Map(
    joinedFields(entity).map(([name, { items }]) => {
      const table = joinTableName(entity, name);
      const points = (column: string, to: string) => `${column} integer not null references ${quoted(to)} (id)`;
      const columns = [points('owner_id', entity.table), points('other_id', tableName(entity.contract, items?.to))];
      const made = `create table ${quoted(table)} (\n  ${[...columns, 'primary key (owner_id, other_id)'].join(',\n  ')}\n);`;
      const index = `create index ${quoted(`${table}_other_id_idx`)} on ${quoted(table)} (other_id, owner_id);`;
      return [table, [made, index].join('\n')];
    }),
  );

/** The foreign keys of an entity, to be created after every table. */
export const foreignKeySql = (entity: Entity): string[] =>
  storedFields(entity)
    .filter(([, field]) => field.kind === 'reference')
    .map(
      ([name, field]) =>
        `alter table ${quoted(entity.table)} add constraint ${quoted(`${entity.table}_${name}_fkey`)} foreign key (${quoted(
          name,
        )}) references ${quoted(tableName(entity.contract, field.to))} (id);`,
    );
