import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** Who holds a data folder. */
interface Holder {
  readonly pid: number;
  readonly host: string;
  /** Tells two processes of the same number apart: the process's start in the kernel's own count. */
  readonly birth: string | null;
  /** Processes of another container have their own numbers; they are told by the file's age. */
  readonly space: string;
  readonly startedAt: string;
  readonly token: string;
}

/** Another process holds the folder. */
export class FolderHeld extends Error {}

export interface DirectoryLock {
  release(): void;
}

const beatMs = 5_000;
const silentMs = 30_000;

/** When a process started, from /proc; null where there is none (or no such process). */
function birthOf(pid: number): string | null {
  try {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null;
  } catch {
    return null;
  }
}

function processSpace(): string {
  try {
    return `${os.hostname()} ${fs.readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return os.hostname();
  }
}

function self(): Holder {
  const startedAt = new Date(Date.now() - process.uptime() * 1000).toISOString();
  const { pid } = process;
  return { pid, host: os.hostname(), birth: birthOf(pid), space: processSpace(), startedAt, token: randomUUID() };
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
  if (holder.space !== processSpace()) return Date.now() - fs.statSync(file).mtimeMs < silentMs;
  return exists(holder.pid) && birthOf(holder.pid) === holder.birth;
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

/** A file that is not ours to understand (a torn write of an old power cut) holds nothing. */
function parse(text: string): Holder | undefined {
  try {
    return JSON.parse(text) as Holder;
  } catch {
    return undefined;
  }
}

/** Puts the whole file in its place, or finds another there: never a half-written one. */
function place(file: string, text: string): boolean {
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

/** Dead holders of the right to take over, and of the right to take over that, and so on: each died within a moment. */
const depth = 10;

/**
 * Takes the lock, or that of a dead holder. Who takes over holds a second lock meanwhile, and looks again under it:
 * otherwise two that saw the same dead holder could both put their file in its place, the later over the earlier.
 */
function take(directory: string, file: string, text: string, left = depth): void {
  for (let attempt = 0; attempt < 100; attempt++) {
    if (place(file, text)) return;
    const found = read(file);
    if (!found) continue;
    if (found.holder && alive(found.holder, file)) throw held(directory, found.holder);
    if (left === 0) break;
    const successor = `${file}.next`;
    take(directory, successor, text, left - 1);
    try {
      if (replace(file, found.text, text)) return;
    } finally {
      remove(successor, text);
    }
  }
  throw new Error(`the data folder ${directory} could not be locked: its lock file keeps changing`);
}

/** Puts the file in the place of what was seen there; false when something else stands there by now. */
function replace(file: string, seen: string, text: string): boolean {
  if (read(file)?.text !== seen) return false;
  const draft = `${file}.${randomUUID()}`;
  fs.writeFileSync(draft, text, { mode: 0o600 });
  fs.renameSync(draft, file);
  return true;
}

/** Takes the file away, if it is this holder's. */
function remove(file: string, text: string): void {
  if (read(file)?.text === text) fs.rmSync(file);
}

function held(directory: string, holder: Holder): Error {
  return new FolderHeld(
    `the data folder ${directory} is in use by process ${holder.pid} on ${holder.host}, started ${holder.startedAt}; ` +
      "two processes would destroy each other's data. Stop the first one, or give this one another DATA_DIR.",
  );
}

/** Shows that the holder is alive; false when the file is no longer its own. */
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

/** Whether a living process holds the folder. */
export function isHeld(directory: string): boolean {
  const found = read(fileOf(directory));
  return found?.holder !== undefined && alive(found.holder, fileOf(directory));
}

/**
 * Locks a data folder for the life of this process: PGlite itself lets two processes write into one
 * folder, and both lose what was acknowledged. A lock whose process is dead is taken over.
 * In: the folder, and what to do should the lock be lost. Throws at once when another process has it.
 */
export function lockDirectory(directory: string, lost: () => void): DirectoryLock {
  const file = fileOf(directory);
  const text = JSON.stringify(self());
  take(directory, file, text);
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
