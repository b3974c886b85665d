import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { openDatabase } from '../../server/db/connection.ts';
import { dataFolder, startServer } from './server.ts';

/** The database of a folder, packed as a template for databases in memory. */
async function pack(folder: string, file: string): Promise<void> {
  const database = await openDatabase({ dataDir: join(folder, 'database') });
  writeFileSync(file, gzipSync(await database.dump(), { level: 1 }));
  await database.close();
}

async function prepare(): Promise<string> {
  const DATA_DIR = dataFolder();
  const server = await startServer({ DATA_DIR });
  await server.stop();
  const template = join(DATA_DIR, 'database.tar.gz');
  await pack(DATA_DIR, template);
  Object.assign(process.env, { TEST_DEMO_DIR: DATA_DIR, TEST_DEMO_TEMPLATE: template });
  return DATA_DIR;
}

let prepared: Promise<string> | undefined;

/**
 * Once before the tests of the console: the folder of a server with the demo, named to them by TEST_DEMO_DIR, so that
 * each starts on a copy, and its database packed, named by TEST_DEMO_TEMPLATE. Out: what removes them.
 */
export default async function setup(): Promise<() => void> {
  if (process.env.TEST_DEMO_DIR && process.env.TEST_DEMO_TEMPLATE) return () => undefined;
  prepared ??= prepare();
  const folder = await prepared;
  return () => rmSync(folder, { recursive: true, force: true });
}
