import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** The process that has locked a data folder. */
interface Holder {
  readonly pid: number;
  readonly host: string;
  /** The start time of the process, as the kernel counts it: it distinguishes two processes with the same number. */
  readonly birth: string | null;
  /**
   * The container of the process. Process numbers differ between containers, so that the age of the lock file decides
   * there.
   */
  readonly space: string;
  readonly startedAt: string;
  readonly token: string;
}

/** Another process has locked the folder. */
export class FolderLocked extends Error {}

export interface DirectoryLock {
  release(): void;
}

const beatMs = 5_000;
const silentMs = 30_000;

/** The start time of a process, from /proc; null if there is no /proc or no such process. */
function processStart(pid: number): string | null {
  try {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null;
  } catch {
    return null;
  }
}

function processNamespace(): string {
  try {
    return `${os.hostname()} ${fs.readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return os.hostname();
  }
}

function self(): Holder {
  const startedAt = new Date(Date.now() - process.uptime() * 1000).toISOString();
  const { pid } = process;
  return {
    pid,
    host: os.hostname(),
    birth: processStart(pid),
    space: processNamespace(),
    startedAt,
    token: randomUUID(),
  };
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function alive(holder: Holder, file: string): boolean {
  if (holder.space !== processNamespace()) return Date.now() - fs.statSync(file).mtimeMs < silentMs;
  return exists(holder.pid) && processStart(holder.pid) === holder.birth;
}

function read(file: string): { text: string; holder: Holder | undefined } | undefined {
  try {
    const text = fs.readFileSync(file, 'utf8');
    return { text, holder: parse(text) };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** An unreadable file, such as one torn by a power cut, locks nothing. */
function parse(text: string): Holder | undefined {
  try {
    return JSON.parse(text) as Holder;
  } catch {
    return undefined;
  }
}

/** Creates the whole file, or returns false if one exists. The file is never half-written. */
function createWhole(file: string, text: string): boolean {
  const draft = `${file}.${randomUUID()}`;
  fs.writeFileSync(draft, text, { mode: 0o600 });
  try {
    fs.linkSync(draft, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    fs.rmSync(draft);
  }
}

/**
 * How many locks of dead processes are followed: each process that takes over a lock uses a second one, and may die as
 * well.
 */
const depth = 10;

/**
 * Acquires the lock, also one of a dead process. Taking over needs a second lock, under which the first is read again:
 * otherwise two processes that found the same dead one could both write their file, the later over the earlier.
 */
function acquire(directory: string, file: string, text: string, left = depth): void {
  for (let attempt = 0; attempt < 100; attempt++) {
    if (createWhole(file, text)) return;
    const found = read(file);
    if (!found) continue;
    if (found.holder && alive(found.holder, file)) throw lockedError(directory, found.holder);
    if (left === 0) break;
    const successor = `${file}.next`;
    acquire(directory, successor, text, left - 1);
    try {
      if (replace(file, found.text, text)) return;
    } finally {
      remove(successor, text);
    }
  }
  throw new Error(`the data folder ${directory} could not be locked: its lock file keeps changing`);
}

/**
 * Replaces the file, unless it has changed since it was read.
 * @returns false if it has changed
 */
function replace(file: string, seen: string, text: string): boolean {
  if (read(file)?.text !== seen) return false;
  const draft = `${file}.${randomUUID()}`;
  fs.writeFileSync(draft, text, { mode: 0o600 });
  fs.renameSync(draft, file);
  return true;
}

/** Deletes the file if it belongs to this process. */
function remove(file: string, text: string): void {
  if (read(file)?.text === text) fs.rmSync(file);
}

function lockedError(directory: string, holder: Holder): Error {
  return new FolderLocked(
    `the data folder ${directory} is in use by process ${holder.pid} on ${holder.host}, started ${holder.startedAt}; ` +
      "two processes would destroy each other's data. Stop the first one, or give this one another DATA_DIR.",
  );
}

/**
 * Shows that the process is alive.
 * @returns false if the file no longer belongs to it
 */
function renew(file: string, text: string): boolean {
  try {
    if (fs.readFileSync(file, 'utf8') !== text) return false;
    fs.utimesSync(file, new Date(), new Date());
    return true;
  } catch {
    return false;
  }
}

const fileOf = (directory: string): string => path.join(directory, 'database.lock');

/** True if a living process has locked the folder. */
export function isFolderLocked(directory: string): boolean {
  const found = read(fileOf(directory));
  return found?.holder !== undefined && alive(found.holder, fileOf(directory));
}

/**
 * Locks a data folder for the lifetime of this process. PGlite itself lets two processes write into one folder, and
 * both lose committed data. A lock of a dead process passes to this one.
 * @param lost is called if the lock is lost
 * @throws at once if another process has locked the folder
 */
export function lockDirectory(directory: string, lost: () => void): DirectoryLock {
  const file = fileOf(directory);
  const text = JSON.stringify(self());
  acquire(directory, file, text);
  const beat = setInterval(() => {
    if (renew(file, text)) return;
    clearInterval(beat);
    lost();
  }, beatMs);
  beat.unref();
  const release = (): void => {
    clearInterval(beat);
    remove(file, text);
  };
  return { release };
}
