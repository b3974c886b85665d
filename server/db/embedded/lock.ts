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

/** Takes a dead holder's file away; if it changed hands meanwhile, puts it back. */
function clear(file: string, seen: string): void {
  const aside = `${file}.${randomUUID()}`;
  try {
    fs.renameSync(file, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  const moved = fs.readFileSync(aside, 'utf8');
  if (moved !== seen) place(file, moved);
  fs.rmSync(aside);
}

function take(directory: string, file: string, text: string): void {
  for (let attempt = 0; attempt < 10; attempt++) {
    if (place(file, text)) return;
    const found = read(file);
    if (!found) continue;
    if (found.holder && alive(found.holder, file)) throw held(directory, found.holder);
    clear(file, found.text);
  }
  throw new Error(`the data folder ${directory} could not be locked: its lock file keeps changing`);
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
    if (read(file)?.text === text) fs.rmSync(file);
  };
  return { release };
}
