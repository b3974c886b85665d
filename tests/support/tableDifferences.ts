import type { Contract, Entity } from '../../contract/schema/entity.ts';
import type { Database } from '../../server/db/connection.ts';
import { type Difference, schemaDifferences } from '../../server/db/migrate/drift.ts';
import { declaredSchema, readSchema } from '../../server/db/migrate/liveSchema.ts';

/** The differences between the tables of some entities and their declarations. */
export async function tableDifferences(
  database: Database,
  contract: Contract,
  names: readonly string[],
): Promise<Difference[]> {
  const [live, declared] = [await readSchema(database), await declaredSchema(database, contract)];
  return names.flatMap((name) => schemaDifferences(live, declared, contract.entity(name) as Entity));
}
