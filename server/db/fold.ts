import { type Kysely, sql } from 'kysely';
import { entities } from '../../contract/index.ts';
import { foldSql } from './summaries.ts';
import type { Tables } from './tables.ts';

const folds = entities.flatMap(foldSql);

/** Keeps the summaries short: the rows of each part become one. Whoever counts at the same moment counts the same. */
export async function foldSummaries(db: Kysely<Tables>): Promise<void> {
  for (const fold of folds) await sql.raw(fold).execute(db);
}
