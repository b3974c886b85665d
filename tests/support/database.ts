import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { describe } from 'vitest';
import { type Database, type DatabaseSettings, openDatabase } from '../../server/db/connection.ts';
import { TransactionGuard } from '../../server/db/engine/transactionGuard.ts';
import { migrate, readMigrations, schemaChecksum } from '../../server/db/migrate/migrate.ts';
import { migratedTemplate } from '../../server/db/migrate/migratedTemplate.ts';
import { scale, shared, testScale } from './scale.ts';

export type EngineName = Database['engine'];

/** The engine of tests that do not depend on it: the cheapest one, or in the long version the default one of users. */
export const eitherEngine: EngineName = scale('postgres', 'pglite');

function serverUrl(): string {
  const url = process.env.TEST_DATABASE_URL;
  if (!url) throw new Error('no PostgreSQL for this test: tests/support/globalSetup.ts is not in use');
  return url;
}

/** The address of a database of the test server. */
export function urlOf(name: string): string {
  const url = new URL(serverUrl());
  url.pathname = `/${name}`;
  return url.href;
}

/** Runs work as the owner of the test server. */
export async function onServer<T>(work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: serverUrl() });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

let template: Promise<string> | undefined;

/** Creates the migrated database that is cloned for each test. Only one of several processes creates it. */
async function makeTemplate(): Promise<string> {
  const name = `template_${schemaChecksum(readMigrations())}`;
  await onServer(async (client) => {
    await client.query('select pg_advisory_lock(4711017)');
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1 and datistemplate', [name]);
    if (rowCount) return;
    await client.query(`drop database if exists ${name}`);
    await client.query(`create database ${name} template template0`);
    const database = await openDatabase({ databaseUrl: urlOf(name), connections: 2 });
    await migrate(database);
    await database.close();
    await client.query(`alter database ${name} is_template true`);
  });
  return name;
}

/** Creates a database on the test server from a template. */
export async function createPostgres(template: string): Promise<{ name: string; url: string; drop(): Promise<void> }> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  await onServer((client) => client.query(`create database ${name} template ${template}`));
  const drop = async (): Promise<void> => {
    await onServer((client) => client.query(`drop database if exists ${name} with (force)`));
  };
  return { name, url: urlOf(name), drop };
}

/** A migrated database on the test server. */
export async function migratedPostgres(): Promise<{ url: string; drop(): Promise<void> }> {
  template ??= makeTemplate();
  return createPostgres(await template);
}

/**
 * A migrated database for one test or one test file: in memory with PGlite, a clone with PostgreSQL. Closing it also
 * drops it.
 * @param asked settings that differ from the usual ones
 */
export async function freshDatabase(engine: EngineName, asked: DatabaseSettings = {}): Promise<Database> {
  const settings = { guard: new TransactionGuard(), ...asked };
  if (engine === 'pglite') return openDatabase({ ...settings, template: await migratedTemplate() });
  const { url, drop } = await migratedPostgres();
  const database = await openDatabase({ ...settings, databaseUrl: url });
  const close = async (): Promise<void> => {
    await database.close();
    await drop();
  };
  return { ...database, close };
}

/** The address of an open database on the test server. */
export async function addressOf(database: Database): Promise<string> {
  const { rows } = await database.executeSql('select current_database() as name');
  return urlOf(String(rows[0]?.['name']));
}

const both: readonly EngineName[] = ['pglite', 'postgres'];
const describeOn = (engines: readonly EngineName[], name: string, tests: (engine: EngineName) => void): void => {
  describe.each(engines)(`${name} on %s`, tests);
};

/** Describes behaviour that depends on the engine. It runs on both; `npm run test:fast` uses only PostgreSQL. */
export function forEachEngine(name: string, tests: (engine: EngineName) => void): void {
  describeOn(testScale === 'fast' ? ['postgres'] : both, name, tests);
}

/** Describes behaviour that both engines share: `npm test` runs it on PostgreSQL, and what it skips, on the embedded one. */
export function forAnyEngine(name: string, tests: (engine: EngineName) => void): void {
  describeOn(shared(['postgres', 'pglite']), name, tests);
}
