import { type Client, Pool } from 'pg';
import { type ConnectionLimits, type Engine, plannerSettings } from './engine.ts';
import { PostgresDriver } from './postgresDriver.ts';
import { PreparingClient } from './preparingClient.ts';
import { typeParser } from './typeParsers.ts';

/** A longer wait for a lock would occupy a connection that others need; it is better to try again later. */
const lockTimeoutMs = 5_000;

/**
 * How long an idle connection stays open, and after what time TCP keep-alive checks it. A new connection has no plans
 * and no catalogue in memory, so that its first requests take three times as long.
 */
const [unusedMs, keepAliveMs] = [300_000, 60_000];

/** The maximum life of a connection: the driver remembers the texts of all its prepared statements. */
const lifetimeSeconds = 3_600;

/** The startup options of a connection, besides its limits. */
export const startupOptions = ['timezone=UTC', ...plannerSettings].map((one) => `-c ${one}`).join(' ');

function openPool(databaseUrl: string, connections: number, limits: ConnectionLimits): Pool {
  const pool = new Pool({
    Client: PreparingClient as typeof Client,
    connectionString: databaseUrl,
    max: connections,
    idleTimeoutMillis: unusedMs,
    maxLifetimeSeconds: lifetimeSeconds,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveMs,
    pipeline: true,
    connectionTimeoutMillis: 10_000,
    statement_timeout: limits.limitMs,
    lock_timeout: lockTimeoutMs,
    idle_in_transaction_session_timeout: limits.idleMs,
    application_name: 'licence-console',
    options: startupOptions,
    types: { getTypeParser: ((type: number) => typeParser(type)) as never },
  });
  // A broken connection is removed and another one opened. Its user gets the error from the next statement; without
  // these listeners the event would end the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/** A connection pooler refuses or drops startup options, and its clients share what they set. */
const noPooler =
  'DATABASE_URL must name PostgreSQL itself, or a pooler with one connection per client that passes on startup options';
const protocolViolation = '08P01';

/** Refuses a server that is too old, and a pooler that ignores the settings of a connection. */
async function checkServer(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ version: number; zone: string; lock: number }>(
    `select current_setting('server_version_num')::int as version, current_setting('TimeZone') as zone,
      (select setting::int from pg_settings where name = 'lock_timeout') as lock`,
  );
  const { version = 0, zone, lock } = rows[0] ?? {};
  if (version < 150_000) throw new Error(`PostgreSQL 15 or newer is needed, this is ${version}`);
  if (zone !== 'UTC' || lock !== lockTimeoutMs) throw new Error(noPooler);
}

/**
 * Opens a pool of connections to a PostgreSQL server, 15 or newer.
 * @throws where it cannot be reached or is older
 */
export async function openPostgres(
  databaseUrl: string,
  connections: number,
  limits: ConnectionLimits,
): Promise<Engine> {
  const pool = openPool(databaseUrl, connections, limits);
  try {
    await checkServer(pool);
  } catch (error) {
    await pool.end();
    throw (error as { code?: string }).code === protocolViolation ? new Error(`${noPooler} (${error})`) : error;
  }
  const driver = new PostgresDriver(pool, databaseUrl);
  return { name: 'postgres', driver, pipelines: true, waiting: () => pool.waitingCount };
}
