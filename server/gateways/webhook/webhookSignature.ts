import { createHmac, KeyObject, sign } from 'node:crypto';

/** How a secret begins (Standard Webhooks 1.0.0). */
const secretPrefix = 'whsec_';

/** What is signed, and with which keys. */
export interface SignedContent {
  readonly id: string;
  /** Seconds since 1970. */
  readonly timestamp: number;
  readonly body: string;
  /** `whsec_…`: one, or the new and the old one during a rotation. */
  readonly secrets: readonly string[];
  /** An Ed25519 private key; absent: signatures are symmetric. */
  readonly ed25519?: KeyObject | CryptoKey;
  /** Which signatures the receiver has chosen. */
  readonly signatures: 'v1' | 'v1a';
}

function symmetric(secret: string, content: string): string {
  if (!secret.startsWith(secretPrefix)) throw new Error('a webhook secret begins with whsec_');
  const key = Buffer.from(secret.slice(secretPrefix.length), 'base64');
  if (key.length === 0) throw new Error('a webhook secret is empty');
  return `v1,${createHmac('sha256', key).update(content).digest('base64')}`;
}

function asymmetric(key: KeyObject | CryptoKey, content: string): string {
  const privateKey = key instanceof KeyObject ? key : KeyObject.from(key);
  return `v1a,${sign(null, Buffer.from(content), privateKey).toString('base64')}`;
}

/**
 * The value of the header `webhook-signature` (Standard Webhooks 1.0.0): signatures of id, timestamp and body, separated by
 * spaces, one for each secret, or one by Ed25519.
 * @throws an error if there is no key to sign with, or a secret is not of the form `whsec_…`
 */
export function signatureHeader({ id, timestamp, body, secrets, ed25519, signatures }: SignedContent): string {
  const content = `${id}.${timestamp}.${body}`;
  if (signatures === 'v1a' && ed25519) return asymmetric(ed25519, content);
  if (secrets.length === 0) throw new Error('a webhook needs a secret or a key to be signed with');
  return secrets.map((secret) => symmetric(secret, content)).join(' ');
}
