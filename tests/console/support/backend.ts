import { pino } from 'pino';
import { createApp } from '../../../server/app.ts';
import { openDatabase } from '../../../server/db/connection.ts';
import type { Message } from '../../../server/gateways/mail.ts';
import { compose } from '../../../server/start/compose.ts';
import { readConfig } from '../../../server/start/config.ts';

export interface Backend {
  fetch(request: Request): Response | Promise<Response>;
  /** The mails that were sent so far. */
  readonly mails: readonly Message[];
  /** Puts what no call can do into the database, such as a time that has gone by. */
  executeSql(text: string, values: readonly unknown[]): Promise<unknown>;
  close(): Promise<void>;
}

/** The whole server without a port, over the demo in memory; it works on its jobs. */
export async function startBackend(): Promise<Backend> {
  const { TEST_DEMO_DIR, TEST_DEMO_TEMPLATE } = process.env;
  if (!TEST_DEMO_DIR || !TEST_DEMO_TEMPLATE) throw new Error('tests/support/demoData.ts is not in use');
  const database = await openDatabase({ template: TEST_DEMO_TEMPLATE });
  const mails: Message[] = [];
  const mailer = { kind: 'outbox' as const, send: async (message: Message) => void mails.push(message) };
  const checkpoints = { keep: async () => {} };
  const config = readConfig({ DATA_DIR: TEST_DEMO_DIR });
  const product = await compose(database, config, pino({ level: 'silent' }), {
    mailer,
    checkpoints,
    mailRetryDelay: 1,
  });
  const app = createApp(product.services);
  const close = async () => {
    await product.stop();
    await database.close();
  };
  const executeSql = (text: string, values: readonly unknown[]) => database.executeSql(text, [...values]);
  return { fetch: app.fetch, mails, executeSql, close };
}
