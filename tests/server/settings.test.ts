import { expect, it } from 'vitest';
import { readConfig } from '../../server/start/config.ts';

const token = 'sixteen letters!';

it.each([
  [{ METRICS_PORT: '9464', METRICS_HOST: '0.0.0.0' }, 'METRICS_TOKEN'],
  [{ METRICS_PORT: '9464', METRICS_HOST: '0.0.0.0', METRICS_TOKEN: 'short' }, 'METRICS_TOKEN'],
  [{ METRICS_PORT: 'many' }, 'METRICS_PORT'],
  [{ ACCESS_LOG_LEVEL: 'loud' }, 'ACCESS_LOG_LEVEL'],
  [{ REQUEST_LIMIT: '0' }, 'REQUEST_LIMIT'],
  [{ DATABASE_WAIT: 'long' }, 'DATABASE_WAIT'],
  [{ PORT: '65536' }, 'PORT'],
  [{ JOBS: '0' }, 'JOBS=0 .* DATABASE_URL'],
  [{ DATABASE_CONNECTIONS: '1' }, 'DATABASE_CONNECTIONS'],
  [{ DATABASE_READ_URL: 'postgres://standby/licences' }, 'DATABASE_READ_URL'],
  [{ DATABASE_CONNECTIONS: 'many' }, 'DATABASE_CONNECTIONS'],
  [{ S3_REGION: 'eu-central-1' }, 'S3_REGION .* S3_BUCKET'],
  [{ S3_BUCKET: 'No Bucket' }, 'S3_BUCKET must be'],
  [{ S3_BUCKET: 'files', S3_ACCESS_KEY_ID: 'a' }, 'S3_SECRET_ACCESS_KEY must be set together'],
  [{ S3_BUCKET: 'files', S3_ENDPOINT: 'storage.example.com' }, 'S3_ENDPOINT must be an address'],
  [{ S3_BUCKET: 'files', S3_PATH_STYLE: 'yes' }, 'S3_PATH_STYLE'],
  [{ S3_BUCKET: 'files', S3_PREFIX: 'a b' }, 'S3_PREFIX'],
])('a start with %j is refused, and says why', (env, name) => {
  expect(() => readConfig(env)).toThrow(new RegExp(name));
});

it('metrics are nowhere unless they are asked for, and then on this machine alone', () => {
  expect(readConfig({}).metrics).toBeUndefined();
  expect(readConfig({ METRICS_PORT: '9464' }).metrics).toEqual({ port: 9464, host: '127.0.0.1', token: undefined });
  const open = { METRICS_PORT: '9464', METRICS_HOST: '0.0.0.0', METRICS_TOKEN: token };
  expect(readConfig(open).metrics).toEqual({ port: 9464, host: '0.0.0.0', token });
});

it.each([
  [{}, false],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' }, true],
  [{ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://collector:4318/v1/traces' }, true],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318', OTEL_SDK_DISABLED: 'true' }, false],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318', OTEL_TRACES_EXPORTER: 'none' }, false],
])('traces with %j: %s', (env, traces) => {
  expect(readConfig(env).traces).toBe(traces);
});
