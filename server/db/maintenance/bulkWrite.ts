import { type Kysely, sql } from 'kysely';
import type { Database } from '../connection.ts';
import type { Tables } from '../schema/tables.ts';

/** The search indexes of a table (`containsIndexSql` in schema/indexes.ts). */
const searchIndexes = (table: string) =>
  sql<{ name: string }>`select c.relname as name from pg_index i join pg_class c on c.oid = i.indexrelid
    join pg_am a on a.oid = c.relam where i.indrelid = ${table}::regclass and a.amname = 'gin' order by 1`;

/**
 * Runs work that writes many rows of one table, in an open transaction. On the embedded database the search indexes
 * collect the new entries meanwhile, and take them up at the end, all at once: one by one they cost more than the rows
 * themselves, and nobody else has a turn until the transaction ends (issue 33, decision 0062). A rolled-back
 * transaction leaves the indexes as they were. A PostgreSQL server does the work as it is, since others read meanwhile.
 * @param table the name of the table
 * @returns what `work` returns
 * @throws what `work` throws
 */
export async function inBulk<T>(
  { engine }: Pick<Database, 'engine'>,
  trx: Kysely<Tables>,
  table: string,
  work: () => Promise<T>,
): Promise<T> {
  if (engine !== 'pglite') return work();
  const { rows } = await searchIndexes(table).execute(trx);
  for (const { name } of rows) await sql`alter index ${sql.id(name)} set (fastupdate = on)`.execute(trx);
  const result = await work();
  for (const { name } of rows) {
    await sql`select gin_clean_pending_list(${name}::regclass)`.execute(trx);
    await sql`alter index ${sql.id(name)} set (fastupdate = off)`.execute(trx);
  }
  return result;
}
