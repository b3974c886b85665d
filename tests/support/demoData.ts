import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { openDatabase } from '../../server/db/connection.ts';
import { dataFolder, startServer } from './server.ts';

/** Packs the database of a folder as a template for databases in memory. */
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
 * Runs once before the console tests: prepares the folder of a server with the demo (TEST_DEMO_DIR), which each test
 * copies, and its packed database (TEST_DEMO_TEMPLATE).
 * @returns a function that removes both
 */
export default async function setup(): Promise<() => void> {
  if (process.env.TEST_DEMO_DIR && process.env.TEST_DEMO_TEMPLATE) return () => undefined;
  prepared ??= prepare();
  const folder = await prepared;
  return () => rmSync(folder, { recursive: true, force: true });
}
