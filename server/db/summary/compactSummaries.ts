import { type Kysely, sql } from 'kysely';
import { entities } from '../../../contract/index.ts';
import type { Tables } from '../schema/tables.ts';
import { foldSql, summaryTables } from './summaryTables.ts';

const folds = entities.flatMap((entity) => {
  const tables = summaryTables(entity);
  return foldSql(entity).map((text, index) => ({ table: tables[index] ?? '', text }));
});

/** Puts the rows of one summary together. Out: how many rows are new by that. */
const fold = async (db: Kysely<Tables>, text: string): Promise<number> =>
  Number((await sql.raw(text).execute(db)).numAffectedRows ?? 0);

/** Keeps the summaries short: the rows of each part become one. Whoever counts at the same moment counts the same. */
export async function foldSummaries(db: Kysely<Tables>): Promise<void> {
  for (const { text } of folds) await fold(db, text);
}

/** So many new rows are worth to be put together at once. */
const worthwhile = 500;
/** Fewer are put together once in a while: what PostgreSQL counts is no promise, and begins anew after a crash. */
const anywayMs = 60_000;

/** How many rows were ever put into each table, as PostgreSQL counts them some moments later. */
async function countsOf(db: Kysely<Tables>): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ table: string; put: number }>`select relname as table, n_tup_ins::float8 as put
    from pg_stat_user_tables where relname = any (${folds.map(({ table }) => table)}::text[])`.execute(db);
  return new Map(rows.map(({ table, put }) => [table, put]));
}

/** Whether a summary has grown enough since it was folded, or that is long ago. */
function isDue(put: number, last: { readonly put: number; readonly at: number }, now: number): boolean {
  const fresh = put - last.put;
  return fresh < 0 || fresh > worthwhile || now - last.at >= anywayMs;
}

/**
 * Folds the summaries that have grown, so that rows are not written anew for each one that is new. Out: a
 * round of it, which remembers what it has put together so far.
 */
export function folder(): (db: Kysely<Tables>, now?: number) => Promise<void> {
  const done = new Map<string, { put: number; at: number }>();
  return async (db, now = performance.now()) => {
    const counts = await countsOf(db);
    for (const { table, text } of folds) {
      const put = counts.get(table) ?? 0;
      const last = done.get(table);
      if (!last || isDue(put, last, now)) done.set(table, { put: put + (await fold(db, text)), at: now });
    }
  };
}
