import { closeSync, fsyncSync, openSync, renameSync, writeFileSync } from 'node:fs';
import type { Contract } from '../../contract/schema/entity.ts';
import { checkSecretKey, keyFiles, loadSecretKey, makeSecretKey, type Secrets } from '../core/secrets.ts';
import { rotateSecret } from '../core/security/rotateSecret.ts';
import { type Database, transaction } from '../db/connection.ts';
import { checkpointPath, createCheckpointFile } from '../gateways/checkpointFile.ts';
import type { Config } from '../start/config.ts';

export interface RotationReport {
  /** The number of values that were encrypted again. */
  readonly sealed: number;
  /** The file with the new key, unless the key is in the environment. */
  readonly file: string | undefined;
}

function writeKey(file: string, key: string): void {
  writeFileSync(file, `${key}\n`, { mode: 0o600 });
  const descriptor = openSync(file, 'r');
  fsyncSync(descriptor);
  closeSync(descriptor);
}

/**
 * Replaces the secret key. A key of the data folder is first written beside the current one: if the process ends
 * between the commit and the renaming of the file, the next start finds it there.
 * @param database that no server uses
 * @param given the new key, if the operator chose one
 * @throws a sentence, and leaves everything as it was
 */
export async function rotateSecretKey(
  contract: Contract,
  config: Config,
  database: Database,
  secrets: Secrets,
  given: string | undefined,
): Promise<RotationReport> {
  const { secretKey, dataDir } = config;
  if (secretKey && !given) throw new Error('SECRET_KEY is set: set NEW_SECRET_KEY to the key that replaces it');
  const present = loadSecretKey({ ...config, mayMake: false });
  const coming = given ? checkSecretKey('NEW_SECRET_KEY', given) : makeSecretKey();
  const files = keyFiles(dataDir);
  if (!secretKey) writeKey(files.coming, coming);
  const work = { statementTimeoutMs: 0 };
  const { sealed, checkpoint } = await transaction(
    database,
    (trx) => rotateSecret(trx, contract, secrets, present, coming),
    work,
  );
  if (!secretKey) renameSync(files.coming, files.present);
  if (checkpoint) await createCheckpointFile(checkpointPath(dataDir)).keep(checkpoint);
  return { sealed, file: secretKey ? undefined : files.present };
}
