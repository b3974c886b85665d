import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import type { Contract } from '../../contract/schema/entity.ts';
import { type DatabaseDump, dumpDatabase } from '../db/backup/dump.ts';
import { type Database, openDatabase, transaction } from '../db/connection.ts';
import { askForCopy } from '../db/embedded/copies.ts';
import { FolderLocked } from '../db/embedded/lock.ts';
import { pack } from '../gateways/archive.ts';
import { checkpointPath } from '../gateways/checkpointFile.ts';
import type { Config } from '../start/config.ts';
import { checkDataFolder } from '../start/dataFolder.ts';
import { bucketFor } from '../start/fileStore.ts';
import { privateFolder } from '../start/privateFolder.ts';
import { downloadFromBucket } from './bucketFiles.ts';
import { backupFiles, backupTables, writeManifest } from './manifest.ts';
import { inStage, stageFolderPattern } from './stage.ts';

export interface BackupReport {
  readonly tables: number;
  readonly rows: number;
  readonly files: number;
  /** True if the backup contains the secret key of the data folder. */
  readonly withKey: boolean;
  /** The ids of uploaded files that rows refer to and the storage does not have. */
  readonly lost: readonly string[];
}

const keyFile = 'secret.key';
/** The parts of the data folder that are not backed up: the database itself, and temporary folders. */
const isLeftOut = (name: string): boolean =>
  name === 'database' || name === 'lost+found' || stageFolderPattern.test(name);

/** Opens a copy of the database that the running server makes; the copy is removed on close. */
async function openCopy(folder: string): Promise<Database> {
  const copy = await askForCopy(folder);
  const remove = () => rmSync(copy, { recursive: true, force: true });
  try {
    const database = await openDatabase({ dataDir: copy });
    const close = () => database.close().finally(remove);
    return { ...database, close };
  } catch (error) {
    remove();
    throw error;
  }
}

async function openForReading({ databaseUrl, dataDir }: Config): Promise<Database> {
  if (databaseUrl) return openDatabase({ databaseUrl, connections: 1 });
  checkDataFolder(dataDir);
  const folder = join(dataDir, 'database');
  if (!existsSync(join(folder, 'pgdata'))) throw new Error(`${dataDir} has no database`);
  try {
    return await openDatabase({ dataDir: folder });
  } catch (error) {
    if (error instanceof FolderLocked) return openCopy(folder);
    throw error;
  }
}

/** Copies these entries of the data folder. Unfinished mails of the outbox end with `.part` and are left out. */
async function copyFiles(dataDir: string, to: string, wanted: (name: string) => boolean): Promise<void> {
  const filter = (file: string) => !file.endsWith('.part');
  for (const name of readdirSync(dataDir).filter((one) => !isLeftOut(one) && wanted(one)))
    await cp(join(dataDir, name), join(to, name), { recursive: true, filter });
}

/**
 * Reads the rows and the files into the stage. The audit's checkpoints are read before the rows, so that the rows reach
 * at least to each of them; the other files after the rows, so that every mail marked as sent is there. The key is only
 * included on request.
 */
async function gather(
  contract: Contract,
  config: Config,
  stage: string,
  withKey: boolean,
): Promise<DatabaseDump & { lost: string[] }> {
  const { dataDir } = config;
  const files = backupFiles(stage);
  mkdirSync(files, { mode: 0o700 });
  const isEarly = (name: string) => join(dataDir, name) === checkpointPath(dataDir);
  await copyFiles(dataDir, files, isEarly);
  const database = await openForReading(config);
  const options = { snapshot: true, statementTimeoutMs: 0 };
  const content = await transaction(
    database,
    (trx) => dumpDatabase(trx, contract, backupTables(stage)),
    options,
  ).finally(() => database.close());
  await copyFiles(dataDir, files, (name) => !isEarly(name) && (withKey || name !== keyFile));
  const bucket = bucketFor(config);
  return { ...content, lost: bucket ? await downloadFromBucket(stage, bucket) : [] };
}

function checkTarget(file: string, dataDir: string): void {
  if (existsSync(file)) throw new Error(`${file} already exists: a backup overwrites nothing`);
  if (!relative(dataDir, file).startsWith('..')) throw new Error(`${file} is inside ${dataDir}, which it backs up`);
}

/**
 * Writes all data of the product into one file: every row of the database at one moment, and the rest of the data
 * folder, read after that moment. A server may run meanwhile.
 * @param name the file, which must not exist
 * @param key encrypts the file (a passphrase, or a public key of age); without one `secret.key` is left out, so that
 * the file alone does not decrypt its values
 * @throws a sentence, and leaves no file
 */
export async function createBackup(
  contract: Contract,
  config: Config,
  name: string,
  key: string | undefined,
): Promise<BackupReport> {
  const { dataDir } = config;
  const file = resolve(name);
  checkTarget(file, dataDir);
  privateFolder(dataDir);
  return inStage(dataDir, 'backup', async (stage) => {
    const { lost, ...content } = await gather(contract, config, stage, key !== undefined);
    writeManifest(stage, { format: 1, created_at: new Date().toISOString(), ...content });
    await pack(stage, file, key);
    const rows = Object.values(content.tables).reduce((sum, one) => sum + one, 0);
    const found = readdirSync(backupFiles(stage), { recursive: true, withFileTypes: true }).filter((one) =>
      one.isFile(),
    );
    const withKey = found.some(({ name }) => name === keyFile);
    return { tables: Object.keys(content.tables).length, rows, files: found.length, withKey, lost };
  });
}
