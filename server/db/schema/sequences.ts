import { maxSerialDigits, serialPattern } from '../../../contract/schema/field/serialNumber.ts';

/**
 * SQL of serial numbers: each comes from a sequence of its own. A number drawn by a transaction that is rolled back is
 * skipped.
 */

const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** The sequence of a serial number. */
export const sequenceName = (table: string, name: string): string => `${table}_${name}_seq`;

/** A number in a pattern: with leading zeros up to its digits; a larger number has more digits. */
function serialTextSql(number: string, pattern: string): string {
  const { before, digits, after } = serialPattern(pattern) ?? { before: '', digits: 1, after: '' };
  const format = `FM${'9'.repeat(maxSerialDigits - digits)}${'0'.repeat(digits)}`;
  return `(${literal(before)} || to_char(${number}, ${literal(format)}) || ${literal(after)})`;
}

/** The next serial number, as the default of its column. */
export const nextSerialSql = (table: string, name: string, pattern: string): string =>
  serialTextSql(`nextval(${literal(sequenceName(table, name))})`, pattern);

/** True if the value of a column comes from such a sequence. */
export const hasSequenceDefault = ({ standard }: { readonly standard: string | null }): boolean =>
  standard?.includes('nextval(') === true;

/** Creates the sequence; comes before the table. */
export const sequenceSql = (table: string, name: string): string => `create sequence "${sequenceName(table, name)}";`;

/** The sequence is dropped with its column. */
export const sequenceOwnerSql = (table: string, name: string): string =>
  `alter sequence "${sequenceName(table, name)}" owned by "${table}"."${name}";`;

/** Adds a serial number to a table with rows: existing rows get theirs in the order of their ids. */
export const addSerialSql = (table: string, name: string, pattern: string): string[] => [
  sequenceSql(table, name),
  `alter table "${table}" add column "${name}" text;`,
  sequenceOwnerSql(table, name),
  `update "${table}" as t set "${name}" = ${serialTextSql('o.number', pattern)}
  from (select id, row_number() over (order by id) as number from "${table}") as o where o.id = t.id;`,
  `select setval(${literal(sequenceName(table, name))}, count(*) + 1, false) from "${table}";`,
  `alter table "${table}" alter column "${name}" set default ${nextSerialSql(table, name, pattern)}, alter column "${name}" set not null;`,
];
