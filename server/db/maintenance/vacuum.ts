import type { Database } from '../connection.ts';

export interface Maintenance {
  stop(): void;
}

export interface MaintenanceSettings {
  /** Seconds between two checkpoints; 300 unless told. */
  readonly checkpointSeconds?: number;
  /** Seconds between two looks for tables to vacuum; 60 unless told. */
  readonly vacuumSeconds?: number;
  readonly onError?: (error: unknown) => void;
}

/** PostgreSQL's own rule for its autovacuum, with its default numbers. */
const dueTables = `select format('%I.%I', schemaname, relname) as name from pg_stat_user_tables
  where n_dead_tup > 50 + 0.2 * n_live_tup or n_mod_since_analyze > 50 + 0.1 * n_live_tup`;

/**
 * Does for PGlite what a server's background processes do: checkpoints, and VACUUM (ANALYZE) of the
 * tables that changed much. PostgreSQL looks after itself; there this does nothing. Out: what ends it.
 */
export function startMaintenance(database: Database, settings: MaintenanceSettings = {}): Maintenance {
  if (database.engine !== 'pglite') return { stop: () => undefined };
  const { checkpointSeconds = 300, vacuumSeconds = 60, onError = () => undefined } = settings;
  const timers = [
    every(checkpointSeconds, () => checkpoint(database), onError),
    every(vacuumSeconds, () => vacuumDue(database), onError),
  ];
  return { stop: () => timers.forEach(clearInterval) };
}

/** One run at a time; a timer that does not keep the process alive. */
function every(seconds: number, work: () => Promise<unknown>, onError: (error: unknown) => void): NodeJS.Timeout {
  let busy = false;
  const run = async (): Promise<void> => {
    if (busy) return;
    busy = true;
    await work().catch(onError);
    busy = false;
  };
  return setInterval(() => void run(), seconds * 1000).unref();
}

/** Writes what stands in PGlite's log into the tables, so that the log stays short. */
export async function checkpoint(database: Database): Promise<void> {
  await database.on({ limitMs: 0 }).executeSql('checkpoint');
}

/** Vacuums the tables that changed much, each in a turn of its own. Out: their names. */
export async function vacuumDue(database: Database): Promise<string[]> {
  const { rows } = await database.executeSql(dueTables);
  const names = rows.map(({ name }) => String(name));
  for (const name of names) {
    await database.on({ limitMs: 0 }).executeSql(`vacuum (analyze) ${name}`);
  }
  return names;
}
