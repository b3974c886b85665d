import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '../server/db/connection.ts';
import { type Cast, startCast } from '../tests/support/cast.ts';
import { addressOf, type EngineName } from '../tests/support/database.ts';
import { fillOrders } from '../tests/support/manyOrders.ts';
import { ourServer, ourSettings } from './ownServer.ts';
import { combineServers, parentOf, type Served, start } from './processes.ts';

/** A filled database with our server, and the users that send requests. */
export interface World {
  readonly cast: Cast;
  readonly ours: Served;
  /** The hand-written server on the same database; only with PostgreSQL. */
  readonly theirs: Served | undefined;
  /** The process of the database; only with PostgreSQL. */
  readonly database: number | undefined;
  stop(): Promise<void>;
}

async function overPostgres(cast: Cast, folder: string, processes: number): Promise<Omit<World, 'stop'>> {
  const { rows } = await cast.database.executeSql('select pg_backend_pid() as pid');
  const database = parentOf(Number(rows[0]?.['pid']));
  const env = { ...ourSettings, DATABASE_URL: await addressOf(cast.database), DATA_DIR: folder };
  const servers: Served[] = [];
  for (let index = 0; index < processes; index += 1)
    servers.push(await start(ourServer, '/readyz', { ...env, DATA_DIR: join(folder, String(index)) }));
  const ours = combineServers(servers);
  const theirs = await start(['--import', 'tsx', 'bench/handWritten.ts'], '/list', env);
  return { cast, ours, theirs, database };
}

/** The database is filled in memory, then dumped and loaded into a folder for another process. */
async function overPglite(cast: Cast, folder: string): Promise<Omit<World, 'stop'>> {
  const template = join(folder, 'filled.tar');
  writeFileSync(template, await cast.database.dump());
  await (await openDatabase({ dataDir: join(folder, 'database'), template })).close();
  const ours = await start(ourServer, '/readyz', { ...ourSettings, DATA_DIR: folder });
  return { cast, ours, theirs: undefined, database: undefined };
}

/**
 * Fills a database with this number of orders and starts the servers. Our server runs in several processes if the
 * engine allows it.
 */
export async function startWorld(engine: EngineName, orders: number, processes = 1): Promise<World> {
  const cast = await startCast(engine, { withoutWorkers: true });
  await fillOrders(cast, orders);
  const folder = mkdtempSync(join(tmpdir(), 'licence-bench-'));
  const started = await (engine === 'postgres' ? overPostgres : overPglite)(cast, folder, processes);
  const stop = async (): Promise<void> => {
    await started.ours.stop();
    await started.theirs?.stop();
    await cast.close();
    rmSync(folder, { recursive: true, force: true });
  };
  return { ...started, stop };
}
