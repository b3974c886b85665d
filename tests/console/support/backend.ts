import { rmSync } from 'node:fs';
import { pino } from 'pino';
import type { Contract } from '../../../contract/schema/entity.ts';
import { createApp } from '../../../server/app.ts';
import { type Database, openDatabase } from '../../../server/db/connection.ts';
import type { MailMessage } from '../../../server/gateways/mail.ts';
import { compose } from '../../../server/start/compose.ts';
import { readConfig } from '../../../server/start/config.ts';
import { createPostgres } from '../../support/database.ts';
import { demoSecret } from '../../support/demoDatabase.ts';
import { dataFolder } from '../../support/server.ts';

export interface Backend {
  fetch(request: Request): Response | Promise<Response>;
  /** All mails that were sent. */
  readonly mails: readonly MailMessage[];
  /** Writes to the database what no request can write, such as a time in the past. */
  executeSql(text: string, values: readonly unknown[]): Promise<unknown>;
  close(): Promise<void>;
}

interface Demo {
  readonly database: Database;
  readonly env: NodeJS.ProcessEnv;
  close(): Promise<void>;
}

/** A clone of the demo on PostgreSQL (tests/support/demoDatabase.ts), with an empty folder for files. */
async function cloneDemo(template: string): Promise<Demo> {
  const { url, drop } = await createPostgres(template);
  const database = await openDatabase({ databaseUrl: url });
  const DATA_DIR = dataFolder();
  const close = async () => {
    await database.close();
    await drop();
    rmSync(DATA_DIR, { recursive: true, force: true });
  };
  return { database, env: { DATA_DIR, SECRET_KEY: demoSecret, DEMO: '1' }, close };
}

/** The demo on the embedded database, in memory (tests/support/demoData.ts). */
async function embeddedDemo(): Promise<Demo> {
  const { TEST_DEMO_DIR, TEST_DEMO_TEMPLATE } = process.env;
  if (!TEST_DEMO_DIR || !TEST_DEMO_TEMPLATE) throw new Error('there is no demo: vitest.config.ts prepares it');
  const database = await openDatabase({ template: TEST_DEMO_TEMPLATE });
  return { database, env: { DATA_DIR: TEST_DEMO_DIR }, close: database.close };
}

/** Starts the whole server with the demo, without a port; it also runs jobs. */
export async function startBackend(contract: Contract): Promise<Backend> {
  const template = process.env['TEST_DEMO_DATABASE'];
  const { database, env, close: closeDemo } = await (template ? cloneDemo(template) : embeddedDemo());
  const mails: MailMessage[] = [];
  const mailer = { kind: 'outbox' as const, send: async (message: MailMessage) => void mails.push(message) };
  const checkpoints = { keep: async () => {} };
  const config = readConfig(env);
  const product = await compose(contract, database, config, pino({ level: 'silent' }), {
    mailer,
    checkpoints,
    mailRetryDelay: 1,
  });
  const app = createApp(product.services);
  const close = async () => {
    await product.stop();
    await closeDemo();
  };
  const executeSql = (text: string, values: readonly unknown[]) => database.executeSql(text, [...values]);
  return { fetch: app.fetch, mails, executeSql, close };
}
