import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { createDrafts } from './drafts.ts';
import { StorageAway, startRefusal, storageError } from './storageError.ts';
import { storagePath } from './storagePath.ts';

/** A bucket of S3 storage that stores the content of files in place of the data folder, and how to reach it. */
export interface BucketSettings {
  readonly bucket: string;
  /** The address of the storage; absent: AWS, by its region. */
  readonly endpoint: string | undefined;
  readonly region: string;
  /** The prefix of each key in the bucket: empty, or with a slash at its end. */
  readonly prefix: string;
  /** True if the bucket is in the path of the address instead of in its host. */
  readonly pathStyle: boolean;
  /** Absent: the library finds them itself, in `AWS_*`, in its files or from the role of the machine. */
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string } | undefined;
}

/** The size of a content, and its SHA-256 in hex. */
interface Measure {
  readonly size: number;
  readonly sha256: string;
}
interface Range {
  readonly start: number;
  readonly end: number;
}
interface Key {
  readonly Bucket: string;
  readonly Key: string;
}

/** The limit of a transfer without progress, also because its reader pauses. */
const timing = { connectionTimeout: 3_000, socketTimeout: 30_000, throwOnRequestTimeout: true };
/** The limit of requests without content: two tries end before a page of the console gives up. */
const patience = { requestTimeout: 8_000 };
const tries = 2;

const ignore = () => {};
/** Failures are thrown and logged by the caller, so the library does not write lines of its own. */
const logger = { trace: ignore, debug: ignore, info: ignore, warn: ignore, error: ignore };

/** The library is large, so it is loaded only if there is a bucket. Some storages do not support its own checksums. */
async function connect({ endpoint, region, pathStyle, credentials }: BucketSettings) {
  const library = await import('@aws-sdk/client-s3');
  const client = new library.S3Client({
    region,
    forcePathStyle: pathStyle,
    maxAttempts: 1,
    requestHandler: timing,
    logger,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    ...(endpoint && { endpoint }),
    ...(credentials && { credentials }),
  });
  return { ...library, client };
}

/**
 * Tries the work once more if the storage was unavailable.
 * @throws the errors of storageError.ts
 */
async function withRetry<T>(work: () => Promise<T>, left = tries): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    const error = storageError(cause);
    if (left <= 1 || !(error instanceof StorageAway)) throw error;
    return withRetry(work, left - 1);
  }
}

/** The requests of the S3 protocol that the product makes, with whole keys. */
function objectsOf(settings: BucketSettings) {
  let connected: ReturnType<typeof connect> | undefined;
  const open = () => {
    connected ??= connect(settings);
    return connected;
  };
  return {
    /** Stores a content, which is read for each try. The storage compares it with its hash if it supports that. */
    async put(key: Key, { size, sha256 }: Measure, content: () => Readable): Promise<void> {
      const { client, PutObjectCommand } = await open();
      const ChecksumSHA256 = Buffer.from(sha256, 'hex').toString('base64');
      const input = { ...key, ContentLength: size, ContentType: 'application/octet-stream', ChecksumSHA256 };
      await withRetry(async () => {
        const Body = content();
        await client.send(new PutObjectCommand({ ...input, Body })).finally(() => Body.destroy());
      });
    },
    async get(key: Key, range?: Range): Promise<Readable> {
      const { client, GetObjectCommand } = await open();
      const part = range && { Range: `bytes=${range.start}-${range.end}` };
      const { Body } = await withRetry(() => client.send(new GetObjectCommand({ ...key, ...part }), patience));
      return Body as Readable;
    },
    async has(key: Key): Promise<boolean> {
      const { client, HeadObjectCommand } = await open();
      try {
        await withRetry(() => client.send(new HeadObjectCommand(key), patience));
        return true;
      } catch (error) {
        if (['NotFound', 'NoSuchKey'].includes((error as Error).name)) return false;
        throw error;
      }
    },
    async drop(key: Key): Promise<void> {
      const { client, DeleteObjectCommand } = await open();
      await withRetry(() => client.send(new DeleteObjectCommand(key), patience));
    },
  };
}

/** The content that a start writes, reads and removes. */
const probe = 'licence console';

/**
 * Tests the storage at the start.
 * @throws a sentence if it refuses a request of the product, and StorageAway if it does not answer
 */
async function probeBucket({ put, get, drop }: ReturnType<typeof objectsOf>, key: Key): Promise<void> {
  const measure = { size: probe.length, sha256: createHash('sha256').update(probe).digest('hex') };
  try {
    await put(key, measure, () => Readable.from(Buffer.from(probe)));
    const part = await text(await get(key, { start: 8, end: 14 }));
    await drop(key);
    if (part !== probe.slice(8)) throw new Error('it does not support range requests');
  } catch (error) {
    throw error instanceof StorageAway ? error : new Error(startRefusal(error as Error), { cause: error });
  }
}

/**
 * Stores files in a bucket of S3 storage, each under the same path as in a folder. A field accepts at most 1 GB and one
 * request stores 5 GB, so that there are no multipart uploads, which could be left unfinished.
 * @param folder for uploads that are being received: their type is detected from their content before they are stored
 */
export function createFileBucket(settings: BucketSettings, folder: string) {
  const drafts = createDrafts(folder);
  const objects = objectsOf(settings);
  const at = (key: string): Key => ({ Bucket: settings.bucket, Key: `${settings.prefix}${key}` });
  const place = (id: string): Key => at(storagePath(id));
  const put = (id: string, file: string, measure: Measure) =>
    objects.put(place(id), measure, () => createReadStream(file));
  return {
    put,
    receive: drafts.receive,
    typeOf: drafts.typeOf,
    /** Tests the settings before anybody uploads. */
    async check(): Promise<void> {
      await drafts.removeStale();
      await probeBucket(objects, at(`start-${randomUUID()}`));
    },
    has: (id: string): Promise<boolean> => objects.has(place(id)),
    read: (id: string, range?: Range): Promise<Readable> => objects.get(place(id), range),
    async keep(id: string, measure: Measure): Promise<void> {
      await put(id, drafts.draftOf(id), measure);
      await drafts.remove(id);
    },
    async remove(id: string): Promise<void> {
      await drafts.remove(id);
      await objects.drop(place(id));
    },
  };
}

export type Bucket = ReturnType<typeof createFileBucket>;
