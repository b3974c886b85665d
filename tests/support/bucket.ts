import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import S3rver from 's3rver';

/** An empty bucket, and the settings that a server needs to use it. */
export interface TestBucket {
  readonly env: Record<string, string>;
  close(): Promise<void>;
}

/** A bucket of a real storage: TEST_S3 has its address, key and secret, separated by spaces. */
async function serverBucket(server: string, bucket: string): Promise<TestBucket> {
  const [endpoint = '', accessKeyId = '', secretAccessKey = ''] = server.split(' ');
  const credentials = { accessKeyId, secretAccessKey };
  const client = new S3Client({ endpoint, region: 'us-east-1', forcePathStyle: true, credentials });
  await client.send(new CreateBucketCommand({ Bucket: bucket }));
  client.destroy();
  const env = { S3_ENDPOINT: endpoint, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey };
  return { env: { ...env, S3_BUCKET: bucket }, close: async () => {} };
}

/** A bucket of s3rver, a fake in this process that speaks the S3 protocol and stores files in a folder. */
async function fakeBucket(bucket: string): Promise<TestBucket> {
  const directory = await mkdtemp(join(tmpdir(), 'bucket-'));
  const place = { address: '127.0.0.1', port: 0, silent: true, directory };
  const server = new S3rver({ ...place, configureBuckets: [{ name: bucket }] });
  const { port } = await server.run();
  const key = { S3_ACCESS_KEY_ID: 'S3RVER', S3_SECRET_ACCESS_KEY: 'S3RVER' };
  return {
    env: { S3_ENDPOINT: `http://127.0.0.1:${port}`, ...key, S3_BUCKET: bucket },
    async close() {
      await server.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** An empty bucket of the storage in TEST_S3, or of a fake without it. */
export const startBucket = (): Promise<TestBucket> => {
  const bucket = `test-${randomBytes(6).toString('hex')}`;
  const { TEST_S3 } = process.env;
  return TEST_S3 ? serverBucket(TEST_S3, bucket) : fakeBucket(bucket);
};
