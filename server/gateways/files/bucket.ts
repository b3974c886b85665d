import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { createDrafts } from './drafts.ts';
import { placeOf } from './place.ts';
import { refusalOf, StorageAway, storageError } from './storageError.ts';

/** A bucket of storage that speaks S3, where the content of files lies instead of in the data folder, and how it is reached. */
export interface BucketSettings {
  readonly bucket: string;
  /** Where it is; absent: at AWS, by its region. */
  readonly endpoint: string | undefined;
  readonly region: string;
  /** What stands before each key in the bucket; with a slash at its end, or nothing. */
  readonly prefix: string;
  /** Whether the bucket stands in the path of an address and not in its host. */
  readonly pathStyle: boolean;
  /** Absent: the library looks for them itself, in `AWS_*`, in its files and at the machine's role. */
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string } | undefined;
}

/** How long a content is, and its SHA-256 in hex. */
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

/** How long a content may stand still, also because who reads it does. */
const timing = { connectionTimeout: 3_000, socketTimeout: 30_000, throwOnRequestTimeout: true };
/** How long anything but a content may take: two tries end before a page of the console gives up. */
const patience = { requestTimeout: 8_000 };
const tries = 2;

const say = () => {};
/** What fails is told by what is thrown, and not by the library's own lines beside the log. */
const logger = { trace: say, debug: say, info: say, warn: say, error: say };

/** The library is large: it is loaded where there is a bucket alone. Its own checksums are more than some storages know. */
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

/** Does it once more where the storage was away. Throws what the product knows (storageError.ts). */
async function tried<T>(work: () => Promise<T>, left = tries): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    const error = storageError(cause);
    if (left <= 1 || !(error instanceof StorageAway)) throw error;
    return tried(work, left - 1);
  }
}

/** The calls of the protocol that the product makes, over whole keys. */
function objectsOf(settings: BucketSettings) {
  let connected: ReturnType<typeof connect> | undefined;
  const open = () => {
    connected ??= connect(settings);
    return connected;
  };
  return {
    /** Stores a content as it is read anew for each try. The storage compares it with its hash, where it knows how to. */
    async put(key: Key, { size, sha256 }: Measure, content: () => Readable): Promise<void> {
      const { client, PutObjectCommand } = await open();
      const ChecksumSHA256 = Buffer.from(sha256, 'hex').toString('base64');
      const said = { ...key, ContentLength: size, ContentType: 'application/octet-stream', ChecksumSHA256 };
      await tried(async () => {
        const Body = content();
        await client.send(new PutObjectCommand({ ...said, Body })).finally(() => Body.destroy());
      });
    },
    async get(key: Key, range?: Range): Promise<Readable> {
      const { client, GetObjectCommand } = await open();
      const part = range && { Range: `bytes=${range.start}-${range.end}` };
      const { Body } = await tried(() => client.send(new GetObjectCommand({ ...key, ...part }), patience));
      return Body as Readable;
    },
    async has(key: Key): Promise<boolean> {
      const { client, HeadObjectCommand } = await open();
      try {
        await tried(() => client.send(new HeadObjectCommand(key), patience));
        return true;
      } catch (error) {
        if (['NotFound', 'NoSuchKey'].includes((error as Error).name)) return false;
        throw error;
      }
    },
    async drop(key: Key): Promise<void> {
      const { client, DeleteObjectCommand } = await open();
      await tried(() => client.send(new DeleteObjectCommand(key), patience));
    },
  };
}

/** What a start writes, reads and removes. */
const probe = 'licence console';

/** Throws a sentence where the storage refuses what the product will ask of it, and StorageAway where it does not answer. */
async function tryOut({ put, get, drop }: ReturnType<typeof objectsOf>, key: Key): Promise<void> {
  const measure = { size: probe.length, sha256: createHash('sha256').update(probe).digest('hex') };
  try {
    await put(key, measure, () => Readable.from(Buffer.from(probe)));
    const part = await text(await get(key, { start: 8, end: 14 }));
    await drop(key);
    if (part !== probe.slice(8)) throw new Error('it does not serve parts of a content');
  } catch (error) {
    throw error instanceof StorageAway ? error : new Error(refusalOf(error as Error), { cause: error });
  }
}

/**
 * Keeps files in a bucket of storage that speaks S3, each under the path that it would have in a folder. In: the bucket, and a
 * folder for what is received and not kept yet: its type is told by its content first. A field takes 1 GB at most and one
 * request stores 5 GB, so that nothing goes in parts, and no part is left behind.
 */
export function createFileBucket(settings: BucketSettings, folder: string) {
  const drafts = createDrafts(folder);
  const objects = objectsOf(settings);
  const at = (key: string): Key => ({ Bucket: settings.bucket, Key: `${settings.prefix}${key}` });
  const place = (id: string): Key => at(placeOf(id));
  const put = (id: string, file: string, measure: Measure) =>
    objects.put(place(id), measure, () => createReadStream(file));
  return {
    put,
    receive: drafts.receive,
    typeOf: drafts.typeOf,
    /** Tries the settings out, before anybody uploads. */
    async check(): Promise<void> {
      await drafts.removeStale();
      await tryOut(objects, at(`start-${randomUUID()}`));
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
