import { existsSync, renameSync } from 'node:fs';
import type { Kysely } from 'kysely';
import type { Tables } from '../../db/schema/tables.ts';
import {
  createSecrets,
  keyFiles,
  loadSecretKey,
  type PreviousKey,
  readKey,
  type SecretKeySource,
  type Secrets,
} from '../secrets.ts';
import { currentSigningKey } from './signingKey.ts';

export const fingerprintOf = (secrets: Secrets): string => secrets.mac('fingerprint', '');
/** The context for which the previous keys are encrypted. */
export const previousKeysContext = 'secret_key.former';

const savedKeyRow = (db: Kysely<Tables>) =>
  db.selectFrom('secret_key').select(['fingerprint', 'former']).executeTakeFirst();

const hasEncryptedValues = async (db: Kysely<Tables>): Promise<boolean> =>
  (await db.selectFrom('signing_key').select('kid').limit(1).executeTakeFirst()) !== undefined;

const canDecrypt = (db: Kysely<Tables>, secrets: Secrets): Promise<boolean> =>
  currentSigningKey(db, secrets).then(
    () => true,
    () => false,
  );

/** The next key, if a change of the key was interrupted after the database was changed and before the file was. */
function nextKey(source: Omit<SecretKeySource, 'mayMake'>, fingerprint: string | undefined): string | undefined {
  const { present, coming } = keyFiles(source.dataDir);
  if (source.secretKey || source.databaseUrl || !existsSync(coming)) return undefined;
  const key = readKey(coming);
  if (fingerprintOf(createSecrets(key)) !== fingerprint) return undefined;
  renameSync(coming, present);
  return key;
}

/** The secret key that belongs to this database. The first key is recorded by its fingerprint. */
async function resolveSecretKey(db: Kysely<Tables>, source: Omit<SecretKeySource, 'mayMake'>): Promise<string> {
  const before = await savedKeyRow(db);
  const come = before && nextKey(source, before.fingerprint);
  if (come) return come;
  const sealed = await hasEncryptedValues(db);
  const key = loadSecretKey({ ...source, mayMake: !sealed });
  const secrets = createSecrets(key);
  const fingerprint = fingerprintOf(secrets);
  // A database of an older version has no fingerprint yet, but a signing key to try.
  if (!before && (!sealed || (await canDecrypt(db, secrets))))
    await db
      .insertInto('secret_key')
      .values({ fingerprint })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  if ((await savedKeyRow(db))?.fingerprint === fingerprint) return key;
  const name = source.secretKey ? 'SECRET_KEY' : 'secret.key';
  throw new Error(`${name} is not the key that this database was encrypted with: start with that key`);
}

/**
 * Encryption with the secret key that belongs to this database, and the saved parts of the previous keys.
 * @throws a sentence for the operator if the key is another one or missing
 */
export async function openSecrets(db: Kysely<Tables>, source: Omit<SecretKeySource, 'mayMake'>): Promise<Secrets> {
  const key = await resolveSecretKey(db, source);
  const former = (await savedKeyRow(db))?.former;
  const secrets = createSecrets(key);
  if (!former) return secrets;
  return createSecrets(key, JSON.parse(secrets.open(former, previousKeysContext)) as PreviousKey[]);
}
