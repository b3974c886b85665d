import type { BucketSettings } from '../gateways/files/bucket.ts';

type Environment = Readonly<Record<string, string | undefined>>;

const settingNames = [
  'S3_ENDPOINT',
  'S3_REGION',
  'S3_PREFIX',
  'S3_PATH_STYLE',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
] as const;

function endpointOf(text: string | undefined): string | undefined {
  if (!text) return undefined;
  if (/^https?:\/\//.test(text) && URL.canParse(text)) return text.replace(/\/+$/, '');
  throw new Error(`S3_ENDPOINT must be an address such as https://storage.example.com, not "${text}"`);
}

function credentialsOf({ S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey }: Environment) {
  if (!accessKeyId && !secretAccessKey) return undefined;
  if (accessKeyId && secretAccessKey) return { accessKeyId, secretAccessKey };
  throw new Error('S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set together');
}

function prefixOf(text = ''): string {
  const prefix = text.replace(/^\/+|\/+$/g, '');
  if (/^[\w./-]{0,200}$/.test(prefix)) return prefix && `${prefix}/`;
  throw new Error(`S3_PREFIX may only have letters, digits and . _ - /, not "${text}"`);
}

function pathStyleOf({ S3_PATH_STYLE: text, S3_ENDPOINT }: Environment): boolean {
  if (!text) return Boolean(S3_ENDPOINT);
  if (['0', '1'].includes(text)) return text === '1';
  throw new Error(`S3_PATH_STYLE must be 0 or 1, not "${text}"`);
}

/**
 * The settings of the S3 storage; absent: files are in the data folder.
 * @throws a sentence for a setting that makes no sense
 */
export function readS3Config(env: Environment): BucketSettings | undefined {
  const bucket = env.S3_BUCKET;
  if (!bucket) {
    const stray = settingNames.find((name) => env[name]);
    if (stray) throw new Error(`${stray} is a setting of a bucket: set S3_BUCKET too`);
    return undefined;
  }
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket))
    throw new Error(`S3_BUCKET must be 3 to 63 lower-case letters, digits, points and hyphens, not "${bucket}"`);
  return {
    bucket,
    endpoint: endpointOf(env.S3_ENDPOINT),
    region: env.S3_REGION || 'us-east-1',
    prefix: prefixOf(env.S3_PREFIX),
    pathStyle: pathStyleOf(env),
    credentials: credentialsOf(env),
  };
}
