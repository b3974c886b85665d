import { readConfig } from '../server/config.ts';
import { type Database, openDatabase } from '../server/db/connection.ts';
import { migrate } from '../server/db/migrate.ts';
import { createSecrets, loadSecretKey, type Secrets } from '../server/domain/secret.ts';

/** Runs a command over the configured database, which no server may hold at that time when it is the embedded one. */
export async function withDatabase(work: (database: Database, secrets: Secrets) => Promise<void>): Promise<void> {
  const { databaseUrl, dataDir, secretKey } = readConfig(process.env);
  const settings = databaseUrl ? { databaseUrl } : { dataDir: `${dataDir}/database` };
  const database = await openDatabase(settings).catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : String(error));
    process.exit(1);
  });
  try {
    await migrate(database);
    await work(database, createSecrets(loadSecretKey({ databaseUrl, dataDir, secretKey })));
  } finally {
    await database.close();
  }
}
