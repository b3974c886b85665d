import { createReadStream, createWriteStream } from 'node:fs';
import { open, readdir, rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { Decrypter, Encrypter } from 'age-encryption';
import { create, extract } from 'tar';

/**
 * 2^16 rounds of scrypt use 64 MB, which a small container has; age's default of 2^18 uses 256 MB. The key is no short
 * password.
 */
const workFactor = 16;
const isRecipient = (key: string): boolean => key.startsWith('age1');
const isIdentity = (key: string): boolean => key.startsWith('AGE-SECRET-KEY-');

function encrypter(key: string): Encrypter {
  const made = new Encrypter();
  if (isRecipient(key)) made.addRecipient(key);
  else {
    made.setPassphrase(key);
    made.setScryptWorkFactor(workFactor);
  }
  return made;
}

function decrypter(key: string): Decrypter {
  const made = new Decrypter();
  if (isIdentity(key)) made.addIdentity(key);
  else made.addPassphrase(key);
  return made;
}

/** Streams of Node and of the web are the same at run time, but have different types. */
const asWeb = (stream: Readable) => Readable.toWeb(stream) as unknown as globalThis.ReadableStream<Uint8Array>;
const asNode = (stream: unknown) => Readable.fromWeb(stream as ReadableStream);

/**
 * Packs a folder into a file that only its owner can read: a gzipped tar, encrypted in the age format if there is a key
 * (age-encryption.org/v1; also a public key `age1…`). The file is complete and synced to disk, or does not exist.
 */
export async function pack(folder: string, file: string, key?: string): Promise<void> {
  const draft = `${file}.part`;
  const packed = Readable.from(create({ gzip: true, cwd: folder, portable: true }, await readdir(folder)));
  try {
    const content = key === undefined ? packed : asNode(await encrypter(key).encrypt(asWeb(packed)));
    await pipeline(content, createWriteStream(draft, { mode: 0o600, flags: 'wx' }));
    const written = await open(draft, 'r+');
    await written.sync().finally(() => written.close());
    await rename(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') await rm(draft, { force: true });
    throw error;
  }
}

async function isEncrypted(file: string): Promise<boolean> {
  const first = 'age-encryption.org/';
  const opened = await open(file, 'r');
  const { buffer } = await opened.read(Buffer.alloc(first.length), 0, first.length).finally(() => opened.close());
  return buffer.toString('latin1') === first;
}

async function decrypted(file: string, key: string): Promise<Readable> {
  try {
    return asNode(await decrypter(key).decrypt(asWeb(createReadStream(file))));
  } catch (cause) {
    throw new Error(`${file} cannot be decrypted with this BACKUP_KEY, or its beginning is damaged`, { cause });
  }
}

/**
 * Unpacks a file of `pack` into an empty folder.
 * @throws a sentence for another key and for a file that is damaged, incomplete or something else; the content of the
 * folder is then useless
 */
export async function unpack(file: string, folder: string, key?: string): Promise<void> {
  const encrypted = await isEncrypted(file);
  if (encrypted && key === undefined) throw new Error(`${file} is encrypted: set BACKUP_KEY to the key that opens it`);
  // An operator who sets a key expects a file that only a holder of the key can have written.
  if (!encrypted && key !== undefined) throw new Error(`${file} is not encrypted: restore it without BACKUP_KEY`);
  const content = key === undefined ? createReadStream(file) : await decrypted(file, key);
  const plain = new Set(['File', 'Directory']);
  const filter = (_: string, entry: { type?: unknown }) => plain.has(String(entry.type));
  try {
    // Synchronous, so that nothing is still being written when it fails and its folder is removed.
    const unpacked = extract({ sync: true, cwd: folder, strict: true, filter: filter as never, processUmask: 0o077 });
    await pipeline(content, unpacked);
  } catch (cause) {
    throw new Error(`${file} is damaged, incomplete, or no backup`, { cause });
  }
}
