import { type Client, Pool } from 'pg';
import { type ConnectionLimits, type Engine, plannerSettings } from './engine.ts';
import { PostgresDriver } from './postgresDriver.ts';
import { PreparingClient } from './preparingClient.ts';
import { typeParser } from './typeParsers.ts';

/** Who waits longer for a lock than this holds a connection that others wait for; a later try does better. */
const lockTimeoutMs = 5_000;

/**
 * How long a connection stays that nobody uses, and how soon its other end is asked whether it is there. A new one has nothing
 * planned and nothing of the catalogue in memory: who comes back to it after a pause waits three times as long.
 */
const [unusedMs, keepAliveMs] = [300_000, 60_000];

/** How long a connection stays at most: the driver remembers the texts of all statements that it has prepared. */
const lifetimeSeconds = 3_600;

/** What a connection begins with, besides its limits. */
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
  // A connection that breaks is dropped and another opened. Whoever was using it learns of that from the
  // next statement; without these listeners the event would end the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/** A pooler of connections refuses what a connection begins with, or drops it; its clients share what they set. */
const noPooler =
  'DATABASE_URL must name PostgreSQL itself, or a pooler that keeps a connection for each client and hands on what it begins with';
const protocolViolation = '08P01';

/** Throws for a server that is too old, and for one that a connection's own settings do not reach. */
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
 * A pool of connections to a PostgreSQL server, 15 or newer.
 * Throws when it cannot be reached or is older.
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
