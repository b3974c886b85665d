import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Encryption at rest, and message authentication, with keys derived from the one secret key. */
export interface Secrets {
  /** Encrypts a text for one context; it opens in that context alone. */
  seal(text: string, context: string): string;
  /** The text of a sealed one; throws when it was changed or belongs elsewhere. */
  open(sealed: string, context: string): string;
  /** HMAC-SHA-256 of the data for one purpose, as base64url. */
  mac(purpose: string, data: string): string;
}

/** Written into what is sealed. Records of `v1` are bound to labels of that time (see db/sealed.ts). */
const version = 'v2';
const known = ['v1', version];
const derived = (secretKey: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secretKey, 'licence-console', purpose, 32));

function seal(key: Buffer, text: string, context: string): string {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(context));
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return [version, ...[iv, body, cipher.getAuthTag()].map((part) => part.toString('base64url'))].join('.');
}

function open(key: Buffer, sealed: string, context: string): string {
  const [found, ...parts] = sealed.split('.');
  const [iv, body, tag] = parts.map((part) => Buffer.from(part, 'base64url'));
  if (!known.includes(found ?? '') || !iv || !body || !tag) throw new Error('a sealed value has an unknown form');
  const decipher = createDecipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(context)).setAuthTag(tag);
  return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8');
}

/** Secrets over one key: AES-256-GCM, the context bound as additional data, and HMAC by purpose. */
export function createSecrets(secretKey: string): Secrets {
  const key = derived(secretKey, 'seal');
  return {
    seal: (text, context) => seal(key, text, context),
    open: (sealed, context) => open(key, sealed, context),
    mac: (purpose, data) =>
      createHmac('sha256', derived(secretKey, `mac:${purpose}`))
        .update(data)
        .digest('base64url'),
  };
}

export interface SecretKeySource {
  /** Whether a key is made where there is none: not once something was sealed. */
  readonly mayMake: boolean;
  readonly secretKey?: string | undefined;
  readonly dataDir?: string | undefined;
  readonly databaseUrl?: string | undefined;
}

function readKey(file: string): string {
  const key = readFileSync(file, 'utf8').trim();
  if (key.length < 16) throw new Error(`${file} is ${key ? 'cut short' : 'empty'}: put it back from a backup`);
  return key;
}

/**
 * The secret key: the one that is set; embedded, else, a generated file of mode 600 in the data folder. With a
 * PostgreSQL of its own it must be set, since several processes share it.
 */
export function loadSecretKey(source: SecretKeySource): string {
  if (source.secretKey) {
    if (source.secretKey.length < 16) throw new Error('SECRET_KEY needs at least 16 characters');
    return source.secretKey;
  }
  if (source.databaseUrl) throw new Error('SECRET_KEY must be set together with DATABASE_URL');
  const file = join(source.dataDir ?? '.', 'secret.key');
  if (existsSync(file)) return readKey(file);
  if (!source.mayMake)
    throw new Error(`${file} is gone, and what the database has sealed opens with it alone: put it back from a backup`);
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const made = randomBytes(32).toString('base64url');
  writeFileSync(file, `${made}\n`, { mode: 0o600, flag: 'wx' });
  return made;
}
