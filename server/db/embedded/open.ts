import fs from 'node:fs';
import path from 'node:path';
import { x as extract } from 'tar';
import type { Engine, Limits } from '../engine.ts';
import { EmbeddedClient } from './client.ts';
import { embeddedDialect } from './dialect.ts';
import { type DirectoryLock, lockDirectory } from './lock.ts';
import { emptyTemplate } from './template.ts';
import { Turns } from './turns.ts';

export interface EmbeddedSettings {
  /** The folder of the database; without it, it lives in memory. */
  readonly dataDir: string | undefined;
  /** A packed data folder to begin from; an empty one unless told. */
  readonly template: string | undefined;
  /** Begins from the template even where there is a database; that one is put aside. */
  readonly replace: boolean | undefined;
}

const turnLimitMs = 30_000;
/** A statement gets so long even where its request has less: to end it ends the thread that all others wait for. */
const leastMs = 2_000;

/** PGlite, in memory or in a folder that this process then holds. Throws when another one holds it. */
export async function openEmbedded(settings: EmbeddedSettings, limits: Limits): Promise<Engine> {
  const { dataDir } = settings;
  if (!dataDir) return engine(await start({ template: settings.template ?? (await emptyTemplate()) }), limits);
  fs.mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  let client: EmbeddedClient | undefined;
  const lost = (): void => void client?.abandon(new Error(`the lock of the data folder ${dataDir} was taken away`));
  const lock = lockDirectory(dataDir, lost);
  try {
    client = await openFolder(dataDir, settings);
    return engine(client, limits, lock);
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** Opens the files under `pgdata`, which is there as a whole or not at all. */
async function openFolder(dataDir: string, settings: EmbeddedSettings): Promise<EmbeddedClient> {
  const directory = path.join(dataDir, 'pgdata');
  if (settings.replace || !fs.existsSync(directory)) await unpack(dataDir, directory, settings);
  return start({ directory });
}

/**
 * Unpacks the template beside the place where it belongs; what fails or is cut short changes nothing. What takes the
 * place of a database has to open before.
 */
async function unpack(dataDir: string, directory: string, { template, replace }: EmbeddedSettings): Promise<void> {
  const draft = `${directory}.new`;
  fs.rmSync(draft, { recursive: true, force: true });
  fs.mkdirSync(draft, { mode: 0o700 });
  const file = template ?? (await emptyTemplate());
  // The paths of a packed folder are absolute; that the files are their owner's alone is told to each.
  extract({ file, cwd: draft, sync: true, strip: 1, strict: true, noMtime: true, processUmask: 0o077 });
  if (replace) await (await start({ directory: draft })).close();
  syncTree(draft);
  if (fs.existsSync(directory)) fs.renameSync(directory, `${directory}.aside-${Date.now()}`);
  fs.renameSync(draft, directory);
  sync(dataDir);
}

/** Writes a folder and all that is in it to the disk. */
function syncTree(folder: string): void {
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    const name = path.join(folder, entry.name);
    if (entry.isDirectory()) syncTree(name);
    else sync(name);
  }
  sync(folder);
}

function sync(name: string): void {
  const descriptor = fs.openSync(name, 'r');
  fs.fsyncSync(descriptor);
  fs.closeSync(descriptor);
}

async function start(settings: ConstructorParameters<typeof EmbeddedClient>[0]): Promise<EmbeddedClient> {
  const client = new EmbeddedClient(settings);
  await client.opened();
  return client;
}

function engine(client: EmbeddedClient, limits: Limits, lock?: DirectoryLock): Engine {
  const turns = new Turns(turnLimitMs);
  const limitMs = () => Math.min(limits.limitNowMs(), Math.max(leastMs, limits.leftMs() ?? Number.POSITIVE_INFINITY));
  const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
    await turns.take();
    try {
      return await work();
    } finally {
      turns.give();
    }
  };
  return {
    name: 'pglite',
    dialect: embeddedDialect({ client, turns, limitMs, leftMs: limits.leftMs, idleLimitMs: limits.idleMs }),
    waiting: () => turns.waiting,
    syncs: () => inTurn(() => client.syncs()),
    dump: () => inTurn(() => client.dump()),
    close: async () => {
      await client.close();
      lock?.release();
    },
  };
}
