import { resolve } from 'node:path';

/** What a process is told by its environment; docs/operations.md has a line for each. */
export interface Config {
  readonly port: number;
  readonly host: string;
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  readonly smtpUrl: string | undefined;
  readonly mailFrom: string;
  readonly publicUrl: string;
  readonly demo: boolean;
  readonly secretKey: string | undefined;
  readonly logLevel: string;
  /** Absent: nobody signs in with DingTalk (C19). */
  readonly dingtalk: DingtalkConfig | undefined;
}

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
function wantsDemo(env: Environment, host: string): boolean {
  if (env.DEMO === '0' || (env.DATABASE_URL && env.DEMO !== '1')) return false;
  const publicHost = env.PUBLIC_URL ? new URL(env.PUBLIC_URL).hostname : '127.0.0.1';
  return loopback.test(host) && loopback.test(publicHost);
}

function portOf(text: string | undefined): number {
  const port = Number(text ?? 8080);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new Error(`PORT must be a number from 0 to 65535, not "${text}"`);
  return port;
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
  return {
    port,
    host,
    dataDir: resolve(env.DATA_DIR || './data'),
    databaseUrl: env.DATABASE_URL || undefined,
    smtpUrl: env.SMTP_URL || undefined,
    mailFrom: env.MAIL_FROM || 'Licence console <licence@localhost.localdomain>',
    publicUrl: (env.PUBLIC_URL || `http://${host}:${port}`).replace(/\/$/, ''),
    demo: wantsDemo(env, host),
    secretKey: env.SECRET_KEY || undefined,
    logLevel: env.LOG_LEVEL || 'info',
    dingtalk: dingtalkOf(env),
  };
}
