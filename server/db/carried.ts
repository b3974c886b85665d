import { type RawBuilder, sql } from 'kysely';

/** A statement that waits to be sent in one with the next one of its transaction, which sees nothing of what it writes. */
export type Carried = RawBuilder<unknown> | undefined;

/** The statement with the one that it carries, if there is one. */
export const carrying = <Row>(carried: Carried, statement: RawBuilder<Row>): RawBuilder<Row> =>
  carried ? sql<Row>`with carried as (${carried}) ${statement}` : statement;
