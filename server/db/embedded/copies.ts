import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { isFolderLocked } from './lock.ts';

/**
 * How another process gets a copy of a locked data folder: it creates an empty file `copy-….wanted` in the folder, as
 * only the folder's owner can. The process that holds the lock then makes the copy `copy-…`, or writes into
 * `copy-….failed` why it could not.
 */
const lookMs = 250;
const answerLimitMs = 15_000;
const isCopy = /^copy-[0-9a-f-]{36}(\.part|\.failed)?$/;

const remove = (file: string): Promise<void> => fs.promises.rm(file, { recursive: true, force: true });

async function makeCopy(file: string, copy: (to: string) => Promise<void>): Promise<void> {
  const draft = `${file}.part`;
  await fs.promises.mkdir(draft, { mode: 0o700 });
  await remove(`${file}.wanted`);
  try {
    await copy(draft);
    await fs.promises.rename(draft, file);
  } catch (error) {
    await fs.promises.writeFile(`${file}.failed`, String(error), { mode: 0o600 });
    await remove(draft);
  }
}

/**
 * Makes the copies that other processes request, one after the other, and removes those that earlier processes left.
 * @param copy copies the database into another folder
 * @returns a function that stops this, after the copy in progress
 */
export function answerCopies(dataDir: string, copy: (to: string) => Promise<void>): { stop(): Promise<void> } {
  for (const name of fs.readdirSync(dataDir).filter((one) => isCopy.test(one)))
    fs.rmSync(path.join(dataDir, name), { recursive: true, force: true });
  let work: Promise<void> = Promise.resolve();
  let isBusy = false;
  const answerRequests = async (): Promise<void> => {
    const wanted = (await fs.promises.readdir(dataDir)).filter((name) => name.endsWith('.wanted'));
    for (const name of wanted) await makeCopy(path.join(dataDir, name.slice(0, -'.wanted'.length)), copy);
  };
  const timer = setInterval(() => {
    if (isBusy) return;
    isBusy = true;
    work = answerRequests()
      .catch(() => undefined)
      .finally(() => {
        isBusy = false;
      });
  }, lookMs);
  timer.unref();
  return {
    stop: () => {
      clearInterval(timer);
      return work;
    },
  };
}

/**
 * Requests a copy of the database from the process that has locked a data folder.
 * @returns the copy, a data folder that the caller removes
 * @throws if no process answers, or if the copy failed
 */
export async function askForCopy(dataDir: string): Promise<string> {
  const copy = path.join(dataDir, `copy-${randomUUID()}`);
  fs.writeFileSync(`${copy}.wanted`, '', { mode: 0o600, flag: 'wx' });
  const end = performance.now() + answerLimitMs;
  for (;;) {
    if (fs.existsSync(copy)) return copy;
    if (fs.existsSync(`${copy}.failed`)) {
      const reason = fs.readFileSync(`${copy}.failed`, 'utf8');
      fs.rmSync(`${copy}.failed`);
      throw new Error(`the running server could not copy its database: ${reason}`);
    }
    const isAccepted = !fs.existsSync(`${copy}.wanted`);
    if (isAccepted && !isFolderLocked(dataDir) && !fs.existsSync(copy))
      throw new Error('the running server ended before it copied its database: try again');
    if (!isAccepted && performance.now() > end) {
      fs.rmSync(`${copy}.wanted`, { force: true });
      throw new Error(`the process that uses ${dataDir} does not answer: stop it and try again`);
    }
    await pause(100);
  }
}
