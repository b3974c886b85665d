import type { Hono } from 'hono';
import { pino } from 'pino';
import { contract as productContract } from '../../contract/index.ts';
import type { Contract } from '../../contract/schema/entity.ts';
import { createApp } from '../../server/app.ts';
import type { Database } from '../../server/db/connection.ts';
import { hashPassword } from '../../server/domain/account/password.ts';
import type { MailMessage } from '../../server/gateways/mail.ts';
import type { HttpEnv } from '../../server/http/services.ts';
import { compose, type ProductParts, type RunningProduct } from '../../server/start/compose.ts';
import { readConfig } from '../../server/start/config.ts';
import { breach } from './conformance.ts';
import { type EngineName, freshDatabase } from './database.ts';

export const password = 'Licence-2026';

export interface Answer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests read responses of any shape and state what they expect
  body: any;
  headers: Headers;
}

/** A signed-in client of the API, like a browser. */
export interface Client {
  readonly id: number;
  get(path: string, headers?: Record<string, string>): Promise<Answer>;
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  delete(path: string, headers?: Record<string, string>): Promise<Answer>;
  readonly key: string;
}

export interface TestProduct {
  readonly app: Hono<HttpEnv>;
  readonly product: RunningProduct;
  readonly database: Database;
  readonly mails: MailMessage[];
  /** The errors in the log, one line each. */
  readonly logged: string[];
  request(method: string, path: string, options?: RequestOptions): Promise<Answer>;
  login(name: string): Promise<Client>;
  close(): Promise<void>;
}

interface RequestOptions {
  key?: string | undefined;
  body?: unknown;
  headers?: Record<string, string>;
  /** The remote address of the socket. */
  address?: string;
}

let passwordHash: Promise<string> | undefined;

/** Inserts the first SuperAdmin, whom no other user can create. All other users are created through the API. */
async function firstAdmin(database: Database): Promise<void> {
  if (await database.db.selectFrom('users').select('id').limit(1).executeTakeFirst()) return;
  passwordHash ??= hashPassword(password);
  const values = { name: 'admin', nick_name: 'Admin', role_id: 1 as const, password_hash: await passwordHash };
  await database.db.insertInto('users').values(values).execute();
}

/**
 * Marks the password of a user as chosen (D7), also in their sessions. Hashing twice per account would take seconds.
 */
export async function asIfChosen(database: Database, id: number): Promise<void> {
  await database.executeSql(`update users set must_change_password = false where id = ${id};
    update session set must_change_password = false where user_id = ${id}`);
}

/** Parts of the product, and a contract other than the one in contract/index.ts. */
type TestParts = ProductParts & { readonly contract?: Contract };

/** Parts of the product, or a function that creates them from the database. */
export type GivenParts = TestParts | ((database: Database) => Promise<TestParts>);

/** Starts the whole product without a port, over a new or a given database. `mails` collects sent mails. */
export async function startProduct(
  base: EngineName | Database,
  given: GivenParts = {},
  env = {},
): Promise<TestProduct> {
  const database = typeof base === 'string' ? await freshDatabase(base) : base;
  const { contract = productContract, ...parts } = typeof given === 'function' ? await given(database) : given;
  await firstAdmin(database);
  const mails: MailMessage[] = [];
  const mailer = { kind: 'outbox' as const, send: async (message: MailMessage) => void mails.push(message) };
  const config = readConfig({ SECRET_KEY: 'a secret key for tests alone', DEMO: '0', ...env });
  const checkpoints = { keep: async () => {} };
  const logged: string[] = [];
  const log = pino({ level: 'error' }, { write: (line) => void logged.push(line) });
  const product = await compose(contract, database, config, log, { mailer, checkpoints, mailRetryDelay: 1, ...parts });
  const app = createApp(product.services);
  const request = async (
    method: string,
    path: string,
    { key, body, headers, address }: RequestOptions = {},
  ): Promise<Answer> => {
    const init = {
      method,
      headers: { ...(key && { authorization: key }), 'content-type': 'application/json', ...headers },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    };
    const response = await app.request(path, init, { incoming: { socket: { remoteAddress: address } } });
    const answer = { status: response.status, body: parsed(await textOf(response, path)), headers: response.headers };
    const type = response.headers.get('content-type') ?? '';
    const broken = breach(contract, method, new URL(path, 'http://x').pathname, answer.status, type, answer.body);
    if (broken) throw new Error(`the answer is not as documented: ${broken}`);
    return answer;
  };
  const login = async (name: string) => {
    const answer = await request('POST', '/v1/auth/login', { body: { name, password } });
    if (answer.status !== 200) throw new Error(`login of ${name}: ${JSON.stringify(answer.body)}`);
    if (answer.body.must_change_password) await asIfChosen(database, answer.body.user.id);
    return client(request, answer.body.api_key, answer.body.user.id);
  };
  const close = async () => {
    await product.stop();
    await database.close();
  };
  return { app, product, database, mails, logged, request, login, close };
}

/** The text of a response; of an open stream, its first part. */
async function textOf(response: Response, path: string): Promise<string> {
  const staysOpen = path.startsWith('/v1/events') && response.status === 200 && !/[?&]wait=0+(&|$)/.test(path);
  if (!staysOpen || !response.body) return response.text();
  const reader = response.body.getReader();
  const { value } = await reader.read();
  await reader.cancel();
  return new TextDecoder().decode(value);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** A client with the API key of a session. */
export const client = (request: TestProduct['request'], key: string, id: number): Client => ({
  id,
  key,
  get: (path, headers = {}) => request('GET', path, { key, headers }),
  post: (path, body = {}, headers = {}) => request('POST', path, { key, body, headers }),
  delete: (path, headers = {}) => request('DELETE', path, { key, headers }),
});

/**
 * The body of a successful response.
 * @throws an error with the status and the body of any other response
 */
export async function ok(answer: Promise<Answer>) {
  const { status, body } = await answer;
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body;
}
