import { closeSync, fsyncSync, openSync, renameSync, writeFileSync } from 'node:fs';
import { checkSecretKey, keyFiles, loadSecretKey, makeSecretKey, type Secrets } from '../core/secrets.ts';
import { rotateSecret } from '../core/security/rotateSecret.ts';
import { type Database, transaction } from '../db/connection.ts';
import { checkpointsOf, createCheckpointFile } from '../gateways/checkpointFile.ts';
import type { Config } from '../start/config.ts';

export interface RotationReport {
  /** How many values are sealed anew. */
  readonly sealed: number;
  /** Where the new key stands, unless it is in the environment. */
  readonly file: string | undefined;
}

function writeKey(file: string, key: string): void {
  writeFileSync(file, `${key}\n`, { mode: 0o600 });
  const descriptor = openSync(file, 'r');
  fsyncSync(descriptor);
  closeSync(descriptor);
}

/**
 * Puts a new secret key in the place of the present one. A key of the data folder is first written beside the present
 * one; should the process end between the database's commit and the file's new name, the next start finds it there.
 * In: the settings, the database that no server works with, its secrets, and the new key where one is given.
 * Throws a sentence, and everything is as before.
 */
export async function rotate(
  config: Config,
  database: Database,
  secrets: Secrets,
  given: string | undefined,
): Promise<RotationReport> {
  const { secretKey, dataDir } = config;
  if (secretKey && !given) throw new Error('SECRET_KEY is set: set NEW_SECRET_KEY to the one that is to replace it');
  const present = loadSecretKey({ ...config, mayMake: false });
  const coming = given ? checkSecretKey('NEW_SECRET_KEY', given) : makeSecretKey();
  const files = keyFiles(dataDir);
  if (!secretKey) writeKey(files.coming, coming);
  const work = { statementTimeoutMs: 0 };
  const { sealed, checkpoint } = await transaction(
    database,
    (trx) => rotateSecret(trx, secrets, present, coming),
    work,
  );
  if (!secretKey) renameSync(files.coming, files.present);
  if (checkpoint) await createCheckpointFile(checkpointsOf(dataDir)).keep(checkpoint);
  return { sealed, file: secretKey ? undefined : files.present };
}
