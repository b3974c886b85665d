import { type RawBuilder, sql } from 'kysely';

/** A statement that waits to be sent in one with the next one of its transaction, which sees nothing of what it writes. */
export type Carried = RawBuilder<unknown> | undefined;

/** The statement with those that it carries, by the names that it may read what they return by. */
export function carryingAll<Row>(
  carried: Readonly<Record<string, Carried>>,
  statement: RawBuilder<Row>,
): RawBuilder<Row> {
  const parts = Object.entries(carried).flatMap(([name, one]) => (one ? [sql`${sql.id(name)} as (${one})`] : []));
  return parts.length > 0 ? sql<Row>`with ${sql.join(parts)} ${statement}` : statement;
}

/** The statement with those that it carries, if there are any. */
export const carrying = <Row>(carried: readonly Carried[], statement: RawBuilder<Row>): RawBuilder<Row> =>
  carryingAll(Object.fromEntries(carried.map((one, at) => [`carried_${at}`, one])), statement);
