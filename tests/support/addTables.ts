import { expect } from 'vitest';
import { entities } from '../../contract/index.ts';
import type { Entity } from '../../contract/schema/entity.ts';
import type { Database } from '../../server/db/connection.ts';
import { withinTransaction } from '../../server/db/migrate/onlineStatements.ts';
import { planEntity } from '../../server/db/migrate/planMigration.ts';

/** Makes the tables of entities that the product does not have, as the planner of migrations writes them. */
export async function addTables(database: Database, added: readonly unknown[]): Promise<void> {
  for (const entity of added as readonly Entity[]) {
    const { sql, online, refusals } = await planEntity(database, entity, entities);
    expect(refusals).toEqual([]);
    await database.executeSql(sql);
    if (online) await database.executeSql(withinTransaction(online));
  }
}
