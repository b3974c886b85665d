import './quickStart.ts';
import { migratedTemplate } from '../../server/db/migrate/migratedTemplate.ts';
import { startPostgres } from './postgres.ts';

/**
 * Runs once before all test files: starts the PostgreSQL server (TEST_DATABASE_URL) and packs the template of the
 * embedded database.
 * @returns a function that removes them
 */
export default async function setup(): Promise<() => Promise<void>> {
  const [server] = await Promise.all([startPostgres(), migratedTemplate()]);
  process.env.TEST_DATABASE_URL = server.url;
  return () => server.stop();
}
