import { columnOf } from '../../../contract/kinds/fieldColumn.ts';
import { kinds } from '../../../contract/kinds/index.ts';
import { fixedDefault } from '../../../contract/kinds/resolveDefault.ts';
import { type Entity, fieldOf } from '../../../contract/schema/entity.ts';
import { type SummaryDeclaration, summaryPrefix, summaryTable } from '../../../contract/schema/list/summaryTable.ts';
import { quoted } from '../schema/columns.ts';

/**
 * SQL of the summaries of an entity. Each statement that writes its table adds rows with the change of each group. No
 * row is updated, so that writers never wait for each other. The value of a group is the sum of its rows.
 */

/** The number of records that a row adds to its group. No field has such a name. */
export const recordsColumn = '_records';

/** True for a compacted row. The rows written since are few. No field has such a name. */
const compactedColumn = '_folded';

const list = (names: readonly string[]): string => names.map(quoted).join(', ');
const summariesOf = (entity: Entity): readonly SummaryDeclaration[] => entity.list.summaries ?? [];

/** True for a summary table of the entity, also one of a former declaration. */
export const isSummaryOf = (entity: Pick<Entity, 'table'>, table: string): boolean =>
  table.startsWith(`${summaryPrefix(entity)}__`);

export const summaryTables = (entity: Entity): string[] =>
  summariesOf(entity).map((summary) => summaryTable(entity, summary));

/**
 * Collect no statistics on these columns of a summary: its rows change with each write. From old statistics the planner
 * would prefer plans for single values over the generic plan, and plan each time.
 */
const withoutStatisticsSql = (table: string, columns: readonly string[]): string =>
  `alter table ${quoted(table)} ${columns.map((name) => `alter column ${quoted(name)} set statistics 0`).join(', ')};`;

function tableSql(entity: Entity, summary: SummaryDeclaration): string {
  const table = summaryTable(entity, summary);
  const field = (name: string) => fieldOf(entity, name) ?? { kind: 'text' as const, label: entity.label };
  const columns = [
    ...summary.by.map((name) => `${quoted(name)} ${columnOf(field(name))}`),
    `${quoted(recordsColumn)} bigint not null`,
    ...(summary.sums ?? []).map((name) => {
      const type = kinds[field(name).kind].list.sum === 'decimal' ? 'numeric' : 'bigint';
      return `${quoted(name)} ${type} not null`;
    }),
    `${quoted(compactedColumn)} boolean not null default false`,
  ];
  const on = `on ${quoted(table)} (${list(summary.by)})`;
  return [
    `create table ${quoted(table)} (\n  ${columns.join(',\n  ')}\n);`,
    withoutStatisticsSql(table, summary.by),
    `create index ${quoted(`${table}_idx`)} ${on};`,
    `create index ${quoted(`${table}_new`)} ${on} where not ${quoted(compactedColumn)};`,
  ].join('\n');
}

/** The statement that inserts the sums of these rows into a summary, by group. */
function addPartsSql(entity: Entity, { by, sums = [] }: SummaryDeclaration, rows: string, folded?: true): string {
  const sumOf = (name: string): string => `sum(${quoted(name)})`;
  const counts = [recordsColumn, ...sums].map(sumOf);
  const columns = [...by, recordsColumn, ...sums, ...(folded ? [compactedColumn] : [])];
  return `insert into ${quoted(summaryTable(entity, { by, sums }))} (${list(columns)})
    select ${[list(by), ...counts, ...(folded ? ['true'] : [])].join(', ')} from (${rows}) parts
    group by ${list(by)} having ${counts.map((one) => `${one} <> 0`).join(' or ')}`;
}

/** Adds the counts of these rows to a summary. */
const addRowsSql = (entity: Entity, summary: SummaryDeclaration, rows: string): string =>
  `${addPartsSql(entity, summary, rows)};`;

const rowsOf = ({ by, sums = [] }: SummaryDeclaration, from: string, sign: '' | '-'): string =>
  `select ${list(by)}, ${sign}1 as ${quoted(recordsColumn)}${sums.map((name) => `, ${sign}${quoted(name)} as ${quoted(name)}`).join('')}
      from ${from} where deleted_at is null`;

/** The change of the summaries per kind of statement; the triggers name the rows before and after it. */
const triggerEvents = (entity: Entity): [event: string, rows: string, (summary: SummaryDeclaration) => string][] => {
  const add = (summary: SummaryDeclaration, ...rows: string[]) =>
    addRowsSql(entity, summary, rows.join('\n    union all '));
  return [
    ['insert', 'new table as after_it', (one) => add(one, rowsOf(one, 'after_it', ''))],
    [
      'update',
      'old table as before_it new table as after_it',
      (one) => add(one, rowsOf(one, 'after_it', ''), rowsOf(one, 'before_it', '-')),
    ],
    ['delete', 'old table as before_it', (one) => add(one, rowsOf(one, 'before_it', '-'))],
    ['truncate', '', (one) => `delete from ${quoted(summaryTable(entity, one))};`],
  ];
};

function triggersSql(entity: Entity): string[] {
  const summaries = summariesOf(entity);
  const name = summaryPrefix(entity);
  const all = triggerEvents(entity);
  const cases = all.map(
    ([event, , work]) => `tg_op = '${event.toUpperCase()}' then\n    ${summaries.map(work).join('\n    ')}`,
  );
  const body = `begin\n  if ${cases.join('\n  elsif ')}\n  end if;\n  return null;\nend`;
  return [
    `create function ${quoted(name)}() returns trigger language plpgsql as $$ ${body} $$;`,
    ...all.map(
      ([event, rows]) =>
        `create trigger ${quoted(`${name}_${event}`)} after ${event} on ${quoted(entity.table)} ${rows && `referencing ${rows} `}for each statement execute function ${quoted(name)}();`,
    ),
  ];
}

/**
 * The summaries of an entity: their tables, their triggers, and the sums of the existing records. Writers of the table
 * wait until this transaction ends; readers do not.
 */
export const summariesSql = (entity: Entity): string[] =>
  summariesOf(entity).length === 0
    ? []
    : [
        ...summariesOf(entity).map((summary) => tableSql(entity, summary)),
        ...triggersSql(entity),
        ...summariesOf(entity).map((one) => addRowsSql(entity, one, rowsOf(one, quoted(entity.table), ''))),
      ];

/**
 * Drops summaries with their triggers.
 * @param table the table of the entity
 * @param summaries its summary tables
 */
export const dropSummariesSql = (table: string, summaries: readonly string[]): string[] => [
  `drop function if exists ${quoted(summaryPrefix({ table }))}() cascade;`,
  ...[...new Set(summaries)].map((one) => `drop table if exists ${quoted(one)};`),
];

/** True if a group may have no value in the field. */
function mayBeEmpty(entity: Entity, name: string): boolean {
  const field = fieldOf(entity, name);
  return !field?.required && (!field || fixedDefault(field) === undefined);
}

/** All subsets of a list. */
const subsets = ([first, ...others]: readonly string[]): string[][] =>
  first === undefined ? [[]] : subsets(others).flatMap((set) => [set, [first, ...set]]);

/**
 * A statement for each summary that compacts the groups with new rows; no sum changes. It reads only new rows and their
 * groups. Groups with nulls are looked up separately for each combination of null columns, since an index finds equal
 * values only. The rows of a group are looked up by `lateral` with `offset 0`, one group at a time, since PostgreSQL
 * otherwise compares all rows with all groups when its statistics say that the table is empty: it may have analyzed the
 * table while many rows were not yet committed.
 */
export const compactSql = (entity: Entity): string[] =>
  summariesOf(entity).map((summary) => {
    const table = quoted(summaryTable(entity, summary));
    const { by } = summary;
    const gone = subsets(by.filter((name) => mayBeEmpty(entity, name))).map((empty) => {
      const pairs = by
        .map(quoted)
        .map((name, index) =>
          empty.includes(by[index] ?? '') ? `t.${name} is null and due.${name} is null` : `t.${name} = due.${name}`,
        );
      const found = `select t.ctid from due, lateral (select t.ctid from ${table} t where ${pairs.join(' and ')} offset 0) t`;
      return `(delete from ${table} where ctid = any(array(${found})) returning *)`;
    });
    const named = gone.map((statement, index) => `gone${index} as ${statement}`);
    const rows = gone.map((_, index) => `select * from gone${index}`).join(' union all ');
    return `with due as materialized (select distinct ${list(by)} from ${table} where not ${quoted(compactedColumn)}),
      ${named.join(',\n      ')}
      ${addPartsSql(entity, summary, rows, true)}`;
  });
