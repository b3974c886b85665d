/** The storage does not answer, or answers that it is unavailable. */
export class StorageAway extends Error {
  override readonly name = 'StorageAway';
}

/** The storage is full. The code is that of a full disk. */
class StorageFull extends Error {
  override readonly name = 'StorageFull';
  readonly code = 'ENOSPC';
}

/** The known part of an error of the library: the protocol's name of the error, and the HTTP status. */
interface Known extends Error {
  readonly $metadata?: { readonly httpStatusCode?: number };
  readonly code?: string;
}

/** The error names for a full storage or quota: of Ceph, MinIO, Swift and others. */
const full =
  /^(QuotaExceeded|XMinioStorageFull|XMinioAdminBucketQuotaExceeded|InsufficientStorage|InsufficientCapacity)/;
const passing = /^(SlowDown|Throttling|RequestTimeout|TimeoutError|ServiceUnavailable|InternalError)/;
const unreached = /^(E[A-Z]+|UND_ERR|ERR_)/;

/** Translates an error of the library into an error of the product. */
export function storageError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { name, code = '', $metadata } = error as Known;
  const status = $metadata?.httpStatusCode ?? 0;
  if (status === 507 || full.test(name)) return new StorageFull('the storage is full', { cause: error });
  const isAway = status >= 500 || status === 429 || passing.test(name) || (status === 0 && unreached.test(code));
  return isAway ? new StorageAway(`the storage is unavailable: ${error.message || name}`, { cause: error }) : error;
}

/** The sentences for settings that the storage refuses at the start, by the name of its error. */
const refusals: readonly [RegExp, string][] = [
  [/NoSuchBucket/, 'S3_BUCKET names a bucket that does not exist'],
  [
    /InvalidAccessKeyId|SignatureDoesNotMatch|InvalidToken|ExpiredToken|Credentials/,
    'the storage does not accept S3_ACCESS_KEY_ID with S3_SECRET_ACCESS_KEY',
  ],
  [/AccessDenied|Forbidden|AllAccessDisabled/, 'S3_ACCESS_KEY_ID may not write, read and delete in S3_BUCKET'],
  [
    /PermanentRedirect|AuthorizationHeaderMalformed|Redirect|IllegalLocation/,
    'S3_REGION or S3_ENDPOINT is not that of S3_BUCKET',
  ],
  [/RequestTimeTooSkewed/, "the clock of this machine differs from the storage's"],
];

/** The sentence for an error of the test at the start. */
export function startRefusal(error: Error): string {
  const [, sentence] = refusals.find(([name]) => name.test(error.name)) ?? [];
  return `${sentence ?? 'the storage of S3_BUCKET refuses a request of the product'} (${error.name}: ${error.message})`;
}
