import { isDeepStrictEqual } from 'node:util';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Entity } from '../../../contract/schema/entity.ts';
import { isExpression } from '../schema/columns.ts';
import { isFolded, uniqueIndexes } from '../schema/ddl.ts';
import type { Writer } from './audit.ts';
import { type StoredRow, write } from './statements.ts';

/** A row that has what is to be written to another one, and the fields of which the values together occur once. */
export interface Holder {
  readonly fields: readonly string[];
  readonly id: number;
}

/** Is the field among what is written to a row, with another value than it has? */
export const isWritten = (before: StoredRow, written: Readonly<Record<string, unknown>>, name: string): boolean =>
  Object.hasOwn(written, name) && !isDeepStrictEqual(before[name], written[name]);

const isValue = (value: unknown): boolean => value !== null && value !== undefined && !isExpression(value);

/** Has a row the value in the field, as the unique index compares them? */
const has = (entity: Entity, name: string, value: unknown): RawBuilder<SqlBool> =>
  isFolded(entity, name)
    ? sql<SqlBool>`lower(${sql.ref(name)}) = lower(${value})`
    : sql<SqlBool>`${sql.ref(name)} = ${value}`;

/**
 * Which of some rows have the unique values that are to be written to another one. In: that row as it is, what is
 * written to it, and the numbers of the others. Nothing is asked where no unique value changes.
 */
export async function holdersOf(
  { trx }: Writer,
  entity: Entity,
  before: StoredRow,
  written: Readonly<Record<string, unknown>>,
  among: readonly number[],
): Promise<Holder[]> {
  const after = { ...before, ...written };
  const asked = uniqueIndexes(entity).filter(
    ({ fields }) =>
      fields.some((name) => isWritten(before, written, name)) && fields.every((name) => isValue(after[name])),
  );
  const found: Holder[] = [];
  for (const { fields } of among.length > 0 ? asked : []) {
    const same = fields.map((name) => has(entity, name, after[name]));
    const { rows } = await sql<{ id: number }>`select id from ${sql.table(entity.table)}
      where id = any (${[...among]}::int[]) and ${sql.join(same, sql` and `)}`.execute(trx);
    found.push(...rows.map(({ id }) => ({ fields, id })));
  }
  return found;
}

/**
 * Takes a locked row from among the live ones, whose unique values it then leaves to others, until it is brought back in the
 * same transaction: nobody else ever sees it so, and nothing is told of it.
 */
export const setAside = async (writer: Writer, entity: Entity, id: number): Promise<void> => {
  await write(
    writer.trx,
    entity,
    sql`update ${sql.table(entity.table)} set deleted_at = ${writer.now} where id = ${id}`,
  );
};

/** Brings a row back that was set aside. Throws a TakenError where another has its values now. */
export const bringBack = async (writer: Writer, entity: Entity, id: number): Promise<void> => {
  await write(writer.trx, entity, sql`update ${sql.table(entity.table)} set deleted_at = null where id = ${id}`);
};
