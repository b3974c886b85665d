import { useState } from 'react';

/** A random key of 128 bits; `crypto.randomUUID` does not exist on a page without TLS. */
const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** Returns the same key for the same content, so that a retry after a time-out does not act twice (C21). */
export function createIdempotencyKeys(): (content: unknown) => string {
  const keys = new Map<string, string>();
  return (content) => {
    const text = JSON.stringify(content) ?? '';
    const key = keys.get(text) ?? newKey();
    keys.set(text, key);
    return key;
  };
}

/**
 * The keys of one opened form. A form that is opened again has new keys, so that it can create the same record once
 * more.
 */
export const useIdempotencyKeys = (): ((content: unknown) => string) => useState(createIdempotencyKeys)[0];

/** The header with the key; empty without a key. */
export const idempotencyHeader = (key: string | undefined): Record<string, string> =>
  key ? { 'Idempotency-Key': key } : {};
