// The thread in which PGlite runs; the main thread talks to it by messages (see client.ts). Plain
// JavaScript, so that it starts alike under every loader of TypeScript.
import fs from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import zlib from 'node:zlib';
import { PGlite } from '@electric-sql/pglite';
import { btree_gist } from '@electric-sql/pglite/contrib/btree_gist';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { NodeFS } from '@electric-sql/pglite/nodefs';

/** @type {{ directory?: string, template?: string, planning: string[] }} */
const { directory, template, planning } = workerData;
const counts = { fsync: 0 };
/** Indexes of what texts are searched for, and of values in constraints of periods. */
const extensions = { pg_trgm, btree_gist };

/**
 * A file system that syncs. PGlite's own leaves the fsync of PostgreSQL without effect, so that a power
 * cut loses what was acknowledged. This leans on internals of the pinned version; a test counts the calls.
 */
class SyncingFs extends NodeFS {
  async init(pg, options) {
    const { emscriptenOpts } = await super.init(pg, options);
    const preRun = [...emscriptenOpts.preRun, (mod) => syncing(mod.NODEFS)];
    return { emscriptenOpts: { ...emscriptenOpts, preRun } };
  }
}

function syncing(nodeFs) {
  nodeFs.stream_ops.fsync = (stream) => {
    nodeFs.tryFSOperation(() => fs.fsyncSync(stream.nfd));
    counts.fsync += 1;
    return 0;
  };
}

const planned = [...PGlite.defaultStartParams, ...planning.flatMap((one) => ['-c', one])];
/** The same without `-F`, which turns fsync off. */
const synced = [...planned.filter((one) => one !== '-F'), '-c', 'fsync=on', '-c', 'wal_sync_method=fsync'];

async function open() {
  if (directory) return PGlite.create({ fs: new SyncingFs(directory), startParams: synced, extensions });
  const loadDataDir = template && new Blob([zlib.gunzipSync(fs.readFileSync(template))]);
  return PGlite.create({ loadDataDir, startParams: planned, extensions });
}

async function query(pg, message) {
  const chunks = [];
  await pg.execProtocolRawStream(message, { syncToFs: false, onRawData: (bytes) => chunks.push(bytes.slice()) });
  if (chunks.length === 1) return chunks[0];
  const whole = new Uint8Array(chunks.reduce((sum, chunk) => sum + chunk.length, 0));
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}

const actions = {
  query: (pg, message) => query(pg, message),
  counts: () => counts,
  async dump(pg) {
    return new Uint8Array(await (await pg.dumpDataDir('none')).arrayBuffer());
  },
  async close(pg) {
    await pg.close();
  },
};

const pg = await open();
parentPort.on('message', async ({ action, argument }) => {
  try {
    const value = await actions[action](pg, argument);
    parentPort.postMessage({ value }, value instanceof Uint8Array ? [value.buffer] : []);
  } catch (error) {
    parentPort.postMessage({ error: String(error?.stack ?? error) });
  }
});
parentPort.postMessage({ value: 'ready' });
