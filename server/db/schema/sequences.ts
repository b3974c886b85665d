import type { Field } from '../../../contract/schema/field/field.ts';
import { maxSerialDigits, serialPattern } from '../../../contract/schema/field/serialNumber.ts';

/**
 * SQL of serial numbers: each comes from a sequence of its own. A number drawn by a transaction that is rolled back is
 * skipped. One without gaps comes from a row of `serial_counter`, which is locked until the transaction ends.
 */

/** A column with a serial number. */
export interface SerialColumn {
  readonly table: string;
  readonly name: string;
  readonly pattern: string;
  /** True if its numbers have no gaps. */
  readonly gapless: boolean;
}

/** The serial number of a field, where it has one. */
export const serialColumn = (
  table: string,
  name: string,
  { serial, gapless = false }: Field,
): SerialColumn | undefined => (serial === undefined ? undefined : { table, name, pattern: serial, gapless });

const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** The sequence of a serial number. */
export const sequenceName = (table: string, name: string): string => `${table}_${name}_seq`;

/** A number in a pattern: with leading zeros up to its digits; a larger number has more digits. */
function serialTextSql(number: string, pattern: string): string {
  const { before, digits, after } = serialPattern(pattern) ?? { before: '', digits: 1, after: '' };
  const format = `FM${'9'.repeat(maxSerialDigits - digits)}${'0'.repeat(digits)}`;
  return `(${literal(before)} || to_char(${number}, ${literal(format)}) || ${literal(after)})`;
}

/** The key of a number without gaps in `serial_counter`. */
const counterName = (table: string, name: string): string => `${table}.${name}`;

/** The next serial number, as the default of its column. */
export const nextSerialSql = ({ table, name, pattern, gapless }: SerialColumn): string =>
  serialTextSql(
    gapless ? `next_serial(${literal(counterName(table, name))})` : `nextval(${literal(sequenceName(table, name))})`,
    pattern,
  );

type Standard = { readonly standard: string | null };

/** True if the value of a column comes from a sequence. */
export const hasSequenceDefault = ({ standard }: Standard): boolean => standard?.includes('nextval(') === true;

/** True if the value of a column is a number without gaps. */
export const hasCounterDefault = ({ standard }: Standard): boolean => standard?.includes('next_serial(') === true;

/** True if the value of a column is a serial number. */
export const hasSerialDefault = (column: Standard): boolean => hasSequenceDefault(column) || hasCounterDefault(column);

/** Creates what the number is drawn from; comes before the table. */
export const sequenceSql = ({ table, name, gapless }: SerialColumn): string[] =>
  gapless ? [] : [`create sequence "${sequenceName(table, name)}";`];

/** The sequence is dropped with its column. */
export const sequenceOwnerSql = ({ table, name, gapless }: SerialColumn): string[] =>
  gapless ? [] : [`alter sequence "${sequenceName(table, name)}" owned by "${table}"."${name}";`];

const counterSetSql = (last: string): string =>
  `insert into serial_counter (name, last) ${last} on conflict (name) do update set last = excluded.last;`;

/** Continues without gaps where the sequence of a column was, and drops it. */
export const sequenceToCounterSql = ({ table, name }: SerialColumn): string[] => [
  counterSetSql(
    `select ${literal(counterName(table, name))}, case when is_called then last_value else last_value - 1 end from "${sequenceName(table, name)}"`,
  ),
];

/** Continues with a sequence where the numbers without gaps of a column were. */
export const counterToSequenceSql = (column: SerialColumn): string[] => {
  const { table, name } = column;
  const key = literal(counterName(table, name));
  return [
    ...sequenceSql(column),
    ...sequenceOwnerSql(column),
    `select setval(${literal(sequenceName(table, name))}, coalesce((select last from serial_counter where name = ${key}), 0) + 1, false);`,
    `delete from serial_counter where name = ${key};`,
  ];
};

/** The number without gaps of a column that is renamed. */
export const counterRenamedSql = (was: readonly [string, string], is: readonly [string, string]): string =>
  `update serial_counter set name = ${literal(counterName(...is))} where name = ${literal(counterName(...was))};`;

/** Adds a serial number to a table with rows: existing rows get theirs in the order of their ids. */
export const addSerialSql = (column: SerialColumn): string[] => {
  const { table, name, pattern, gapless } = column;
  const start = gapless
    ? counterSetSql(`select ${literal(counterName(table, name))}, count(*) from "${table}"`)
    : `select setval(${literal(sequenceName(table, name))}, count(*) + 1, false) from "${table}";`;
  return [
    ...sequenceSql(column),
    `alter table "${table}" add column "${name}" text;`,
    ...sequenceOwnerSql(column),
    `update "${table}" as t set "${name}" = ${serialTextSql('o.number', pattern)}
  from (select id, row_number() over (order by id) as number from "${table}") as o where o.id = t.id;`,
    start,
    `alter table "${table}" alter column "${name}" set default ${nextSerialSql(column)}, alter column "${name}" set not null;`,
  ];
};
