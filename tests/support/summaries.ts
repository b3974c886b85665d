import { contract } from '../../contract/index.ts';
import type { Entity } from '../../contract/schema/entity.ts';
import { type SummaryDeclaration, summaryTable } from '../../contract/schema/list/summaryTable.ts';
import type { SqlExecutor } from '../../server/db/connection.ts';
import { recordsColumn } from '../../server/db/summary/summaryTables.ts';

/** One statement, so one snapshot: the groups of a summary that differ from the counts and sums of the rows. */
function differenceSql(entity: Entity, summary: SummaryDeclaration): string {
  const by = summary.by.map((name) => `"${name}"`).join(', ');
  const sums = (summary.sums ?? []).map((name) => `, sum("${name}")::numeric`).join('');
  const table = summaryTable(entity, summary);
  const stored = `select ${by}, sum("${recordsColumn}")::numeric as records${sums} from "${table}"
    group by ${by} having sum("${recordsColumn}") <> 0`;
  const found = `select ${by}, count(*)::numeric${sums} from "${entity.table}" where deleted_at is null group by ${by}`;
  const [more, less] = [`(${stored}) except all (${found})`, `(${found}) except all (${stored})`];
  return `select '${table}' as summary, to_jsonb(x)::text as part from ((${more}) union all (${less})) x`;
}

/** All differences between the summaries and the rows, read in the same statement; empty if the summaries are exact. */
export async function wrongSummaries(database: SqlExecutor): Promise<Record<string, unknown>[]> {
  const wrong: Record<string, unknown>[] = [];
  for (const entity of contract.entities)
    for (const summary of entity.list.summaries ?? [])
      wrong.push(...(await database.executeSql(differenceSql(entity, summary))).rows);
  return wrong;
}
