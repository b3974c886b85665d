import { createPostgres } from '../../support/database.ts';
import { demoSecret } from '../../support/demoDatabase.ts';

/**
 * Creates a database with the demo, or an empty one that the first start fills.
 * @param template the database to clone
 * @returns the settings of a server, and a function that drops the database
 */
export async function demoDatabase(template = process.env['TEST_DEMO_DATABASE'] ?? 'template0') {
  const { url, drop } = await createPostgres(template);
  return { url, drop, env: { DATABASE_URL: url, SECRET_KEY: demoSecret, DEMO: '1' } };
}

/** The folder of a server with the demo, to be copied. */
export const demoFolder = (): string | undefined => process.env['TEST_DEMO_DIR'];
