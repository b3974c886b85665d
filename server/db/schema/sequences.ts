import { memoize } from '../../../contract/lib/memoize.ts';
import { type DeclaredEntity, storedFields } from '../../../contract/schema/entity.ts';
import type { Field } from '../../../contract/schema/field/field.ts';
import {
  maxSerialDigits,
  type SerialPattern,
  type SerialPeriod,
  serialMatch,
  serialParts,
  serialPattern,
  serialPrefixLength,
} from '../../../contract/schema/field/serialNumber.ts';

/**
 * SQL of serial numbers: each comes from a sequence of its own. A number drawn by a transaction that is rolled back is
 * skipped. One without gaps comes from a row of `serial_counter`, which is locked until the transaction ends. One that
 * begins at 1 in each year or month comes from the same sequence, less its value when the period began
 * (`serial_period`); without gaps it has a row of `serial_counter` for each period.
 */

/** A column with a serial number. */
export interface SerialColumn {
  readonly table: string;
  readonly name: string;
  readonly pattern: SerialPattern;
  /** True if its numbers have no gaps. */
  readonly gapless: boolean;
}

/** The serial number of a field, where it has one. */
export function serialColumn(
  table: string,
  name: string,
  { serial, gapless = false }: Field,
): SerialColumn | undefined {
  if (serial === undefined) return undefined;
  return { table, name, pattern: serialPattern(serial) ?? { before: '', digits: 1, after: '' }, gapless };
}

/** The serial numbers of an entity that begin at 1 in each year or month. */
export const periodicSerials = memoize((entity: DeclaredEntity): SerialColumn[] =>
  storedFields(entity)
    .flatMap(([name, field]) => serialColumn(entity.table, name, field) ?? [])
    .filter(({ pattern }) => pattern.period !== undefined),
);

const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** The sequence of a serial number. */
export const sequenceName = (table: string, name: string): string => `${table}_${name}_seq`;

/** The year and the month of a point in time in the time zone of the connection, as SQL. */
const periodSql = (moment: string): SerialPeriod => ({
  year: `to_char(${moment}, 'YYYY')`,
  month: `to_char(${moment}, 'MM')`,
});

/** The text before the number, as SQL. */
function prefixSql(pattern: SerialPattern, period: SerialPeriod): string {
  const parts = serialParts(pattern).map((part) => (typeof part === 'string' ? period[part] : literal(part.text)));
  return parts.join(' || ') || literal('');
}

/** A number in a pattern: with leading zeros up to its digits; a larger number has more digits. */
function serialTextSql(number: string, pattern: SerialPattern, period: SerialPeriod): string {
  const { digits, after } = pattern;
  const format = `FM${'9'.repeat(maxSerialDigits - digits)}${'0'.repeat(digits)}`;
  return `(${prefixSql(pattern, period)} || to_char(${number}, ${literal(format)}) || ${literal(after)})`;
}

/** The name of a serial number in `serial_counter`; each of its periods has a name that begins with it and a colon. */
const counterName = (table: string, name: string): string => `${table}.${name}`;

/** The number itself, as SQL. */
function nextNumberSql({ table, name, pattern, gapless }: SerialColumn, period: SerialPeriod): string {
  const [counter, sequence] = [counterName(table, name), literal(sequenceName(table, name))];
  if (pattern.period === undefined) return gapless ? `next_serial(${literal(counter)})` : `nextval(${sequence})`;
  const counted = `${literal(`${counter}:`)} || ${prefixSql(pattern, period)}`;
  return gapless ? `next_serial(${counted})` : `next_serial_of_period(${counted}, ${sequence})`;
}

/**
 * The next serial number.
 * @param period the year and the month as SQL; by default those of the clock and the time zone of the connection, as the
 *   default of a column has them
 */
export const nextSerialSql = (column: SerialColumn, period = periodSql('now()')): string =>
  serialTextSql(nextNumberSql(column, period), column.pattern, period);

/**
 * The keys that sort serial numbers: by their period, then by their length, since one with more digits than its pattern
 * comes after those with fewer, then by their digits.
 * @param column the SQL of the value
 */
export function serialSortKeys(serial: string, column: string): string[] {
  const pattern = serialPattern(serial);
  const period = pattern?.period === undefined ? [] : [`left(${column}, ${serialPrefixLength(pattern)})`];
  return [...period, `length(${column})`, column];
}

type Standard = { readonly standard: string | null };

/** True if the value of a column comes from a sequence. */
export const hasSequenceDefault = ({ standard }: Standard): boolean =>
  standard?.includes('nextval(') === true || standard?.includes('next_serial_of_period(') === true;

/** True if the value of a column is a number without gaps. */
export const hasCounterDefault = ({ standard }: Standard): boolean => standard?.includes('next_serial(') === true;

/** True if the value of a column is a serial number. */
export const hasSerialDefault = (column: Standard): boolean => hasSequenceDefault(column) || hasCounterDefault(column);

/** True if the value of a column is a serial number that begins at 1 in each year or month. */
const hasPeriodicDefault = (column: Standard): boolean =>
  hasSerialDefault(column) && column.standard?.includes("'YYYY'") === true;

/** The condition for the names of a serial number and of its periods. */
const namedSql = (name: string): string => `name = ${literal(name)} or starts_with(name, ${literal(`${name}:`)})`;

/** Forgets the periods of a column of the same name that was dropped. */
const periodsForgottenSql = ({ table, name, pattern, gapless }: SerialColumn): string[] =>
  pattern.period === undefined
    ? []
    : [`delete from ${gapless ? 'serial_counter' : 'serial_period'} where ${namedSql(counterName(table, name))};`];

/** Creates what the number is drawn from; comes before the table. */
export const sequenceSql = (column: SerialColumn): string[] => [
  ...(column.gapless ? [] : [`create sequence "${sequenceName(column.table, column.name)}";`]),
  ...periodsForgottenSql(column),
];

/** The sequence is dropped with its column. */
export const sequenceOwnerSql = ({ table, name, gapless }: SerialColumn): string[] =>
  gapless ? [] : [`alter sequence "${sequenceName(table, name)}" owned by "${table}"."${name}";`];

const counterSetSql = (last: string): string =>
  `insert into serial_counter (name, last) ${last} on conflict (name) do update set last = excluded.last;`;

/** The last number of the sequence of a column. */
const lastValueSql = ({ table, name }: SerialColumn): string =>
  `select case when is_called then last_value else last_value - 1 end from "${sequenceName(table, name)}"`;

/** Continues without gaps where the sequence of a column was. */
const sequenceToCounterSql = (column: SerialColumn): string =>
  counterSetSql(`select ${literal(counterName(column.table, column.name))}, (${lastValueSql(column)})`);

/** Continues with a sequence where the numbers without gaps of a column were. */
function counterToSequenceSql({ table, name }: SerialColumn): string {
  const key = literal(counterName(table, name));
  return `select setval(${literal(sequenceName(table, name))}, coalesce((select last from serial_counter where name = ${key}), 0) + 1, false);`;
}

/**
 * Continues after the highest number of each period among the rows that have the pattern. Numbers of another pattern do
 * not count.
 */
function continueAfterRowsSql(column: SerialColumn): string[] {
  const { table, name, pattern, gapless } = column;
  const prefix = serialPrefixLength(pattern);
  const number = `substr("${name}", ${prefix + 1}, length("${name}") - ${prefix + pattern.after.length})::bigint`;
  const rows = `from "${table}" where "${name}" ~ ${literal(serialMatch(pattern).source)}`;
  const counter = counterName(table, name);
  const period =
    pattern.period === undefined ? literal(counter) : `${literal(`${counter}:`)} || left("${name}", ${prefix})`;
  if (gapless)
    return [
      `insert into serial_counter as c (name, last) select ${period}, max(${number}) ${rows} group by 1
  on conflict (name) do update set last = greatest(c.last, excluded.last);`,
    ];
  if (pattern.period === undefined)
    return [
      `select setval(${literal(sequenceName(table, name))}, greatest((${lastValueSql(column)}), (select max(${number}) ${rows})) + 1, false);`,
    ];
  return [
    `insert into serial_period as p (name, before) select ${period}, (${lastValueSql(column)}) - max(${number}) ${rows} group by 1
  on conflict (name) do update set before = least(p.before, excluded.before);`,
  ];
}

/** A serial number that is drawn in another way, or has another pattern. */
interface SerialChange {
  readonly column: SerialColumn;
  readonly live: Standard;
  /** Sets the default of the column. */
  readonly defaultSql: string;
}

/** The statements that change how a serial number is drawn. It goes on after the last one. */
export function changeSerialSql({ column, live, defaultSql }: SerialChange): string[] {
  const { table, name, gapless, pattern } = column;
  const hasPeriods = pattern.period !== undefined || hasPeriodicDefault(live);
  const isToCounter = gapless && hasSequenceDefault(live);
  const isToSequence = !gapless && hasCounterDefault(live);
  const named = namedSql(counterName(table, name));
  return [
    ...(isToSequence ? [...sequenceSql(column), ...sequenceOwnerSql(column)] : []),
    ...(isToSequence && !hasPeriods ? [counterToSequenceSql(column)] : []),
    ...(isToCounter && !hasPeriods ? [sequenceToCounterSql(column)] : []),
    defaultSql,
    ...(isToSequence ? [`delete from serial_counter where ${named};`] : []),
    ...(isToCounter ? [`drop sequence "${sequenceName(table, name)}";`] : []),
    ...(isToCounter && hasPeriods ? [`delete from serial_period where ${named};`] : []),
    ...(hasPeriods ? continueAfterRowsSql(column) : []),
  ];
}

/**
 * The statements that rename what a serial number is drawn from.
 * @param was the former table and column
 * @param is the new table and column
 */
export function serialRenamedSql(
  live: Standard,
  was: readonly [string, string],
  is: readonly [string, string],
): string[] {
  const [former, name] = [counterName(...was), counterName(...is)];
  const renamed = (table: string) =>
    `update ${table} set name = ${literal(name)} || substr(name, ${former.length + 1}) where ${namedSql(former)};`;
  return [
    ...(hasSequenceDefault(live)
      ? [`alter sequence "${sequenceName(...was)}" rename to "${sequenceName(...is)}";`]
      : []),
    ...(hasCounterDefault(live) ? [renamed('serial_counter')] : []),
    ...(hasSequenceDefault(live) && hasPeriodicDefault(live) ? [renamed('serial_period')] : []),
  ];
}

/**
 * Adds a serial number to a table with rows: existing rows get theirs in the order of their ids, those of each year or
 * month by the time of their creation.
 */
export const addSerialSql = (column: SerialColumn): string[] => {
  const { table, name, pattern, gapless } = column;
  const period = periodSql('o.created_at');
  const partition = pattern.period === undefined ? '' : `partition by ${prefixSql(pattern, periodSql('created_at'))} `;
  const start = gapless
    ? counterSetSql(`select ${literal(counterName(table, name))}, count(*) from "${table}"`)
    : `select setval(${literal(sequenceName(table, name))}, count(*) + 1, false) from "${table}";`;
  return [
    ...sequenceSql(column),
    `alter table "${table}" add column "${name}" text;`,
    ...sequenceOwnerSql(column),
    `update "${table}" as t set "${name}" = ${serialTextSql('o.number', pattern, period)}
  from (select id, created_at, row_number() over (${partition}order by id) as number from "${table}") as o where o.id = t.id;`,
    ...(pattern.period === undefined ? [start] : continueAfterRowsSql(column)),
    `alter table "${table}" alter column "${name}" set default ${nextSerialSql(column)}, alter column "${name}" set not null;`,
  ];
};
