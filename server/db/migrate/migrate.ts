import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sql, type Transaction } from 'kysely';
import { type Database, transaction } from '../connection.ts';
import { packageRoot } from '../engine/packageRoot.ts';
import type { Tables } from '../schema/tables.ts';
import { applyOnline, isOnlineMigration, type Migration, withinTransaction } from './onlineStatements.ts';

export type { Migration } from './onlineStatements.ts';

interface Applied {
  readonly version: number;
  readonly name: string;
  readonly checksum: string;
}

const migrationsDirectory = path.join(packageRoot, 'server/db/migrations');

/** An arbitrary number for the advisory lock that two starting processes share. */
const lockKey = 4_711_016;

/** The checksum of a migration's text. */
export const checksumOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/**
 * The migrations of a folder, in order: each file `NNNN_name.sql`.
 * @throws on a file with another name, and on a version that occurs twice
 */
export function readMigrations(directory = migrationsDirectory): Migration[] {
  const files = fs.readdirSync(directory).filter((file) => !file.startsWith('.'));
  const migrations = files.sort().map((file) => readMigration(directory, file));
  const twice = migrations.find(({ version }, index) => migrations[index - 1]?.version === version);
  if (twice) throw new Error(`two migrations have the version ${twice.version}`);
  return migrations;
}

function readMigration(directory: string, file: string): Migration {
  const [, version, name] = /^(\d{4})_(\w+)\.sql$/.exec(file) ?? [];
  if (!version || !name) throw new Error(`a migration must be called NNNN_name.sql, not ${file}`);
  const text = fs.readFileSync(path.join(directory, file), 'utf8').replaceAll('\r\n', '\n');
  return { version: Number(version), name, text, checksum: checksumOf(text) };
}

/** One checksum over all migrations, which identifies a schema. */
export function schemaChecksum(migrations: readonly Migration[]): string {
  return checksumOf(migrations.map(({ version, checksum }) => `${version} ${checksum}\n`).join('')).slice(0, 12);
}

/**
 * Brings the schema up to date: runs each missing migration in a transaction of its own, with its row in
 * `schema_migration`.
 * @param timeZone that of the product, in which a migration reads the years and months of existing records; by default
 *   that of the connection
 * @returns the names of the applied migrations
 * @throws without changes if the schema is newer than the program, or if an applied file was changed
 */
export async function migrate(
  database: Database,
  migrations: readonly Migration[] = readMigrations(),
  timeZone?: string,
): Promise<string[]> {
  const names: string[] = [];
  for (;;) {
    const next = await retryWhileLocked(() =>
      transaction(database, (trx) => applyNext(trx, migrations, { engine: database.engine, timeZone }), {
        statementTimeoutMs: 0,
      }),
    );
    if (next === 'up to date') return names;
    // Another process is migrating. Do not wait inside a transaction: creating an index concurrently would wait for it.
    if (next === 'busy' || (next.isOnline && !(await retryWhileLocked(() => applyOnline(database, lockKey, next)))))
      await pause(250);
    else names.push(next.name);
  }
}

/**
 * A statement that waits for a table lock blocks all later ones. So it gives up after five seconds (see postgres.ts)
 * and tries again after a pause.
 */
const lockTries = 60;
/** Codes for a lock that was not available, and for a deadlock. */
const passing = ['55P03', '40P01'];

async function retryWhileLocked<T>(work: () => Promise<T>): Promise<T> {
  for (let left = lockTries; ; left -= 1) {
    try {
      return await work();
    } catch (error) {
      if (!passing.includes((error as { code?: string }).code ?? '') || left <= 1) throw error;
    }
    await pause(1_000);
  }
}

/**
 * Decides and applies under one lock, so that the second of two processes finds the work done.
 * @returns what was applied, or what is to be applied online
 */
async function applyNext(
  trx: Transaction<Tables>,
  migrations: readonly Migration[],
  { engine, timeZone }: { readonly engine: Database['engine']; readonly timeZone: string | undefined },
): Promise<(Migration & { isOnline: boolean }) | 'up to date' | 'busy'> {
  const { rows } = await sql<{ got: boolean }>`select pg_try_advisory_xact_lock(${lockKey}) as got`.execute(trx);
  if (!rows[0]?.got) return 'busy';
  const done = await readApplied(trx);
  refuseUnknownMigrations(done.values(), migrations);
  const next = migrations.find(({ version }) => !done.has(version));
  if (!next) return 'up to date';
  // The embedded database has no other user that could be blocked.
  const isOnline = engine === 'postgres' && isOnlineMigration(next.text);
  if (!isOnline) await apply(trx, next, timeZone);
  return { ...next, isOnline };
}

async function apply(
  trx: Transaction<Tables>,
  { text, version, name, checksum }: Migration,
  timeZone?: string,
): Promise<void> {
  if (timeZone !== undefined) await sql`select set_config('TimeZone', ${timeZone}, true)`.execute(trx);
  await sql.raw(withinTransaction(text)).execute(trx);
  await sql`insert into schema_migration (version, name, checksum)
    values (${version}, ${name}, ${checksum})`.execute(trx);
}

/**
 * Applies migrations one after the other within a transaction.
 * @param timeZone as in `migrate`
 */
export async function applyAll(
  trx: Transaction<Tables>,
  migrations: readonly Migration[],
  timeZone?: string,
): Promise<void> {
  await readApplied(trx);
  for (const migration of migrations) await apply(trx, migration, timeZone);
}

async function readApplied(trx: Transaction<Tables>): Promise<Map<number, Applied>> {
  await sql`create table if not exists schema_migration (
    version integer primary key,
    name text not null,
    checksum text not null,
    applied_at timestamptz not null default now()
  )`.execute(trx);
  const { rows } = await sql<Applied>`select version, name, checksum from schema_migration order by version`.execute(
    trx,
  );
  return new Map(rows.map((row) => [row.version, row]));
}

/** @throws a sentence if an applied migration is unknown to this program, or differs from the one that it knows */
export function refuseUnknownMigrations(done: Iterable<Applied>, migrations: readonly Migration[]): void {
  const known = new Map(migrations.map((migration) => [migration.version, migration]));
  for (const { version, name, checksum } of done) {
    const ours = known.get(version);
    const title = `${String(version).padStart(4, '0')}_${name}`;
    if (!ours)
      throw new Error(`the schema is newer than this program: it has ${title}, which this program does not have`);
    if (ours.checksum !== checksum) {
      throw new Error(`the migration ${title} was changed after it was applied; restore it and write a new one`);
    }
  }
}
