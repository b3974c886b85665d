// The thread in which PGlite runs; the main thread talks to it by messages (see client.ts). Plain
// JavaScript, so that it starts alike under every loader of TypeScript.
import fs from 'node:fs';
import path from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import zlib from 'node:zlib';
import { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';

/** @type {{ directory?: string, template?: string, shadow?: string }} */
const { directory, template, shadow } = workerData;
const counts = { fsync: 0 };

/**
 * A file system that syncs. PGlite's own leaves the fsync of PostgreSQL without effect, so that a power
 * cut loses what was acknowledged. This leans on internals of the pinned version; a test counts the calls.
 */
class SyncingFs extends NodeFS {
  async init(pg, options) {
    const { emscriptenOpts } = await super.init(pg, options);
    const preRun = [...emscriptenOpts.preRun, (mod) => syncing(mod.NODEFS, this.rootDir)];
    return { emscriptenOpts: { ...emscriptenOpts, preRun } };
  }
}

function syncing(nodeFs, root) {
  nodeFs.stream_ops.fsync = (stream) => {
    nodeFs.tryFSOperation(() => fs.fsyncSync(stream.nfd));
    counts.fsync += 1;
    if (shadow) keep(path.relative(root, nodeFs.realPath(stream.node)));
    return 0;
  };
  if (shadow) followNames(nodeFs, root);
}

/** For the test of a power cut: the shadow folder gets what a file holds only when it is synced. */
function keep(name) {
  const from = path.join(directory, name);
  const to = path.join(shadow, name);
  if (fs.statSync(from).isDirectory()) fs.mkdirSync(to, { recursive: true });
  else {
    fs.copyFileSync(from, `${to}.copying`);
    fs.renameSync(`${to}.copying`, to);
  }
}

/** Names follow in order, as a journaling file system keeps them; contents do not. */
function followNames(nodeFs, root) {
  const { rename, unlink, mknod } = nodeFs.node_ops;
  const inShadow = (parent, name) => path.join(shadow, path.relative(root, nodeFs.realPath(parent)), name);
  nodeFs.node_ops.rename = (node, parent, name) => {
    const from = inShadow(node.parent, node.name);
    rename(node, parent, name);
    if (fs.existsSync(from)) fs.renameSync(from, inShadow(parent, name));
  };
  nodeFs.node_ops.unlink = (parent, name) => {
    unlink(parent, name);
    fs.rmSync(inShadow(parent, name), { force: true });
  };
  nodeFs.node_ops.mknod = (parent, name, mode, device) => {
    const node = mknod(parent, name, mode, device);
    if ((mode & 0o170000) === 0o040000) fs.mkdirSync(inShadow(parent, name), { recursive: true });
    else fs.writeFileSync(inShadow(parent, name), '');
    return node;
  };
}

/** PGlite's own parameters without `-F`, which turns fsync off. */
function startParams() {
  const kept = PGlite.defaultStartParams.filter((parameter) => parameter !== '-F');
  return [...kept, '-c', 'fsync=on', '-c', 'wal_sync_method=fsync'];
}

async function open() {
  if (directory) return PGlite.create({ fs: new SyncingFs(directory), startParams: startParams() });
  return PGlite.create({ loadDataDir: template && new Blob([zlib.gunzipSync(fs.readFileSync(template))]) });
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
