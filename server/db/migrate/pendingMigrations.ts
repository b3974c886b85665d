import type { Entity } from '../../../contract/schema/entity.ts';
import type { Database } from '../connection.ts';
import { differences, sentenceOf } from './drift.ts';
import { declaredSchema, declaredSql, readSchema, type Schema } from './liveSchema.ts';
import { checksumOf, readMigrations, schemaChecksum } from './migrate.ts';

/** What declarations ask of the database and no migration has made: a sentence for each entity, with the command to run. */
export function behind(live: Schema, declared: Schema, entities: readonly Entity[]): string[] {
  return entities.flatMap((entity) => {
    const found = differences(live, declared, entity).map(sentenceOf);
    if (found.length === 0) return [];
    return [`${entity.name} has no migration yet: ${found.join('; ')}; run: npm run migration -- ${entity.name}`];
  });
}

/** What the database was last found to have: these declarations over these migrations. It stands as a remark. */
const remarked = "obj_description('schema_migration'::regclass)";

/** Of a database that was held against the same declarations before nothing is asked again. */
async function isKnown(database: Database, mark: string): Promise<boolean> {
  const { rows } = await database.executeSql(`select ${remarked} as remark`);
  return rows[0]?.['remark'] === mark;
}

/**
 * Refuses to go on where declarations are ahead of the migrated database. In: the database, and the declarations.
 * Throws a sentence for each entity that lacks a migration.
 */
export async function refuseBehind(database: Database, entities: readonly Entity[]): Promise<void> {
  const mark = `as declared: ${checksumOf(declaredSql(entities))} over ${schemaChecksum(readMigrations())}`;
  if (await isKnown(database, mark)) return;
  const found = behind(await readSchema(database), await declaredSchema(database, entities), entities);
  if (found.length > 0) throw new Error(found.join('\n  '));
  await database.executeSql(`comment on table schema_migration is '${mark}'`);
}
