import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { createGzip, gzip } from 'node:zlib';
import { accepts } from 'hono/accepts';
import type { HttpRequestContext } from './services.ts';

const compress = promisify(gzip);
/** A shorter answer fits into a few packets uncompressed. */
const minCompressedLength = 4_096;
/** Compresses JSON lists to one eighth, in a quarter of the time of zlib's default level. */
const level = 3;

const encoder = new TextEncoder();

const wantsGzip = (c: HttpRequestContext): boolean =>
  accepts(c, { header: 'Accept-Encoding', supports: ['gzip', 'identity'], default: 'identity' }) === 'gzip';

/** Answers a value as JSON, compressed if it is long enough and the client accepts it (RFC 9110, 12.5.3). */
export async function sendJson(c: HttpRequestContext, value: unknown): Promise<Response> {
  const text = JSON.stringify(value);
  c.header('Content-Type', 'application/json');
  if (text.length < minCompressedLength) return c.body(text);
  c.header('Vary', 'Accept-Encoding');
  // Bytes are measured and written without another pass over the text.
  if (!wantsGzip(c)) return c.body(encoder.encode(text));
  c.header('Content-Encoding', 'gzip');
  return c.body(Uint8Array.from(await compress(text, { level })));
}

/** Answers a page, compressed if the client accepts it: on a slow line its first paint waits for its last byte. */
export async function sendPage(c: HttpRequestContext, html: string): Promise<Response> {
  c.header('Content-Type', 'text/html; charset=UTF-8');
  c.header('Vary', 'Accept-Encoding');
  if (!wantsGzip(c)) return c.body(html);
  c.header('Content-Encoding', 'gzip');
  return c.body(Uint8Array.from(await compress(html)));
}

async function* gzipped(parts: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const packed = createGzip({ level });
  // The loop below sees the error of the parts.
  pipeline(parts, packed).catch(() => undefined);
  try {
    for await (const part of packed) yield Uint8Array.from(part);
  } finally {
    packed.destroy();
  }
}

/** A stream that may be long, compressed if the client accepts it. */
export function compressedFor(c: HttpRequestContext, parts: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  c.header('Vary', 'Accept-Encoding');
  if (!wantsGzip(c)) return parts;
  c.header('Content-Encoding', 'gzip');
  return gzipped(parts);
}
