import type { Secrets } from '../server/core/secrets.ts';
import { openSecrets } from '../server/core/security/secretKey.ts';
import { type Database, openDatabase } from '../server/db/connection.ts';
import { migrate, readMigrations } from '../server/db/migrate/migrate.ts';
import { readConfig } from '../server/start/config.ts';
import { checkDataFolder } from '../server/start/dataFolder.ts';

async function run(work: (database: Database, secrets: Secrets) => Promise<void>): Promise<void> {
  const config = readConfig(process.env);
  const { databaseUrl, dataDir } = config;
  if (!databaseUrl) checkDataFolder(dataDir);
  const database = await openDatabase(databaseUrl ? { databaseUrl } : { dataDir: `${dataDir}/database` });
  try {
    await migrate(database, readMigrations(), config.timeZone);
    await work(database, await openSecrets(database.db, config));
  } finally {
    await database.close();
  }
}

/** Runs a command on the configured database. If it is the embedded one, no server may be using it. */
export async function withDatabase(work: (database: Database, secrets: Secrets) => Promise<void>): Promise<void> {
  await run(work).catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  });
}
