import { type Kysely, sql } from 'kysely';
import { memoize } from '../../../contract/lib/memoize.ts';
import type { Contract } from '../../../contract/schema/entity.ts';
import type { Tables } from '../schema/tables.ts';
import { compactSql, summaryTables } from './summaryTables.ts';

/** The statements that compact the summaries of a contract, with their tables. */
const compactionsOf = memoize(({ entities }: Contract) =>
  entities.flatMap((entity) => {
    const tables = summaryTables(entity);
    return compactSql(entity).map((text, index) => ({ table: tables[index] ?? '', text }));
  }),
);

/**
 * Compacts one summary table.
 * @returns the number of new rows that replace the old ones
 */
const compactTable = async (db: Kysely<Tables>, text: string): Promise<number> =>
  Number((await sql.raw(text).execute(db)).numAffectedRows ?? 0);

/** Compacts all summaries: the rows of each group become one. Concurrent readers see the same sums. */
export async function compactSummaries(db: Kysely<Tables>, contract: Contract): Promise<void> {
  for (const { text } of compactionsOf(contract)) await compactTable(db, text);
}

/** The number of new rows from which a table is compacted at once. */
const minNewRows = 500;
/** Fewer rows are compacted after this time, since PostgreSQL's counters are approximate and are reset by a crash. */
const maxIntervalMs = 60_000;

/** The number of rows ever inserted into each table, from PostgreSQL's counters, which lag a little. */
async function insertCounts(db: Kysely<Tables>, tables: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ table: string; put: number }>`select relname as table, n_tup_ins::float8 as put
    from pg_stat_user_tables where relname = any (${tables}::text[])`.execute(db);
  return new Map(rows.map(({ table, put }) => [table, put]));
}

/** True if a summary has grown enough since it was compacted, or if that is long ago. */
function isDue(put: number, last: { readonly put: number; readonly at: number }, now: number): boolean {
  const fresh = put - last.put;
  return fresh < 0 || fresh > minNewRows || now - last.at >= maxIntervalMs;
}

/**
 * Creates a function that compacts the summaries that have grown, so that not every new row causes a rewrite. It
 * remembers what it has compacted.
 */
export function createCompactor(contract: Contract): (db: Kysely<Tables>, now?: number) => Promise<void> {
  const compactions = compactionsOf(contract);
  const tables = compactions.map(({ table }) => table);
  const done = new Map<string, { put: number; at: number }>();
  return async (db, now = performance.now()) => {
    const counts = await insertCounts(db, tables);
    for (const { table, text } of compactions) {
      const put = counts.get(table) ?? 0;
      const last = done.get(table);
      if (!last || isDue(put, last, now)) done.set(table, { put: put + (await compactTable(db, text)), at: now });
    }
  };
}
