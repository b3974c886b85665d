import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';

/** An upload has more bytes than its field takes. */
export class TooManyBytes extends Error {
  override readonly name = 'TooManyBytes';
}

/** Whoever uploads has gone, or sends nothing any more. */
export class BrokenOff extends Error {
  override readonly name = 'BrokenOff';
}

/** As long as a page of the console waits for a sign of life. */
const idleMs = 20_000;

/** The bytes as they come; an error of theirs, or a long silence, is a BrokenOff. */
async function* lively(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const parts = bytes[Symbol.asyncIterator]();
  try {
    for (;;) {
      let late: NodeJS.Timeout | undefined;
      const silence = new Promise<never>((_resolve, reject) => {
        late = setTimeout(() => reject(new BrokenOff('nothing came for long')), idleMs);
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
    // Who waits for the next part would wait as long as it does.
    void parts.return?.()?.catch(() => undefined);
  }
}

/**
 * Writes bytes into a new file of its owner's alone, and to the disk. In: the bytes, the file, which must not be there, and how
 * many there may be. Out: how many there were, and their SHA-256 in hex. Throws TooManyBytes and BrokenOff; part of the file may
 * be there then.
 */
export async function receive(
  bytes: AsyncIterable<Uint8Array>,
  file: string,
  most: number,
): Promise<{ size: number; sha256: string }> {
  const hash = createHash('sha256');
  let size = 0;
  const counted = async function* () {
    for await (const part of lively(bytes)) {
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
