/** The storage does not answer, or says that it cannot now. */
export class StorageAway extends Error {
  override readonly name = 'StorageAway';
}

/** The storage takes nothing more. It has the code that a full disk has. */
class StorageFull extends Error {
  override readonly name = 'StorageFull';
  readonly code = 'ENOSPC';
}

/** What is known of an error of the library: a name of the protocol, and the status that the storage answered with. */
interface Known extends Error {
  readonly $metadata?: { readonly httpStatusCode?: number };
  readonly code?: string;
}

/** What storages say when their space or a quota is used up: Ceph, MinIO, Swift and others. */
const full =
  /^(QuotaExceeded|XMinioStorageFull|XMinioAdminBucketQuotaExceeded|InsufficientStorage|InsufficientCapacity)/;
const passing = /^(SlowDown|Throttling|RequestTimeout|TimeoutError|ServiceUnavailable|InternalError)/;
const unreached = /^(E[A-Z]+|UND_ERR|ERR_)/;

/** An error of the storage as the product knows it. */
export function storageError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { name, code = '', $metadata } = error as Known;
  const status = $metadata?.httpStatusCode ?? 0;
  if (status === 507 || full.test(name)) return new StorageFull('the storage is full', { cause: error });
  const isAway = status >= 500 || status === 429 || passing.test(name) || (status === 0 && unreached.test(code));
  return isAway ? new StorageAway(`the storage is away: ${error.message || name}`, { cause: error }) : error;
}

/** What a start says of settings that the storage refuses, by what it said itself. */
const refusals: readonly [RegExp, string][] = [
  [/NoSuchBucket/, 'S3_BUCKET names a bucket that is not there'],
  [
    /InvalidAccessKeyId|SignatureDoesNotMatch|InvalidToken|ExpiredToken|Credentials/,
    'the storage does not know S3_ACCESS_KEY_ID with S3_SECRET_ACCESS_KEY',
  ],
  [/AccessDenied|Forbidden|AllAccessDisabled/, 'S3_ACCESS_KEY_ID may not write, read and delete in S3_BUCKET'],
  [
    /PermanentRedirect|AuthorizationHeaderMalformed|Redirect|IllegalLocation/,
    'S3_REGION or S3_ENDPOINT is not that of S3_BUCKET',
  ],
  [/RequestTimeTooSkewed/, "the clock of this machine is not the storage's"],
];

/** The sentence for an error of the first try. */
export function refusalOf(error: Error): string {
  const [, sentence] = refusals.find(([name]) => name.test(error.name)) ?? [];
  return `${sentence ?? 'the storage of S3_BUCKET refuses what the product asks of it'} (${error.name}: ${error.message})`;
}
