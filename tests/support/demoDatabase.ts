import { createPostgres, onServer } from './database.ts';
import { scale } from './scale.ts';
import { startServer } from './server.ts';

/** What the demo's licences are sealed with. */
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
 * Once before the tests in the browser: the demo on PostgreSQL, as a template named to them by TEST_DEMO_DATABASE, so that
 * each starts on a clone. In the long version they start on the embedded database, as people do. Out: what drops it.
 */
export default async function setup(): Promise<() => Promise<void>> {
  const isPrepared = process.env['TEST_DEMO_DATABASE'] !== undefined;
  return isPrepared || scale(false, true) ? async () => undefined : prepare();
}
