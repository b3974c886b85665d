import { expect } from 'vitest';
import { registry } from '../../contract/index.ts';
import type { Contract, Entity } from '../../contract/schema/entity.ts';
import type { Database } from '../../server/db/connection.ts';
import { withinTransaction } from '../../server/db/migrate/onlineStatements.ts';
import { planEntity } from '../../server/db/migrate/planMigration.ts';

async function addTable(database: Database, entity: Entity): Promise<readonly string[]> {
  const { sql, online, refusals } = await planEntity(database, entity);
  if (refusals.length > 0) return refusals;
  await database.executeSql(sql);
  if (online) await database.executeSql(withinTransaction(online));
  return [];
}

/**
 * Creates the tables of the test entities, with the SQL of the migration planner. A table that refers to a later one is
 * retried after it.
 */
export async function addTables(database: Database, contract: Contract): Promise<void> {
  let waiting = contract.entities.filter(({ name }) => !Object.hasOwn(registry, name));
  while (waiting.length > 0) {
    const refused: (readonly [Entity, readonly string[]])[] = [];
    for (const entity of waiting) {
      const refusals = await addTable(database, entity);
      if (refusals.length > 0) refused.push([entity, refusals]);
    }
    if (refused.length === waiting.length) expect(refused.flatMap(([, refusals]) => refusals)).toEqual([]);
    waiting = refused.map(([entity]) => entity);
  }
}
