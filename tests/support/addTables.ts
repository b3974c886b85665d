import { expect } from 'vitest';
import type { Entity } from '../../contract/entity.ts';
import { entities } from '../../contract/index.ts';
import type { Database } from '../../server/db/connection.ts';
import { withinTransaction } from '../../server/db/online.ts';
import { planOver } from '../../server/db/plan.ts';

/** Makes the tables of entities that the product does not have, as the planner of migrations writes them. */
export async function addTables(database: Database, added: readonly unknown[]): Promise<void> {
  for (const entity of added as readonly Entity[]) {
    const { sql, online, refusals } = await planOver(database, entity, entities);
    expect(refusals).toEqual([]);
    await database.executeSql(sql);
    if (online) await database.executeSql(withinTransaction(online));
  }
}
