import { resolve } from 'node:path';
import proxyaddr from 'proxy-addr';

/** What a process is told by its environment; docs/operations.md has a line for each. */
export interface Config {
  readonly port: number;
  readonly host: string;
  /** The address that others reach it at: of a container, the one that its port is published on. */
  readonly reachedAt: string;
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  /** Seconds that a start waits for PostgreSQL. */
  readonly databaseWait: number;
  readonly smtpUrl: string | undefined;
  readonly mailFrom: string;
  readonly publicUrl: string;
  readonly demo: boolean;
  readonly secretKey: string | undefined;
  readonly logLevel: string;
  /** Is this the address of a proxy whose word on the address of a client is taken (D5)? */
  readonly trusts: Trusts;
  /** Absent: nobody signs in with DingTalk (C19). */
  readonly dingtalk: DingtalkConfig | undefined;
}

export type Trusts = (address: string, hop: number) => boolean;

export interface DingtalkConfig {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly corpId: string;
  readonly apiUrl: string;
  readonly loginUrl: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

const loopback = /^(127\.\d+\.\d+\.\d+|localhost|::1|\[::1\])$/;

/** Accounts with a known password exist only where nobody else can reach them, and on a server's database only on demand. */
function wantsDemo(env: Environment, reachedAt: string): boolean {
  if (env.DEMO === '0' || (env.DATABASE_URL && env.DEMO !== '1')) return false;
  const publicHost = env.PUBLIC_URL ? new URL(env.PUBLIC_URL).hostname : '127.0.0.1';
  return loopback.test(reachedAt) && loopback.test(publicHost);
}

function portOf(text: string | undefined): number {
  const port = Number(text ?? 8080);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new Error(`PORT must be a number from 0 to 65535, not "${text}"`);
  return port;
}

function waitOf(text: string | undefined): number {
  const seconds = Number(text || 60);
  if (!(seconds >= 0 && seconds <= 3600))
    throw new Error(`DATABASE_WAIT must be seconds from 0 to 3600, not "${text}"`);
  return seconds;
}

function trustsOf(text = ''): Trusts {
  const proxies = text.split(',').flatMap((part) => part.trim() || []);
  try {
    return proxyaddr.compile(proxies);
  } catch {
    throw new Error(`TRUSTED_PROXIES must be addresses or networks with commas between them, not "${text}"`);
  }
}

function dingtalkOf(env: Environment): DingtalkConfig | undefined {
  const { DINGTALK_CLIENT_ID: clientId, DINGTALK_CLIENT_SECRET: clientSecret, DINGTALK_CORP_ID: corpId } = env;
  if (!clientId && !clientSecret && !corpId) return undefined;
  if (!clientId || !clientSecret || !corpId)
    throw new Error('DINGTALK_CLIENT_ID, DINGTALK_CLIENT_SECRET and DINGTALK_CORP_ID must be set together');
  return {
    ...{ clientId, clientSecret, corpId },
    apiUrl: (env.DINGTALK_API_URL || 'https://api.dingtalk.com').replace(/\/$/, ''),
    loginUrl: (env.DINGTALK_LOGIN_URL || 'https://login.dingtalk.com').replace(/\/$/, ''),
  };
}

/** Reads the settings; a setting that makes no sense stops the start with a sentence. */
export function readConfig(env: Environment): Config {
  const port = portOf(env.PORT);
  const host = env.HOST || '127.0.0.1';
  const reachedAt = env.PUBLISHED_HOST || host;
  return {
    port,
    host,
    reachedAt,
    dataDir: resolve(env.DATA_DIR || './data'),
    databaseUrl: env.DATABASE_URL || undefined,
    databaseWait: waitOf(env.DATABASE_WAIT),
    smtpUrl: env.SMTP_URL || undefined,
    mailFrom: env.MAIL_FROM || 'Licence console <licence@localhost.localdomain>',
    publicUrl: (env.PUBLIC_URL || `http://${reachedAt}:${port}`).replace(/\/$/, ''),
    demo: wantsDemo(env, reachedAt),
    secretKey: env.SECRET_KEY || undefined,
    logLevel: env.LOG_LEVEL || 'info',
    trusts: trustsOf(env.TRUSTED_PROXIES),
    dingtalk: dingtalkOf(env),
  };
}
