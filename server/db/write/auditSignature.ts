import { randomUUID } from 'node:crypto';

/** Makes a message authentication code. */
export interface EntrySigner {
  mac(purpose: string, data: string): string;
}

/** The signed columns of an entry, in the order of the signature. */
const signedColumns = [
  'created_at',
  'actor_id',
  'behalf_id',
  'action',
  'entity',
  'entity_id',
  'before',
  'after',
  'address',
  'agent',
  'request_id',
  'result',
] as const;

/** A value as a text that does not depend on the order of object keys. */
function canonical(value: unknown): string {
  if (value instanceof Date) return String(value.getTime());
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null);
  const names = Object.keys(value).sort();
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonical((value as Record<string, unknown>)[name])}`)}}`;
}

/**
 * A unique text of 22 characters. `randomUUID` draws random bytes in batches; each separate draw would be a system
 * call.
 */
const randomNonce = (): string => Buffer.from(randomUUID().replaceAll('-', ''), 'hex').toString('base64url');

/**
 * The signature of an audit entry: only the product's key can make it, and each one is unique, so that a row that was
 * inserted or copied manually is detected (C10).
 */
export function entryMark(
  signer: EntrySigner,
  entry: Readonly<Record<string, unknown>>,
  nonce = randomNonce(),
): string {
  const text = canonical(signedColumns.map((name) => entry[name]));
  return `${nonce}.${signer.mac('audit-entry', `${nonce}\n${text}`)}`;
}

/** True if the product wrote the entry. */
export function hasValidMark(signer: EntrySigner, entry: Readonly<Record<string, unknown>>): boolean {
  const { mark } = entry;
  return typeof mark === 'string' && entryMark(signer, entry, mark.split('.', 1)[0]) === mark;
}
