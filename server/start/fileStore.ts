import type { Logger } from 'pino';
import type { FileStore } from '../core/fileStore.ts';
import { type Bucket, createFileBucket } from '../gateways/files/bucket.ts';
import { createFileFolder } from '../gateways/files/folder.ts';
import type { Config } from './config.ts';

/** The folder of uploaded files; with a bucket, of uploads that are being received. */
export const filesFolder = ({ dataDir }: Pick<Config, 'dataDir'>): string => `${dataDir}/files`;

/** The configured bucket, if any. */
export const bucketFor = (config: Config): Bucket | undefined =>
  config.s3 && createFileBucket(config.s3, filesFolder(config));

/**
 * The configured store of files.
 * @throws a sentence if the bucket refuses the test; one that does not answer is only logged, since everything except
 * files works without it
 */
export async function openFiles(config: Config, log: Pick<Logger, 'warn'>): Promise<FileStore> {
  const bucket = bucketFor(config);
  if (!bucket) return createFileFolder(filesFolder(config));
  await bucket.check().catch((err: Error) => {
    if (err.name !== 'StorageAway') throw err;
    log.warn(
      { err },
      'the storage of S3_BUCKET does not answer; files can neither be uploaded nor downloaded until it does',
    );
  });
  return bucket;
}
