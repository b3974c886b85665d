import type { Database } from '../connection.ts';

export interface Maintenance {
  stop(): void;
}

export interface MaintenanceSettings {
  /** Seconds between two checkpoints; 300 by default. */
  readonly checkpointSeconds?: number;
  /** Seconds between two checks for tables to vacuum; 60 by default. */
  readonly vacuumSeconds?: number;
  readonly onError?: (error: unknown) => void;
}

/** The tables that PostgreSQL's autovacuum would vacuum or analyze by its default settings. */
const dueTables = `select format('%I.%I', schemaname, relname) as name from pg_stat_user_tables
  where n_dead_tup > 50 + 0.2 * n_live_tup or n_mod_since_analyze > 50 + 0.1 * n_live_tup`;

/**
 * Does for PGlite what background processes do for a PostgreSQL server: checkpoints, and VACUUM (ANALYZE) of tables
 * that changed much. With a server it does nothing.
 * @returns a function that stops it
 */
export function startMaintenance(database: Database, settings: MaintenanceSettings = {}): Maintenance {
  if (database.engine !== 'pglite') return { stop: () => undefined };
  const { checkpointSeconds = 300, vacuumSeconds = 60, onError = () => undefined } = settings;
  const timers = [
    runEvery(checkpointSeconds, () => databaseCheckpoint(database), onError),
    runEvery(vacuumSeconds, () => vacuumDue(database), onError),
  ];
  return { stop: () => timers.forEach(clearInterval) };
}

/** Runs the work at an interval, one run at a time, with a timer that does not keep the process alive. */
function runEvery(seconds: number, work: () => Promise<unknown>, onError: (error: unknown) => void): NodeJS.Timeout {
  let busy = false;
  const run = async (): Promise<void> => {
    if (busy) return;
    busy = true;
    await work().catch(onError);
    busy = false;
  };
  return setInterval(() => void run(), seconds * 1000).unref();
}

/** Writes the content of PGlite's log into the tables, so that the log stays short. */
export async function databaseCheckpoint(database: Database): Promise<void> {
  await database.withLimits({ limitMs: 0 }).executeSql('checkpoint');
}

/**
 * Vacuums the tables that changed much, one statement each.
 * @returns their names
 */
export async function vacuumDue(database: Database): Promise<string[]> {
  const { rows } = await database.executeSql(dueTables);
  const names = rows.map(({ name }) => String(name));
  for (const name of names) {
    await database.withLimits({ limitMs: 0 }).executeSql(`vacuum (analyze) ${name}`);
  }
  return names;
}
