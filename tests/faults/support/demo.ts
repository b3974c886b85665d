import { createPostgres } from '../../support/database.ts';
import { demoSecret } from '../../support/demoDatabase.ts';

/**
 * A database with the demo, or one that a first start will fill with it. In: what it is a clone of. Out: what a server is
 * told, and what drops it.
 */
export async function demoDatabase(template = process.env['TEST_DEMO_DATABASE'] ?? 'template0') {
  const { url, drop } = await createPostgres(template);
  return { url, drop, env: { DATABASE_URL: url, SECRET_KEY: demoSecret, DEMO: '1' } };
}

/** The folder of a server with the demo, to begin as. */
export const demoFolder = (): string | undefined => process.env['TEST_DEMO_DIR'];
