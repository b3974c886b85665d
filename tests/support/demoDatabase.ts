import { createPostgres, onServer } from './database.ts';
import { scale } from './scale.ts';
import { startServer } from './server.ts';

/** The secret key that encrypts the demo's licences. */
export const demoSecret = 'a secret key for the demo of the tests';

async function prepare(): Promise<() => Promise<void>> {
  const { name, url, drop } = await createPostgres('template0');
  const server = await startServer({ DATABASE_URL: url, DEMO: '1', SECRET_KEY: demoSecret });
  await server.stop();
  await onServer((client) => client.query(`alter database ${name} is_template true`));
  process.env['TEST_DEMO_DATABASE'] = name;
  return async () => {
    await onServer((client) => client.query(`alter database ${name} is_template false`));
    await drop();
  };
}

/**
 * Runs once before the browser tests: prepares the demo on PostgreSQL as a template (TEST_DEMO_DATABASE), which each
 * test clones. The long version uses the embedded database, as users do.
 * @returns a function that drops it
 */
export default async function setup(): Promise<() => Promise<void>> {
  const isPrepared = process.env['TEST_DEMO_DATABASE'] !== undefined;
  return isPrepared || scale(false, true) ? async () => undefined : prepare();
}
