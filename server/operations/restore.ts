import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmdirSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { sql, type Transaction } from 'kysely';
import { createSecrets, loadSecretKey } from '../core/secrets.ts';
import { tableFile } from '../db/backup/dump.ts';
import { loadDatabase } from '../db/backup/load.ts';
import { type Database, openDatabase, transaction } from '../db/connection.ts';
import { applyAll, type Migration, readMigrations, refuseUnknownMigrations } from '../db/migrate/migrate.ts';
import type { Tables } from '../db/schema/tables.ts';
import { unpack } from '../gateways/archive.ts';
import type { Config } from '../start/config.ts';
import { bucketFor } from '../start/fileStore.ts';
import { privateFolder } from '../start/privateFolder.ts';
import { type Undo, uploadToBucket } from './bucketFiles.ts';
import { backupFiles, backupTables, type Manifest, readManifest } from './manifest.ts';
import { inStage } from './stage.ts';

export interface RestoreReport {
  readonly rows: number;
  readonly created_at: string;
  /** The names of the migrations that brought the backup's schema up to date. */
  readonly migrated: readonly string[];
  /** The file with the secret key, if the server needs it as SECRET_KEY. */
  readonly keyIn: string | undefined;
}

const keyFile = 'secret.key';

/** The folder must be empty, except for the secret key. */
function checkFolder(dataDir: string): void {
  privateFolder(dataDir);
  const found = readdirSync(dataDir).filter((name) => name !== keyFile && name !== 'lost+found');
  if (found.length > 0) throw new Error(`${dataDir} is not empty (${found.join(', ')}): restore into another DATA_DIR`);
}

async function checkEmpty(database: Database): Promise<void> {
  const { rows } = await database.executeSql(`select relname from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'S', 'v') order by 1 limit 1`);
  if (rows.length > 0)
    throw new Error(`the database is not empty (it has "${rows[0]?.relname}"): restore into another`);
}

/** The fingerprint of the key that decrypts the backup; undefined in a backup of an old version. */
function fingerprintIn(stage: string): string | undefined {
  const file = tableFile(backupTables(stage), 'secret_key');
  if (!existsSync(file)) return undefined;
  const [line] = readFileSync(file, 'utf8').split('\n');
  return line ? (JSON.parse(line) as { fingerprint: string }).fingerprint : undefined;
}

/** @throws a sentence unless the product will start with the key that the backup was encrypted with */
function checkKey(config: Config, stage: string): void {
  const places = [config.dataDir, backupFiles(stage)];
  const dataDir = places.find((folder) => existsSync(join(folder, keyFile)));
  if (!config.secretKey && !dataDir)
    throw new Error(
      `the secret key is not in the backup: put ${keyFile} into ${config.dataDir}, or set SECRET_KEY, and try again`,
    );
  const fingerprint = fingerprintIn(stage);
  const key = loadSecretKey({ mayMake: false, secretKey: config.secretKey, dataDir });
  if (fingerprint !== undefined && createSecrets(key).mac('fingerprint', '') !== fingerprint)
    throw new Error(`${config.secretKey ? 'SECRET_KEY' : keyFile} is not the key that the backup was encrypted with`);
}

/**
 * Splits the migrations into those that the backup has and those that are missing.
 * @throws a sentence for a newer backup
 */
function splitMigrations(
  manifest: Manifest,
  migrations: readonly Migration[],
): { readonly had: readonly Migration[]; readonly missing: readonly Migration[] } {
  try {
    refuseUnknownMigrations(manifest.migrations, migrations);
  } catch (error) {
    throw new Error(`the backup was made by another version: ${error instanceof Error ? error.message : error}`);
  }
  const had = new Set(manifest.migrations.map(({ version }) => version));
  return {
    had: migrations.filter((one) => had.has(one.version)),
    missing: migrations.filter((one) => !had.has(one.version)),
  };
}

/**
 * Moves the files to their places, uploaded ones into the bucket if there is one.
 * @returns a function that removes them again
 */
async function placeFiles(from: string, config: Config): Promise<Undo> {
  const { dataDir } = config;
  const bucket = bucketFor(config);
  const fromBucket = bucket ? await uploadToBucket(from, bucket) : async () => {};
  const moved: string[] = [];
  const undo = async () => {
    await fromBucket();
    for (const name of moved) rmSync(join(dataDir, name), { recursive: true, force: true });
  };
  return undoing(undo, async () => {
    for (const name of readdirSync(from).filter((one) => !existsSync(join(dataDir, one)))) {
      renameSync(join(from, name), join(dataDir, name));
      moved.push(name);
    }
    return undo;
  });
}

/** Does work, and if it fails, undoes what was done before it. */
async function undoing<T>(undo: Undo, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    await undo();
    throw error;
  }
}

/** An unpacked backup, and the migrations of this version. */
interface Content {
  readonly stage: string;
  readonly manifest: Manifest;
  readonly migrations: readonly Migration[];
}

/** Creates the schema as it was, loads the rows, then applies the missing migrations: all in one transaction. */
const rebuild = (
  database: Database,
  { stage, manifest, migrations }: Content,
  { timeZone }: Config,
  then: () => Promise<void>,
) => {
  const { had, missing } = splitMigrations(manifest, migrations);
  const work = async (trx: Transaction<Tables>) => {
    await applyAll(trx, had);
    await loadDatabase(trx, backupTables(stage), manifest);
    // PostgreSQL does not alter a table while it has deferred checks pending.
    await sql`set constraints all immediate`.execute(trx);
    await applyAll(trx, missing, timeZone);
    await then();
    return missing.map(({ name }) => name);
  };
  return transaction(database, work, { statementTimeoutMs: 0 });
};

async function restoreToServer(databaseUrl: string, content: Content, config: Config): Promise<string[]> {
  const database = await openDatabase({ databaseUrl, connections: 1 });
  let undo: Undo = async () => {};
  try {
    await checkEmpty(database);
    return await rebuild(database, content, config, async () => {
      undo = await placeFiles(backupFiles(content.stage), config);
    });
  } catch (error) {
    await undo();
    throw error;
  } finally {
    await database.close();
  }
}

async function restoreToFolder(content: Content, config: Config): Promise<string[]> {
  const folder = join(content.stage, 'database');
  const database = await openDatabase({ dataDir: folder });
  const migrated = await rebuild(database, content, config, async () => {}).finally(() => database.close());
  const undo = await placeFiles(backupFiles(content.stage), config);
  await undoing(undo, async () => renameSync(folder, join(config.dataDir, 'database')));
  return migrated;
}

/** Creates the data folder if there is none, and removes it again, with the folders made for it, if the work fails. */
async function inDataFolder<T>(dataDir: string, work: () => Promise<T>): Promise<T> {
  const folder = resolve(dataDir);
  const first = mkdirSync(folder, { recursive: true, mode: 0o700 });
  const undo = async () => {
    // Other files that somebody put there meanwhile stay, and with them the folders.
    for (let made = folder; first !== undefined && made.startsWith(first); made = dirname(made)) rmdirSync(made);
  };
  return undoing(() => undo().catch(() => undefined), work);
}

/**
 * Restores a backup into an empty data folder, and into an empty PostgreSQL database if one is configured, whichever
 * engine it came from. An older schema is migrated. Nothing appears before everything is restored.
 * @throws a sentence, and leaves everything as it was, for a file that is damaged, encrypted with another key or made
 * by a newer version
 */
export async function restoreBackup(
  config: Config,
  name: string,
  key: string | undefined,
  migrations: readonly Migration[] = readMigrations(),
): Promise<RestoreReport> {
  const { dataDir, databaseUrl } = config;
  const file = resolve(name);
  if (!existsSync(file)) throw new Error(`there is no file ${file}`);
  const restored = async (stage: string) => {
    await unpack(file, stage, key);
    mkdirSync(backupFiles(stage), { recursive: true, mode: 0o700 });
    const manifest = readManifest(stage);
    splitMigrations(manifest, migrations);
    checkKey(config, stage);
    const content = { stage, manifest, migrations };
    const migrated = databaseUrl
      ? await restoreToServer(databaseUrl, content, config)
      : await restoreToFolder(content, config);
    const rows = Object.values(manifest.tables).reduce((sum, one) => sum + one, 0);
    const keyIn = databaseUrl && !config.secretKey ? join(dataDir, keyFile) : undefined;
    return { rows, created_at: manifest.created_at, migrated, keyIn };
  };
  return inDataFolder(dataDir, () => {
    checkFolder(dataDir);
    return inStage(dataDir, 'restore', restored);
  });
}
