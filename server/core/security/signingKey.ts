import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose';
import type { Kysely } from 'kysely';
import type { Tables } from '../../db/schema/tables.ts';
import type { Secrets } from '../secrets.ts';

export interface SigningKey {
  /** The RFC 7638 thumbprint of the public key. */
  readonly kid: string;
  readonly privateJwk: JWK;
}

/** No licence can be signed, since the signing key is missing or cannot be read. */
export class SigningKeyError extends Error {
  readonly reason: 'missing' | 'unreadable';

  constructor(reason: 'missing' | 'unreadable', cause?: unknown) {
    super(`the signing key is ${reason}`, { cause });
    this.reason = reason;
  }
}

const privateKeyContext = (kid: string): string => `signing_key:${kid}`;

async function newKey(secrets: Secrets) {
  const pair = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true });
  const publicJwk = await exportJWK(pair.publicKey);
  const privateJwk = await exportJWK(pair.privateKey);
  const kid = await calculateJwkThumbprint(publicJwk);
  return {
    kid,
    public_jwk: JSON.stringify(publicJwk),
    private_jwk_sealed: secrets.seal(JSON.stringify(privateJwk), privateKeyContext(kid)),
  };
}

/** The key with which new licences are signed: the one that is in use, neither only prepared nor retired. */
const signingNow = (db: Kysely<Tables>) =>
  db.selectFrom('signing_key').where('retired_at', 'is', null).where('activated_at', 'is not', null);

/** Creates the first key if there is none. If several processes start at the same time, only one does. */
export async function ensureSigningKey(db: Kysely<Tables>, secrets: Secrets): Promise<void> {
  const found = await signingNow(db).select('kid').executeTakeFirst();
  if (found) return;
  const key = await newKey(secrets);
  await db
    .insertInto('signing_key')
    .values({ ...key, activated_at: new Date() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/**
 * Creates the next key, which does not sign yet. Its public key is in the JWK set at once, so that products with built-in
 * keys can get it before they meet a licence of the new key (C6).
 * @returns the id of the key; undefined if one was prepared before
 */
export async function prepareSigningKey(db: Kysely<Tables>, secrets: Secrets): Promise<string | undefined> {
  const key = await newKey(secrets);
  const made = await db
    .insertInto('signing_key')
    .values(key)
    .onConflict((conflict) => conflict.doNothing())
    .returning('kid')
    .executeTakeFirst();
  return made?.kid;
}

/**
 * Retires the current key: it signs no more, and what it has signed stays valid. The prepared key signs from now on; if
 * none is prepared, a new key does (C6).
 * @param now when the change happens
 * @param expected the key that should sign until now, if the caller has seen one
 * @returns the ids of the former and of the new key; undefined if another key than the expected one signs: the caller has
 * to roll back then
 */
export async function rotateSigningKey(
  db: Kysely<Tables>,
  secrets: Secrets,
  now: Date,
  expected?: string,
): Promise<{ former: string | undefined; kid: string } | undefined> {
  const former = await db
    .updateTable('signing_key')
    .set({ retired_at: now })
    .where('retired_at', 'is', null)
    .where('activated_at', 'is not', null)
    .returning('kid')
    .executeTakeFirst();
  if (expected !== undefined && former?.kid !== expected) return undefined;
  // Does nothing if a key is prepared.
  await prepareSigningKey(db, secrets);
  const { kid } = await db
    .updateTable('signing_key')
    .set({ activated_at: now })
    .where('activated_at', 'is', null)
    .returning('kid')
    .executeTakeFirstOrThrow();
  return { former: former?.kid, kid };
}

/**
 * Encrypts the private keys, also retired ones, with another secret key.
 * @returns how many
 */
export async function reencryptSigningKeys(db: Kysely<Tables>, from: Secrets, to: Secrets): Promise<number> {
  const rows = await db.selectFrom('signing_key').select(['kid', 'private_jwk_sealed']).execute();
  for (const { kid, private_jwk_sealed } of rows) {
    const text = from.open(private_jwk_sealed, privateKeyContext(kid));
    await db
      .updateTable('signing_key')
      .set({ private_jwk_sealed: to.seal(text, privateKeyContext(kid)) })
      .where('kid', '=', kid)
      .execute();
  }
  return rows.length;
}

/**
 * The current signing key.
 * @param preferred the key that a product's profile names; used as long as it is not retired (B19)
 * @throws SigningKeyError
 */
export async function currentSigningKey(
  db: Kysely<Tables>,
  secrets: Secrets,
  preferred?: string | null,
): Promise<SigningKey> {
  const found = await signingNow(db)
    .select(['kid', 'private_jwk_sealed'])
    .orderBy((eb) => eb('kid', '=', preferred ?? ''), 'desc')
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!found) throw new SigningKeyError('missing');
  const { kid, private_jwk_sealed } = found;
  try {
    return { kid, privateJwk: JSON.parse(secrets.open(private_jwk_sealed, privateKeyContext(kid))) };
  } catch (error) {
    throw new SigningKeyError('unreadable', error);
  }
}

/** The keys that sign, the newest first. */
export const activeSigningKeys = (db: Kysely<Tables>) =>
  signingNow(db).select(['kid', 'created_at']).orderBy('created_at', 'desc').execute();

/** The public keys that were read, by id. They never change, since an id is the thumbprint of its key. */
const publicKeys = new Map<string, CryptoKey>();

/**
 * The public key of an id, also a retired one, to verify what it has signed. It is cached for the process: it does not
 * tell whether this database still has the key.
 */
export async function publicKey(db: Kysely<Tables>, kid: string): Promise<CryptoKey | undefined> {
  const known = publicKeys.get(kid);
  if (known) return known;
  const found = await db.selectFrom('signing_key').select('public_jwk').where('kid', '=', kid).executeTakeFirst();
  if (!found) return undefined;
  const key = await importJWK(found.public_jwk, 'EdDSA');
  if (key instanceof Uint8Array) throw new Error('a signing key needs a public key');
  publicKeys.set(kid, key);
  return key;
}

/** Every public key, also retired and prepared ones, as a JWK set (RFC 7517) for `/.well-known/jwks.json`. */
export async function publicKeySet(db: Kysely<Tables>): Promise<{ keys: JWK[] }> {
  const rows = await db.selectFrom('signing_key').select(['kid', 'public_jwk']).orderBy('created_at', 'desc').execute();
  return { keys: rows.map(({ kid, public_jwk }) => ({ ...public_jwk, kid, use: 'sig', alg: 'EdDSA' })) };
}
