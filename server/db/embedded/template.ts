import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import { packageRoot } from '../engine/packageRoot.ts';
import { EmbeddedClient } from './client.ts';

const gzip = promisify(zlib.gzip);

/** The installed version of PGlite, on which the format of the files depends. */
function engineVersion(): string {
  const file = path.join(packageRoot, 'node_modules/@electric-sql/pglite/package.json');
  return (JSON.parse(fs.readFileSync(file, 'utf8')) as { version: string }).version;
}

/** The folder of packed databases; a temporary one of this process if the project is read-only. */
function cacheDirectory(): string {
  const directory = path.join(packageRoot, '.cache');
  try {
    fs.mkdirSync(directory, { recursive: true });
    fs.accessSync(directory, fs.constants.W_OK);
    return directory;
  } catch {
    return fs.mkdtempSync(path.join(os.tmpdir(), 'licence-console-'));
  }
}

const building = new Map<string, Promise<string>>();

/**
 * A packed data folder, built unless it is in the cache. Two processes may build it at the same time; either result is
 * used.
 * @param name names what `build` adds to an empty database; empty for nothing
 * @param build returns an uncompressed tar
 * @returns the path of the file
 */
export function cachedTemplate(name: string, build: () => Promise<Uint8Array>): Promise<string> {
  const file = path.join(cacheDirectory(), `pglite-${engineVersion()}${name && `-${name}`}.tar.gz`);
  const found = building.get(file) ?? (fs.existsSync(file) ? Promise.resolve(file) : store(file, build));
  building.set(file, found);
  found.catch(() => building.delete(file));
  return found;
}

async function store(file: string, build: () => Promise<Uint8Array>): Promise<string> {
  const packed = await gzip(await build(), { level: 1 });
  const draft = `${file}.${randomUUID()}`;
  await fs.promises.writeFile(draft, packed);
  await fs.promises.rename(draft, file);
  return file;
}

/** An empty database, packed, since creating one with initdb takes seconds. */
export function emptyTemplate(): Promise<string> {
  return cachedTemplate('', async () => {
    const client = new EmbeddedClient({});
    await client.opened();
    const tar = await client.dump();
    await client.close();
    return tar;
  });
}
