import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The part of a previous secret key that is still needed: it checks what the key authenticated, and cannot decrypt. */
export interface PreviousKey {
  readonly id: string;
  /** The end of the audit chain when the key was changed. Later links never belong to this key. */
  readonly until: { readonly seq: number; readonly mac: string };
  /** The derived keys by purpose, as base64url. */
  readonly keys: Readonly<Record<string, string>>;
}

/** Encryption at rest and message authentication, with keys derived from the one secret key. */
export interface Secrets {
  /** The id of the key, written into encrypted values; it reveals nothing of the key. */
  readonly id: string;
  /** The previous keys, the oldest first. */
  readonly previous: readonly PreviousKey[];
  /** Encrypts a text for one context; it can be decrypted in that context only. */
  seal(text: string, context: string): string;
  /**
   * Decrypts a text.
   * @throws if it was changed or encrypted for another context
   */
  open(sealed: string, context: string): string;
  /** HMAC-SHA-256 of the data for one purpose, as base64url. */
  mac(purpose: string, data: string): string;
}

/**
 * Written into encrypted values together with the id of the key (`v3.ID.…`). Values of `v1` and `v2` name no key: they
 * are from before the key could be changed. Records of `v1` are bound to labels of that time (see db/sealed.ts).
 */
const version = 'v3';
const versionsWithoutKeyId = ['v1', 'v2'];
const deriveKey = (secretKey: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secretKey, 'licence-console', purpose, 32));
const macOf = (key: Buffer, data: string): string => createHmac('sha256', key).update(data).digest('base64url');

function seal(key: Buffer, id: string, text: string, context: string): string {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(context));
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return [version, id, ...[iv, body, cipher.getAuthTag()].map((part) => part.toString('base64url'))].join('.');
}

function open(key: Buffer, id: string, sealed: string, context: string): string {
  const [found = '', ...rest] = sealed.split('.');
  const [named, ...parts] = versionsWithoutKeyId.includes(found) ? [id, ...rest] : rest;
  const [iv, body, tag] = parts.map((part) => Buffer.from(part, 'base64url'));
  if (!(found === version || versionsWithoutKeyId.includes(found)) || !iv || !body || !tag)
    throw new Error('an encrypted value has an unknown format');
  if (named !== id)
    throw new Error(`the value was encrypted with the secret key ${named}, but the current key is ${id}`);
  const decipher = createDecipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(context)).setAuthTag(tag);
  return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8');
}

/**
 * Secrets with one key: AES-256-GCM with the context as additional data, and HMAC by purpose.
 * @param former the previous keys
 */
export function createSecrets(secretKey: string, former: readonly PreviousKey[] = []): Secrets {
  const key = deriveKey(secretKey, 'seal');
  const keys = new Map<string, Buffer>();
  /** There are few purposes, and each audit entry needs one of them. */
  const keyFor = (purpose: string): Buffer => {
    const found = keys.get(purpose) ?? deriveKey(secretKey, `mac:${purpose}`);
    keys.set(purpose, found);
    return found;
  };
  const mac: Secrets['mac'] = (purpose, data) => macOf(keyFor(purpose), data);
  const id = mac('key-id', '').slice(0, 8);
  return {
    id,
    previous: former,
    seal: (text, context) => seal(key, id, text, context),
    open: (sealed, context) => open(key, id, sealed, context),
    mac,
  };
}

/** The saved part of a replaced secret key: the derived keys of these purposes only. */
export const previousKey = (
  secretKey: string,
  purposes: readonly string[],
  until: PreviousKey['until'],
): PreviousKey => ({
  id: createSecrets(secretKey).id,
  until,
  keys: Object.fromEntries(purposes.map((name) => [name, deriveKey(secretKey, `mac:${name}`).toString('base64url')])),
});

/**
 * The authentication by a previous key.
 * @throws for a purpose whose key was not saved
 */
export const previousKeyMacs = ({ id, keys }: PreviousKey): Pick<Secrets, 'mac'> => ({
  mac(purpose, data) {
    const key = keys[purpose];
    if (key === undefined) throw new Error(`the previous secret key ${id} has no saved key for ${purpose}`);
    return macOf(Buffer.from(key, 'base64url'), data);
  },
});

export interface SecretKeySource {
  /** True if a missing key may be generated: only as long as nothing is encrypted. */
  readonly mayMake: boolean;
  readonly secretKey?: string | undefined;
  readonly dataDir?: string | undefined;
  readonly databaseUrl?: string | undefined;
}

/** The file of the secret key in a data folder; beside it the next key, while the key is being changed. */
export const keyFiles = (dataDir = '.') => {
  const present = join(dataDir, 'secret.key');
  return { present, coming: `${present}.new` };
};

export const makeSecretKey = (): string => randomBytes(32).toString('base64url');

/** @throws if the key is too short */
export function checkSecretKey(name: string, key: string): string {
  if (key.length < 16) throw new Error(`${name} needs at least 16 characters`);
  return key;
}

export function readKey(file: string): string {
  const key = readFileSync(file, 'utf8').trim();
  if (key.length < 16) throw new Error(`${file} is ${key ? 'cut short' : 'empty'}: restore it from a backup`);
  return key;
}

/**
 * The secret key: the configured one; otherwise, with the embedded database, a generated file of mode 600 in the data
 * folder. With a separate PostgreSQL it must be configured, since several processes share it.
 */
export function loadSecretKey(source: SecretKeySource): string {
  if (source.secretKey) return checkSecretKey('SECRET_KEY', source.secretKey);
  if (source.databaseUrl) throw new Error('SECRET_KEY must be set together with DATABASE_URL');
  const file = keyFiles(source.dataDir).present;
  if (existsSync(file)) return readKey(file);
  if (!source.mayMake)
    throw new Error(`${file} is missing, and the database cannot be decrypted without it: restore it from a backup`);
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const made = makeSecretKey();
  writeFileSync(file, `${made}\n`, { mode: 0o600, flag: 'wx' });
  return made;
}
