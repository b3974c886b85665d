import type { Contract } from '../../../contract/schema/entity.ts';
import type { Database } from '../connection.ts';
import { describeDifference, schemaDifferences } from './drift.ts';
import { type DatabaseSchema, declaredSchema, declaredSchemaSql, readSchema } from './liveSchema.ts';
import { checksumOf, readMigrations, schemaChecksum } from './migrate.ts';

/** The declared changes that no migration has made: a sentence for each entity, with the command to run. */
export function pendingMigrations(live: DatabaseSchema, declared: DatabaseSchema, { entities }: Contract): string[] {
  return entities.flatMap((entity) => {
    const found = schemaDifferences(live, declared, entity).map(describeDifference);
    if (found.length === 0) return [];
    return [`${entity.name} has no migration yet: ${found.join('; ')}; run: npm run migration -- ${entity.name}`];
  });
}

/** The last verified state of the database (these declarations with these migrations), saved as a table comment. */
const verifiedComment = "obj_description('schema_migration'::regclass)";

/** True if this exact schema was verified before; the check is then skipped. */
async function isAlreadyVerified(database: Database, mark: string): Promise<boolean> {
  const { rows } = await database.executeSql(`select ${verifiedComment} as comment`);
  return rows[0]?.['comment'] === mark;
}

/**
 * Refuses to start if the declarations are ahead of the migrated database.
 * @throws a sentence for each entity that lacks a migration
 */
export async function refusePendingMigrations(database: Database, contract: Contract): Promise<void> {
  const mark = `as declared: ${checksumOf(declaredSchemaSql(contract))} over ${schemaChecksum(readMigrations())}`;
  if (await isAlreadyVerified(database, mark)) return;
  const found = pendingMigrations(await readSchema(database), await declaredSchema(database, contract), contract);
  if (found.length > 0) throw new Error(found.join('\n  '));
  await database.executeSql(`comment on table schema_migration is '${mark}'`);
}
