import type { Logger } from 'pino';
import { type Database, openDatabase } from '../db/connection.ts';
import { TransactionGuard } from '../db/engine/transactionGuard.ts';
import { untilUp } from '../db/engine/waitForDatabase.ts';
import { type Replica, StreamingReplica } from '../db/maintenance/replica.ts';
import { migratedTemplate } from '../db/migrate/migratedTemplate.ts';
import type { Config } from './config.ts';
import { checkDataFolder } from './dataFolder.ts';
import { privateFolder } from './privateFolder.ts';

/** What the jobs of one process work with: four of each kind, and the clock. */
export const jobConnections = 6;

/** Who runs the sources is changing them (`npm run dev`), and is told of a statement in the wrong place. */
const guard = import.meta.filename.endsWith('.ts') ? new TransactionGuard() : undefined;

async function openFolder(config: Config): Promise<Database> {
  privateFolder(config.dataDir);
  checkDataFolder(config.dataDir);
  return openDatabase({ dataDir: `${config.dataDir}/database`, template: await migratedTemplate(), guard });
}

const waitFor = (databaseUrl: string, config: Config, connections: number): Promise<Database> =>
  untilUp(
    () => openDatabase({ databaseUrl, connections, guard }),
    config.databaseWait,
    (reason) =>
      console.log(`The database cannot be reached yet (${reason}); waiting up to ${config.databaseWait} s for it`),
  );

/** Opens the database that a process is told of: the server's, which is waited for, or the one in its folder. */
export const openFor = (config: Config, connections: number): Promise<Database> =>
  config.databaseUrl ? waitFor(config.databaseUrl, config, connections) : openFolder(config);

/** Connections of their own for jobs, so that requests leave them some to work with; the embedded database has one for all. */
export const openForJobs = async ({ databaseUrl }: Config, database: Database): Promise<Database> =>
  databaseUrl ? openDatabase({ databaseUrl, connections: jobConnections, guard: database.guard }) : database;

/** The standby that answers reads in place of the primary, where one is named; it is opened when it is first needed. */
export function replicaFor(config: Config, database: Database, log: Logger): Replica | undefined {
  const { databaseReadUrl, databaseConnections } = config;
  if (databaseReadUrl === undefined) return undefined;
  const settings = { databaseUrl: databaseReadUrl, connections: databaseConnections, guard: database.guard };
  return new StreamingReplica(
    database,
    () => openDatabase(settings),
    (err) => (err ? log.warn({ err }, 'the replica is away: the primary answers') : log.info('the replica is back')),
  );
}
