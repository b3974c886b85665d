import fs from 'node:fs';
import path from 'node:path';
import { x as extract } from 'tar';
import { remainingMs, type TimeLimits } from '../engine/deadline.ts';
import type { ConnectionLimits, Engine } from '../engine/engine.ts';
import { EmbeddedClient } from './client.ts';
import { ConnectionQueue } from './connectionQueue.ts';
import { answerCopies } from './copies.ts';
import { DamagedFolder } from './damage.ts';
import { EmbeddedDriver } from './driver.ts';
import { type DirectoryLock, lockDirectory } from './lock.ts';
import { emptyTemplate } from './template.ts';

export interface EmbeddedSettings {
  /** The folder of the database; without it the database is in memory. */
  readonly dataDir: string | undefined;
  /** A packed data folder to start from; an empty database by default. */
  readonly template: string | undefined;
}

const turnLimitMs = 30_000;
/**
 * A statement gets at least this long, even if its request has less time left: ending it would end the thread that all
 * requests share.
 */
const minStatementMs = 2_000;
/** The longest time that a timer accepts. */
const noLimitMs = 2 ** 31 - 1;
const copyLimitMs = 120_000;
const cloneWherePossible = fs.constants.COPYFILE_FICLONE;

/**
 * Opens PGlite, in memory or in a folder that this process then locks.
 * @throws if another process has locked it
 */
export async function openEmbedded(settings: EmbeddedSettings, limits: ConnectionLimits): Promise<Engine> {
  const { dataDir } = settings;
  if (!dataDir)
    return createEngine(await startClient({ template: settings.template ?? (await emptyTemplate()) }), limits);
  fs.mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  let client: EmbeddedClient | undefined;
  const lost = (): void => void client?.abandon(new Error(`the lock of the data folder ${dataDir} was lost`));
  const lock = lockDirectory(dataDir, lost);
  try {
    client = await openFolder(dataDir, settings);
    return createEngine(client, limits, { dataDir, lock });
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** Opens the files under `pgdata`, which exists completely or not at all. */
async function openFolder(dataDir: string, settings: EmbeddedSettings): Promise<EmbeddedClient> {
  const directory = path.join(dataDir, 'pgdata');
  if (!fs.existsSync(directory)) await unpack(dataDir, directory, settings);
  return startClient({ directory }).catch((error: Error) => {
    throw new DamagedFolder(dataDir, error);
  });
}

/** Unpacks the template into a draft folder and renames it, so that a failure or an interruption changes nothing. */
async function unpack(dataDir: string, directory: string, { template }: EmbeddedSettings): Promise<void> {
  const draft = `${directory}.new`;
  fs.rmSync(draft, { recursive: true, force: true });
  fs.mkdirSync(draft, { mode: 0o700 });
  const file = template ?? (await emptyTemplate());
  // The paths of a packed folder are absolute; the umask makes each file readable for its owner only.
  extract({ file, cwd: draft, sync: true, strip: 1, strict: true, noMtime: true, processUmask: 0o077 });
  syncTree(draft);
  fs.renameSync(draft, directory);
  sync(dataDir);
}

/** Syncs a folder and everything in it to disk. */
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

async function startClient(settings: ConstructorParameters<typeof EmbeddedClient>[0]): Promise<EmbeddedClient> {
  const client = new EmbeddedClient(settings);
  await client.opened();
  return client;
}

/** The folder of a database, and its lock. */
interface LockedFolder {
  readonly dataDir: string;
  readonly lock: DirectoryLock;
}

/** Copies the files of the database between two statements. What is only in memory is in PostgreSQL's log as well. */
const copyFiles = (client: EmbeddedClient, dataDir: string, inTurn: <T>(work: () => Promise<T>) => Promise<T>) => {
  const from = path.join(dataDir, 'pgdata');
  return async (to: string): Promise<void> => {
    // The checkpoint has a turn of its own, so that others wait for one of the two at most.
    await inTurn(() => client.query('checkpoint', [], copyLimitMs));
    await inTurn(() => fs.promises.cp(from, path.join(to, 'pgdata'), { recursive: true, mode: cloneWherePossible }));
  };
};

function createEngine(client: EmbeddedClient, limits: ConnectionLimits, folder?: LockedFolder): Engine {
  const turns = new ConnectionQueue(turnLimitMs);
  const limitMs = (terms: TimeLimits): number =>
    Math.min(
      (terms.limitMs ?? limits.limitMs) || noLimitMs,
      Math.max(minStatementMs, remainingMs(terms) ?? Number.POSITIVE_INFINITY),
    );
  const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
    await turns.acquire();
    try {
      return await work();
    } finally {
      turns.give();
    }
  };
  const copies = folder && answerCopies(folder.dataDir, copyFiles(client, folder.dataDir, inTurn));
  return {
    name: 'pglite',
    pipelines: false,
    driver: new EmbeddedDriver({ client, turns, limitMs, idleLimitMs: limits.idleMs }),
    whenDamaged: (tell) => client.whenDamaged((error) => tell(new DamagedFolder(folder?.dataDir ?? 'memory', error))),
    waiting: () => turns.waiting,
    syncs: () => inTurn(() => client.syncs()),
    dump: () => inTurn(() => client.dump()),
    close: async () => {
      await copies?.stop();
      folder?.lock.release();
    },
  };
}
