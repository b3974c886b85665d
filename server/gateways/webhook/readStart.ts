import type { IncomingMessage } from 'node:http';

/** How much of a body is read, in bytes. */
const mostBytes = 2048;
/** How long a body may take after the headers, in ms. The status has already decided. */
const bodyTimeout = 2000;

/** Decodes what may be cut off within a character. NUL is replaced, since no text of a database may contain it. */
const decode = (bytes: Uint8Array): string =>
  new TextDecoder().decode(bytes, { stream: true }).replaceAll('\0', '\ufffd');

/** Collects the body until the limit, its end, or its failure. */
const collect = (response: IncomingMessage): Promise<Buffer> =>
  new Promise((resolve) => {
    const parts: Buffer[] = [];
    let size = 0;
    const end = () => {
      clearTimeout(timer);
      response.destroy();
      resolve(Buffer.concat(parts).subarray(0, mostBytes));
    };
    const timer = setTimeout(end, bodyTimeout);
    response.on('data', (part: Buffer) => {
      parts.push(part);
      size += part.length;
      if (size >= mostBytes) end();
    });
    response.on('error', () => {});
    response.on('end', end).on('close', end);
  });

/**
 * Reads at most the first 2 kB of a body, for at most two seconds, and closes the connection. Bytes that are not UTF-8
 * are replaced.
 * @returns undefined for a body in an encoding that was not asked for, such as gzip
 */
export async function readStart(response: IncomingMessage): Promise<string | undefined> {
  const bytes = await collect(response);
  const encoding = response.headers['content-encoding'] ?? 'identity';
  return encoding === 'identity' ? decode(bytes) : undefined;
}
