import { resolve } from 'node:path';
import proxyaddr from 'proxy-addr';
import { isTimeZone } from '../../contract/lib/timeZone.ts';
import { type Role, roles } from '../../contract/schema/access.ts';
import type { SessionLimits } from '../core/context.ts';
import type { Environment } from '../core/setting/environment.ts';
import type { DingtalkApp } from '../domain/setting/signInSetting.ts';
import type { BucketSettings } from '../gateways/files/bucket.ts';
import { parseNetworks } from '../gateways/webhook/publicAddress.ts';
import type { MetricsAddress } from '../telemetry/metricsServer.ts';
import { readS3Config } from './s3Config.ts';

/** The settings of a process, from its environment; docs/operations/settings.md has a line for each. */
export interface Config {
  readonly port: number;
  readonly host: string;
  /** The address at which others reach it: for a container, the one that its port is published on. */
  readonly reachedAt: string;
  /** The port at which others reach it, if it differs from the one that it listens on. */
  readonly publishedPort: number | undefined;
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  /** A hot standby of that server, which answers reads. */
  readonly databaseReadUrl: string | undefined;
  /** Seconds that a start waits for PostgreSQL. */
  readonly databaseWait: number;
  /** The connections to PostgreSQL for requests of this process. */
  readonly databaseConnections: number;
  /** True if the process that answers requests also runs jobs and scheduled work; otherwise `npm run worker` does. */
  readonly jobs: boolean;
  readonly smtpUrl: string | undefined;
  readonly mailFrom: string;
  /** The sender of Chinese mails. */
  readonly mailFromZh: string;
  readonly publicUrl: string;
  /** The time zone in which readers see points in time whose own time zone is not known. */
  readonly timeZone: string;
  /** True if webhooks may have `http:` addresses and any port. */
  readonly webhookHttp: boolean;
  /** Networks that webhooks may reach although they are not public, in CIDR notation. */
  readonly webhookNetworks: readonly string[];
  readonly demo: boolean;
  readonly secretKey: string | undefined;
  readonly logLevel: string;
  /** The level of the log lines of requests. */
  readonly accessLogLevel: string;
  /** The time limit of a request, in ms. */
  readonly requestLimitMs: number;
  /** The time limit of an import, in ms. */
  readonly importLimitMs: number;
  /** The address of the metrics; absent: they are not served. */
  readonly metrics: MetricsAddress | undefined;
  /** True if traces go to the collector of the standard variables (OTEL_*). */
  readonly traces: boolean;
  /** True for the address of a proxy that is trusted to report the address of a client (D5). */
  readonly trusts: TrustsProxy;
  /** The roles that need a second factor, and the days until it is needed after their first sign-in. */
  readonly secondFactor: { readonly roles: readonly Role[]; readonly graceDays: number };
  readonly session: SessionLimits;
  /** True if people get an e-mail when they sign in on a device that is new to the console. */
  readonly signInMails: boolean;
  /** The app at DingTalk that the environment sets; without it, the settings may name one (C19). */
  readonly dingtalk: DingtalkApp | undefined;
  readonly dingtalkAddresses: DingtalkAddresses;
  /** The storage of files; absent: the data folder. */
  readonly s3: BucketSettings | undefined;
  /** The variables themselves, for the settings that the console shows as set by them. */
  readonly environment: Environment;
}

export type TrustsProxy = (address: string, hop: number) => boolean;

export interface DingtalkAddresses {
  readonly apiUrl: string;
  readonly loginUrl: string;
}

const loopback = /^(127\.\d+\.\d+\.\d+|localhost|::1|\[::1\])$/;

/**
 * The demo, with its public password, exists only where nobody else can reach it; with a PostgreSQL server only on
 * request.
 */
function wantsDemo(env: Environment, reachedAt: string): boolean {
  if (env.DEMO === '0' || (env.DATABASE_URL && env.DEMO !== '1')) return false;
  const publicHost = env.PUBLIC_URL ? new URL(env.PUBLIC_URL).hostname : '127.0.0.1';
  return loopback.test(reachedAt) && loopback.test(publicHost);
}

function portOf(name: string, text: string): number {
  const port = Number(text);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new Error(`${name} must be a number from 0 to 65535, not "${text}"`);
  return port;
}

function secondsOf(name: string, text: string | undefined, usual: number, least: number): number {
  const seconds = Number(text || usual);
  if (!(seconds >= least && seconds <= 3600))
    throw new Error(`${name} must be seconds from ${least} to 3600, not "${text}"`);
  return seconds;
}

function connectionsOf(text: string | undefined): number {
  const count = Number(text || 10);
  if (Number.isInteger(count) && count >= 2 && count <= 1000) return count;
  throw new Error(`DATABASE_CONNECTIONS must be a number from 2 to 1000, not "${text}"`);
}

function jobsOf({ JOBS, DATABASE_URL }: Environment): boolean {
  if (JOBS !== '0') return true;
  if (DATABASE_URL) return false;
  throw new Error(
    'JOBS=0 leaves the jobs to `npm run worker`, which needs DATABASE_URL: only one process can use the embedded database',
  );
}

function readUrlOf({ DATABASE_READ_URL, DATABASE_URL }: Environment): string | undefined {
  if (DATABASE_READ_URL && !DATABASE_URL)
    throw new Error('DATABASE_READ_URL is a standby of the server of DATABASE_URL: set DATABASE_URL too');
  return DATABASE_READ_URL || undefined;
}

function accessLogLevelOf(level = 'info'): string {
  if (['trace', 'debug', 'info', 'warn', 'error', 'silent'].includes(level)) return level;
  throw new Error(`ACCESS_LOG_LEVEL must be trace, debug, info, warn, error or silent, not "${level}"`);
}

function timeZoneOf(name = Intl.DateTimeFormat().resolvedOptions().timeZone): string {
  if (isTimeZone(name)) return name;
  throw new Error(`TIME_ZONE must be the name of a time zone such as Asia/Shanghai, not "${name}"`);
}

/** Metrics reveal business figures: on an address other than loopback a token is required. */
function metricsOf({ METRICS_PORT, METRICS_HOST, METRICS_TOKEN }: Environment): MetricsAddress | undefined {
  if (!METRICS_PORT) return undefined;
  const host = METRICS_HOST || '127.0.0.1';
  const token = METRICS_TOKEN || undefined;
  if (!loopback.test(host) && (token ?? '').length < 16)
    throw new Error('METRICS_HOST is no loopback address: METRICS_TOKEN must have 16 characters or more');
  return { port: portOf('METRICS_PORT', METRICS_PORT), host, token };
}

function webhookNetworksOf(text = ''): readonly string[] {
  const networks = text.split(',').flatMap((part) => part.trim() || []);
  try {
    parseNetworks(networks);
  } catch (cause) {
    throw new Error('WEBHOOK_NETWORKS must be networks such as 10.0.0.0/8 with commas between them', { cause });
  }
  return networks;
}

function secondFactorOf({ REQUIRE_SECOND_FACTOR = '', SECOND_FACTOR_GRACE_DAYS }: Environment): Config['secondFactor'] {
  const names = REQUIRE_SECOND_FACTOR.split(',').flatMap((part) => part.trim() || []);
  const wrong = names.find((name) => !roles.some((role) => role === name));
  if (wrong) throw new Error(`REQUIRE_SECOND_FACTOR must name roles (${roles.join(', ')}), not "${wrong}"`);
  const graceDays = Number(SECOND_FACTOR_GRACE_DAYS || 7);
  if (!Number.isInteger(graceDays) || graceDays < 0 || graceDays > 365)
    throw new Error(`SECOND_FACTOR_GRACE_DAYS must be a number from 0 to 365, not "${SECOND_FACTOR_GRACE_DAYS}"`);
  return { roles: roles.filter((role) => names.includes(role)), graceDays };
}

/** A number of hours or days, of which the setting may name a part. */
function lengthOf(name: string, text: string | undefined, usual: number, most: number): number {
  const length = Number(text || usual);
  if (length > 0 && length <= most) return length;
  throw new Error(`${name} must be a number above 0, and at most ${most}, not "${text}"`);
}

function sessionOf({ SESSION_IDLE_HOURS, SESSION_MAX_DAYS }: Environment): SessionLimits {
  const hourMs = 3_600_000;
  return {
    idleMs: hourMs * lengthOf('SESSION_IDLE_HOURS', SESSION_IDLE_HOURS, 12, 24 * 90),
    maxAgeMs: 24 * hourMs * lengthOf('SESSION_MAX_DAYS', SESSION_MAX_DAYS, 7, 90),
  };
}

const tracesWanted = (env: Environment): boolean =>
  Boolean(env.OTEL_EXPORTER_OTLP_ENDPOINT || env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT) &&
  env.OTEL_SDK_DISABLED !== 'true' &&
  env.OTEL_TRACES_EXPORTER !== 'none';

function trustsOf(text = ''): TrustsProxy {
  const proxies = text.split(',').flatMap((part) => part.trim() || []);
  try {
    return proxyaddr.compile(proxies);
  } catch {
    throw new Error(`TRUSTED_PROXIES must be addresses or networks with commas between them, not "${text}"`);
  }
}

function dingtalkOf(env: Environment): DingtalkApp | undefined {
  const { DINGTALK_CLIENT_ID: clientId, DINGTALK_CLIENT_SECRET: clientSecret, DINGTALK_CORP_ID: corpId } = env;
  if (!clientId && !clientSecret && !corpId) return undefined;
  if (!clientId || !clientSecret || !corpId)
    throw new Error('DINGTALK_CLIENT_ID, DINGTALK_CLIENT_SECRET and DINGTALK_CORP_ID must be set together');
  return { clientId, clientSecret, corpId };
}

/**
 * Reads the settings.
 * @throws a sentence for a setting that makes no sense
 */
export function readConfig(env: Environment): Config {
  const port = portOf('PORT', env.PORT ?? '8080');
  const host = env.HOST || '127.0.0.1';
  const reachedAt = env.PUBLISHED_HOST || host;
  const publishedPort = env.PUBLISHED_PORT ? portOf('PUBLISHED_PORT', env.PUBLISHED_PORT) : undefined;
  return {
    port,
    host,
    reachedAt,
    publishedPort,
    dataDir: resolve(env.DATA_DIR || './data'),
    databaseUrl: env.DATABASE_URL || undefined,
    databaseReadUrl: readUrlOf(env),
    databaseWait: secondsOf('DATABASE_WAIT', env.DATABASE_WAIT, 60, 0),
    databaseConnections: connectionsOf(env.DATABASE_CONNECTIONS),
    jobs: jobsOf(env),
    smtpUrl: env.SMTP_URL || undefined,
    mailFrom: env.MAIL_FROM || 'Licence console <licence@localhost.localdomain>',
    mailFromZh: env.MAIL_FROM_ZH || env.MAIL_FROM || '许可管理系统 <licence@localhost.localdomain>',
    publicUrl: (env.PUBLIC_URL || `http://${reachedAt}:${publishedPort ?? port}`).replace(/\/$/, ''),
    timeZone: timeZoneOf(env.TIME_ZONE || undefined),
    webhookHttp: env.WEBHOOK_HTTP === '1',
    webhookNetworks: webhookNetworksOf(env.WEBHOOK_NETWORKS),
    demo: wantsDemo(env, reachedAt),
    secretKey: env.SECRET_KEY || undefined,
    logLevel: env.LOG_LEVEL || 'info',
    accessLogLevel: accessLogLevelOf(env.ACCESS_LOG_LEVEL || undefined),
    requestLimitMs: 1000 * secondsOf('REQUEST_LIMIT', env.REQUEST_LIMIT, 18, 1),
    importLimitMs: 1000 * secondsOf('IMPORT_LIMIT', env.IMPORT_LIMIT, 120, 1),
    metrics: metricsOf(env),
    traces: tracesWanted(env),
    trusts: trustsOf(env.TRUSTED_PROXIES),
    dingtalk: dingtalkOf(env),
    dingtalkAddresses: {
      apiUrl: (env.DINGTALK_API_URL || 'https://api.dingtalk.com').replace(/\/$/, ''),
      loginUrl: (env.DINGTALK_LOGIN_URL || 'https://login.dingtalk.com').replace(/\/$/, ''),
    },
    secondFactor: secondFactorOf(env),
    session: sessionOf(env),
    signInMails: env.SIGN_IN_MAILS !== '0',
    s3: readS3Config(env),
    environment: env,
  };
}
