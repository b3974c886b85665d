import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import { root } from '../engine/packageRoot.ts';
import { EmbeddedClient } from './client.ts';

const gzip = promisify(zlib.gzip);

/** The version of PGlite whose files a packed folder holds. */
function engineVersion(): string {
  const file = path.join(root, 'node_modules/@electric-sql/pglite/package.json');
  return (JSON.parse(fs.readFileSync(file, 'utf8')) as { version: string }).version;
}

/** Where packed folders are kept; where nothing may be written, a folder of this process alone. */
function cacheDirectory(): string {
  const directory = path.join(root, '.cache');
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
 * A packed data folder, built when it is not in the cache yet. In: a name for what `build` adds to an
 * empty database (empty for nothing) and the builder, giving an uncompressed tar. Out: the file's path.
 * Two processes may build at once; either result serves.
 */
export function packedFolder(name: string, build: () => Promise<Uint8Array>): Promise<string> {
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

/** An empty database, packed: making one from nothing takes seconds (initdb). */
export function emptyTemplate(): Promise<string> {
  return packedFolder('', async () => {
    const client = new EmbeddedClient({});
    await client.opened();
    const tar = await client.dump();
    await client.close();
    return tar;
  });
}
