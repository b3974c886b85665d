import { storedScopes } from '../../contract/access/storedScope.ts';
import { contract } from '../../contract/index.ts';
import type { SqlExecutor } from '../../server/db/connection.ts';

/** Rows, including deleted ones, whose stored scope differs from the referenced record in the same statement. */
export async function wrongScopes(database: SqlExecutor): Promise<Record<string, unknown>[]> {
  const looks = contract.entities.flatMap((entity) =>
    storedScopes(entity).map(({ reference, to, field, column }) => {
      const target = contract.entities.find(({ name }) => name === to)?.table;
      return `select '${entity.table}' as of, t.id, t."${column}" as stored, r."${field}" as held
        from "${entity.table}" t left join "${target}" r on r.id = t."${reference}"
        where t."${column}" is distinct from r."${field}"`;
    }),
  );
  return (await database.executeSql(looks.join(' union all '))).rows;
}
