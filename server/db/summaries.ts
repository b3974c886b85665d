import { type Entity, fieldOf } from '../../contract/entity.ts';
import { columnOf } from '../../contract/kind.ts';
import { type SummaryDeclaration, summaryPrefix, summaryTable } from '../../contract/summary.ts';
import { quoted } from './columns.ts';

/**
 * SQL of the summaries of an entity. Each write of its table, by whatever statement, adds rows that say by how much a
 * part grew or shrank: nothing is updated, so that writers never wait for each other. A part is the sum of its rows.
 */

/** How many records the rows of a part stand for, together. No field has such a name. */
export const recordsColumn = '_records';

const list = (names: readonly string[]): string => names.map(quoted).join(', ');
const summariesOf = (entity: Entity): readonly SummaryDeclaration[] => entity.list.summaries ?? [];

/** Is that a table of a summary of the entity, of today or of a declaration before? */
export const isSummaryOf = (entity: Pick<Entity, 'table'>, table: string): boolean =>
  table.startsWith(`${summaryPrefix(entity)}__`);

/** The tables of an entity's summaries. */
export const summaryTables = (entity: Entity): string[] =>
  summariesOf(entity).map((summary) => summaryTable(entity, summary));

function tableSql(entity: Entity, summary: SummaryDeclaration): string {
  const table = summaryTable(entity, summary);
  const field = (name: string) => fieldOf(entity, name) ?? { kind: 'text' as const, label: entity.label };
  const columns = [
    ...summary.by.map((name) => `${quoted(name)} ${columnOf(field(name))}`),
    `${quoted(recordsColumn)} bigint not null`,
    ...(summary.sums ?? []).map((name) => {
      const type = field(name).kind === 'decimal' ? 'numeric' : 'bigint';
      return `${quoted(name)} ${type} not null`;
    }),
  ];
  const index = `create index ${quoted(`${table}_idx`)} on ${quoted(table)} (${list(summary.by)});`;
  return `create table ${quoted(table)} (\n  ${columns.join(',\n  ')}\n);\n${index}`;
}

/** Adds to a summary what these rows are to it: `1` counts them, `-1` takes them away. */
function added(entity: Entity, summary: SummaryDeclaration, rows: string): string {
  const { by, sums = [] } = summary;
  const sumOf = (name: string): string => `sum(${quoted(name)})`;
  const counts = [recordsColumn, ...sums].map(sumOf);
  return `insert into ${quoted(summaryTable(entity, summary))} (${list([...by, recordsColumn, ...sums])})
    select ${[list(by), ...counts].join(', ')} from (${rows}) parts
    group by ${list(by)} having ${counts.map((one) => `${one} <> 0`).join(' or ')};`;
}

const rowsOf = ({ by, sums = [] }: SummaryDeclaration, from: string, sign: '' | '-'): string =>
  `select ${list(by)}, ${sign}1 as ${quoted(recordsColumn)}${sums.map((name) => `, ${sign}${quoted(name)} as ${quoted(name)}`).join('')}
      from ${from} where deleted_at is null`;

/** What each kind of statement does to the summaries; the rows before and after it have the names of the triggers. */
const changes = (entity: Entity): [event: string, rows: string, (summary: SummaryDeclaration) => string][] => {
  const add = (summary: SummaryDeclaration, ...rows: string[]) => added(entity, summary, rows.join('\n    union all '));
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
  const all = changes(entity);
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
 * The summaries of an entity: their tables, the triggers that keep them, and what they hold of the records that are
 * there. Whoever writes to the table waits until that transaction ends; readers do not.
 */
export const summariesSql = (entity: Entity): string[] =>
  summariesOf(entity).length === 0
    ? []
    : [
        ...summariesOf(entity).map((summary) => tableSql(entity, summary)),
        ...triggersSql(entity),
        ...summariesOf(entity).map((one) => added(entity, one, rowsOf(one, quoted(entity.table), ''))),
      ];

/** Takes away summaries with their triggers. In: the table that they are of, and theirs. */
export const dropSummariesSql = (table: string, summaries: readonly string[]): string[] => [
  `drop function if exists ${quoted(summaryPrefix({ table }))}() cascade;`,
  ...[...new Set(summaries)].map((one) => `drop table if exists ${quoted(one)};`),
];

/** Puts the rows of each part together that has several: a statement that leaves every sum as it was, for each summary. */
export const foldSql = (entity: Entity): string[] =>
  summariesOf(entity).map((summary) => {
    const table = quoted(summaryTable(entity, summary));
    return `with due as (
        select unnest(array_agg(ctid)) as at from ${table} group by ${list(summary.by)} having count(*) > 1),
      gone as (delete from ${table} using due where ${table}.ctid = due.at returning ${table}.*)
      ${added(entity, summary, 'select * from gone').replace(/;$/, '')}`;
  });
