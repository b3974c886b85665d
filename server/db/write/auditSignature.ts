import { randomUUID } from 'node:crypto';

/** What makes a mark. */
export interface EntrySigner {
  mac(purpose: string, data: string): string;
}

/** What an entry tells, by its columns; the mark is over these in this order. */
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

/** A value as text that reads the same whichever order a database keeps the names of objects in. */
function canonical(value: unknown): string {
  if (value instanceof Date) return String(value.getTime());
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null);
  const names = Object.keys(value).sort();
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonical((value as Record<string, unknown>)[name])}`)}}`;
}

/** What occurs once, in 22 signs. Node draws many at a time: each drawing by itself is a call of the system. */
const randomNonce = (): string => Buffer.from(randomUUID().replaceAll('-', ''), 'hex').toString('base64url');

/**
 * The mark of an entry of the audit: only who has the product's key can make it, and each is another, so that a row
 * that was put into the table by hand, or copied there, is known (C10).
 */
export function entryMark(
  marker: EntrySigner,
  entry: Readonly<Record<string, unknown>>,
  nonce = randomNonce(),
): string {
  const text = canonical(signedColumns.map((name) => entry[name]));
  return `${nonce}.${marker.mac('audit-entry', `${nonce}\n${text}`)}`;
}

/** Did the product write the entry? */
export function hasValidMark(marker: EntrySigner, entry: Readonly<Record<string, unknown>>): boolean {
  const { mark } = entry;
  return typeof mark === 'string' && entryMark(marker, entry, mark.split('.', 1)[0]) === mark;
}
