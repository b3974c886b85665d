import './quickStart.ts';
import { migratedTemplate } from '../../server/db/migrate/migratedTemplate.ts';
import { startPostgres } from './postgres.ts';

/**
 * Once before all test files: the PostgreSQL server, named to them by TEST_DATABASE_URL, and the packed
 * template of the embedded database. Out: what ends them.
 */
export default async function setup(): Promise<() => Promise<void>> {
  const [server] = await Promise.all([startPostgres(), migratedTemplate()]);
  process.env.TEST_DATABASE_URL = server.url;
  return () => server.stop();
}
