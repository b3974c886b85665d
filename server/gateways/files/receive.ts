import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';

/** An upload has more bytes than its field accepts. */
export class TooManyBytes extends Error {
  override readonly name = 'TooManyBytes';
}

/** The client disconnected, or sends no more bytes. */
export class BrokenOff extends Error {
  override readonly name = 'BrokenOff';
}

/** As long as a page of the console waits for a sign of life. */
const idleMs = 20_000;

/**
 * The bytes as they arrive.
 * @throws BrokenOff for an error of the stream or a long silence
 */
async function* withSilenceLimit(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const parts = bytes[Symbol.asyncIterator]();
  try {
    for (;;) {
      let late: NodeJS.Timeout | undefined;
      const silence = new Promise<never>((_resolve, reject) => {
        late = setTimeout(() => reject(new BrokenOff('no bytes arrived in time')), idleMs);
      });
      const part = await Promise.race([parts.next(), silence])
        .catch((cause: unknown) => {
          throw cause instanceof BrokenOff ? cause : new BrokenOff('the upload broke off', { cause });
        })
        .finally(() => clearTimeout(late));
      if (part.done) return;
      yield part.value;
    }
  } finally {
    // Not awaited: `return` would wait for the pending `next`.
    void parts.return?.()?.catch(() => undefined);
  }
}

/**
 * Writes bytes into a new file that only its owner can read, and syncs it to disk.
 * @param file must not exist
 * @param most the limit in bytes
 * @returns the number of bytes, and their SHA-256 in hex
 * @throws TooManyBytes and BrokenOff; a part of the file may then exist
 */
export async function receive(
  bytes: AsyncIterable<Uint8Array>,
  file: string,
  most: number,
): Promise<{ size: number; sha256: string }> {
  const hash = createHash('sha256');
  let size = 0;
  const counted = async function* () {
    for await (const part of withSilenceLimit(bytes)) {
      size += part.length;
      if (size > most) throw new TooManyBytes(`more than ${most} bytes`);
      hash.update(part);
      yield part;
    }
  };
  await pipeline(counted, createWriteStream(file, { mode: 0o600, flags: 'wx' }));
  const written = await open(file, 'r+');
  await written.sync().finally(() => written.close());
  return { size, sha256: hash.digest('hex') };
}
