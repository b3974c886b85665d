import type { Kysely } from 'kysely';
import type { Tables } from '../db/tables.ts';
import { createSecrets, loadSecretKey, type SecretKeySource, type Secrets } from './secret.ts';
import { currentKey } from './signingKey.ts';

const fingerprintIn = async (db: Kysely<Tables>): Promise<string | undefined> =>
  (await db.selectFrom('secret_key').select('fingerprint').executeTakeFirst())?.fingerprint;

const hasSealed = async (db: Kysely<Tables>): Promise<boolean> =>
  (await db.selectFrom('signing_key').select('kid').limit(1).executeTakeFirst()) !== undefined;

const opens = (db: Kysely<Tables>, secrets: Secrets): Promise<boolean> =>
  currentKey(db, secrets).then(
    () => true,
    () => false,
  );

/**
 * Encryption with the secret key that belongs to this database; the first one to come is noted by its fingerprint.
 * Throws a sentence for another key, and where the key is gone.
 */
export async function openSecrets(db: Kysely<Tables>, source: Omit<SecretKeySource, 'mayMake'>): Promise<Secrets> {
  const sealed = await hasSealed(db);
  const secrets = createSecrets(loadSecretKey({ ...source, mayMake: !sealed }));
  const fingerprint = secrets.mac('fingerprint', '');
  const isNew = (await fingerprintIn(db)) === undefined;
  // A database of an older build has no fingerprint yet, but a signing key to try.
  if (isNew && (!sealed || (await opens(db, secrets))))
    await db
      .insertInto('secret_key')
      .values({ fingerprint })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  if ((await fingerprintIn(db)) === fingerprint) return secrets;
  const name = source.secretKey ? 'SECRET_KEY' : 'secret.key';
  throw new Error(`${name} is not the key that this database was sealed with: start with that one`);
}
