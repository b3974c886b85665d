import { rmSync } from 'node:fs';
import { dataFolder, startServer } from './server.ts';

/**
 * Once before the browser tests: the folder of a server with the demo, named to them by TEST_DEMO_DIR, so that each
 * starts on a copy. Out: what removes it.
 */
export default async function setup(): Promise<() => void> {
  const DATA_DIR = dataFolder();
  const server = await startServer({ DATA_DIR });
  await server.stop();
  process.env.TEST_DEMO_DIR = DATA_DIR;
  return () => rmSync(DATA_DIR, { recursive: true, force: true });
}
