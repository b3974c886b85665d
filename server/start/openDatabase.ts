import type { Logger } from 'pino';
import { type Database, openDatabase } from '../db/connection.ts';
import { TransactionGuard } from '../db/engine/transactionGuard.ts';
import { waitForDatabase } from '../db/engine/waitForDatabase.ts';
import { type Replica, StreamingReplica } from '../db/maintenance/replica.ts';
import { migratedTemplate } from '../db/migrate/migratedTemplate.ts';
import type { Config } from './config.ts';
import { checkDataFolder } from './dataFolder.ts';
import { privateFolder } from './privateFolder.ts';

/** The connections for jobs of one process: four jobs of each kind, and scheduled work. */
export const jobConnections = 6;

/** Only when run from sources (`npm run dev`): reports statements outside their transaction to the developer. */
const guard = import.meta.filename.endsWith('.ts') ? new TransactionGuard() : undefined;

async function openFolder(config: Config): Promise<Database> {
  privateFolder(config.dataDir);
  checkDataFolder(config.dataDir);
  return openDatabase({ dataDir: `${config.dataDir}/database`, template: await migratedTemplate(), guard });
}

const waitFor = (databaseUrl: string, config: Config, connections: number): Promise<Database> =>
  waitForDatabase(
    () => openDatabase({ databaseUrl, connections, guard }),
    config.databaseWait,
    (reason) =>
      console.log(`The database cannot be reached yet (${reason}); waiting up to ${config.databaseWait} s for it`),
  );

/** Opens the configured database: that of a server, after waiting for it, or the one in the data folder. */
export const openConfiguredDatabase = (config: Config, connections: number): Promise<Database> =>
  config.databaseUrl ? waitFor(config.databaseUrl, config, connections) : openFolder(config);

/**
 * Separate connections for jobs, so that requests do not use them up; the embedded database has one connection for all.
 */
export const openJobDatabase = async ({ databaseUrl }: Config, database: Database): Promise<Database> =>
  databaseUrl ? openDatabase({ databaseUrl, connections: jobConnections, guard: database.guard }) : database;

/**
 * The standby that answers reads in place of the primary, if one is configured; it is opened when it is first needed.
 */
export function replicaFor(config: Config, database: Database, log: Logger): Replica | undefined {
  const { databaseReadUrl, databaseConnections } = config;
  if (databaseReadUrl === undefined) return undefined;
  const settings = { databaseUrl: databaseReadUrl, connections: databaseConnections, guard: database.guard };
  return new StreamingReplica(
    database,
    () => openDatabase(settings),
    (err) =>
      err ? log.warn({ err }, 'the replica is unavailable: the primary answers') : log.info('the replica is back'),
  );
}
