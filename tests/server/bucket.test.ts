import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Bucket, createFileBucket } from '../../server/gateways/files/bucket.ts';
import { readConfig } from '../../server/start/config.ts';
import { openFiles } from '../../server/start/fileStore.ts';
import { readS3Config } from '../../server/start/s3Config.ts';
import { startBucket, type TestBucket } from '../support/bucket.ts';
import { pdf } from '../support/contents.ts';

const folder = mkdtempSync(join(tmpdir(), 'drafts-'));
let storage: TestBucket;
let store: Bucket;

const bucketOf = (env: Record<string, string>): Bucket =>
  createFileBucket(readS3Config({ ...storage.env, ...env }) as NonNullable<ReturnType<typeof readS3Config>>, folder);

async function* inParts(bytes: Buffer): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536);
}

async function storedKey(bytes: Buffer): Promise<string> {
  const id = randomUUID();
  await store.keep(id, await store.receive(id, inParts(bytes), bytes.length));
  return id;
}

beforeAll(async () => {
  storage = await startBucket();
  store = bucketOf({ S3_PREFIX: 'licences/files' });
});
afterAll(async () => {
  await storage.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('a bucket', () => {
  it('keeps what it is given by stream, serves all of it or a part, and lets it go', async () => {
    const bytes = randomBytes(3_000_000);
    const id = await storedKey(bytes);
    expect(readdirSync(folder)).toEqual([]);
    const found = await buffer(await store.read(id));
    expect(createHash('sha256').update(found).digest()).toEqual(createHash('sha256').update(bytes).digest());
    expect(await buffer(await store.read(id, { start: 1_000_000, end: 1_000_009 }))).toEqual(
      bytes.subarray(1_000_000, 1_000_010),
    );
    expect(await store.has(id)).toBe(true);
    await store.remove(id);
    expect(await store.has(id)).toBe(false);
    await expect(store.read(id)).rejects.toThrow();
    await store.remove(id);
  });

  it('is tried out by a start, of which nothing stays', async () => {
    await store.check();
    const id = await storedKey(pdf);
    expect(await buffer(await store.read(id))).toEqual(pdf);
  });

  it.each<[Record<string, string>, string]>([
    [{ S3_BUCKET: 'no-such-bucket-here' }, 'S3_BUCKET names a bucket that does not exist'],
    [{ S3_ACCESS_KEY_ID: 'nobody' }, 'does not accept S3_ACCESS_KEY_ID with S3_SECRET_ACCESS_KEY'],
  ])('that %j does not lead to stops a start, which says why', async (env, sentence) => {
    await expect(bucketOf(env).check()).rejects.toThrow(sentence);
  });
});

describe('storage that fails', () => {
  let server: Server;
  let status = 503;
  let asked = 0;
  beforeAll(async () => {
    server = createServer((request, response) => {
      asked += 1;
      request.resume().on('end', () => response.writeHead(status).end());
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
  });
  afterAll(() => server.close());
  const failing = () => bucketOf({ S3_ENDPOINT: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });

  it.each([
    [503, 'StorageAway', 2],
    [507, 'StorageFull', 1],
  ])('with %i is %s, after %i tries', async (now, name, tries) => {
    [status, asked] = [now, 0];
    await expect(failing().read(randomUUID())).rejects.toMatchObject({ name });
    expect(asked).toBe(tries);
  });

  it('is away where nobody answers, and lets a start go on, which says so', async () => {
    const env = { ...storage.env, S3_ENDPOINT: 'http://127.0.0.1:9', DATA_DIR: folder };
    const warned: string[] = [];
    const log = { warn: (_: object, text: string) => void warned.push(text) };
    const files = await openFiles(readConfig(env), log as never);
    expect(warned).toEqual([expect.stringContaining('does not answer')]);
    await expect(files.read(randomUUID())).rejects.toMatchObject({ name: 'StorageAway' });
  });
});
