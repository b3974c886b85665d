import { openDatabase } from '../connection.ts';
import { cachedTemplate } from '../embedded/template.ts';
import { type Migration, migrate, readMigrations, schemaChecksum } from './migrate.ts';

/**
 * A packed folder of the embedded database with all migrations applied: a first start and every test begin with it.
 * @returns the path of the file, for the `template` of openDatabase
 */
export function migratedTemplate(migrations: readonly Migration[] = readMigrations()): Promise<string> {
  return cachedTemplate(schemaChecksum(migrations), async () => {
    const database = await openDatabase({});
    try {
      await migrate(database, migrations);
      return await database.dump();
    } finally {
      await database.close();
    }
  });
}
