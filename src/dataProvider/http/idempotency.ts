import { useState } from 'react';

/** A random key of 128 bits; `crypto.randomUUID` is missing where the page comes without TLS. */
const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** Gives the same key for the same content, so that a second try after a time-out does not act twice (C21). */
export function idempotencyKeys(): (content: unknown) => string {
  const keys = new Map<string, string>();
  return (content) => {
    const text = JSON.stringify(content) ?? '';
    const key = keys.get(text) ?? newKey();
    keys.set(text, key);
    return key;
  };
}

/** The keys of one opened form: another opening of it may make the same once more. */
export const useIdempotencyKeys = (): ((content: unknown) => string) => useState(idempotencyKeys)[0];

/** The header that carries a key, or nothing. */
export const idempotencyHeader = (key: string | undefined): Record<string, string> =>
  key ? { 'Idempotency-Key': key } : {};
