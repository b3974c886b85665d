import type { Entity } from '../../../contract/schema/entity.ts';
import type { Database } from '../connection.ts';
import { differences, sentenceOf } from './drift.ts';
import { declaredSchema, declaredSql, readSchema, type Schema } from './liveSchema.ts';
import { checksumOf, readMigrations, schemaChecksum } from './migrate.ts';

/** The declared changes that no migration has made: a sentence for each entity, with the command to run. */
export function behind(live: Schema, declared: Schema, entities: readonly Entity[]): string[] {
  return entities.flatMap((entity) => {
    const found = differences(live, declared, entity).map(sentenceOf);
    if (found.length === 0) return [];
    return [`${entity.name} has no migration yet: ${found.join('; ')}; run: npm run migration -- ${entity.name}`];
  });
}

/** The last verified state of the database (these declarations with these migrations), saved as a table comment. */
const remarked = "obj_description('schema_migration'::regclass)";

/** True if this exact schema was verified before; the check is then skipped. */
async function isKnown(database: Database, mark: string): Promise<boolean> {
  const { rows } = await database.executeSql(`select ${remarked} as comment`);
  return rows[0]?.['comment'] === mark;
}

/**
 * Refuses to start if the declarations are ahead of the migrated database.
 * @throws a sentence for each entity that lacks a migration
 */
export async function refuseBehind(database: Database, entities: readonly Entity[]): Promise<void> {
  const mark = `as declared: ${checksumOf(declaredSql(entities))} over ${schemaChecksum(readMigrations())}`;
  if (await isKnown(database, mark)) return;
  const found = behind(await readSchema(database), await declaredSchema(database, entities), entities);
  if (found.length > 0) throw new Error(found.join('\n  '));
  await database.executeSql(`comment on table schema_migration is '${mark}'`);
}
