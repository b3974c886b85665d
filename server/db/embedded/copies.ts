import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { isHeld } from './lock.ts';

/**
 * One process holds a data folder, and another one wants to read it: it puts an empty file `copy-….wanted` there, which
 * only the folder's owner can, and whoever holds the folder makes the copy `copy-…` beside it, or says in
 * `copy-….failed` why there is none.
 */
const lookMs = 250;
const answerLimitMs = 15_000;
const isCopy = /^copy-[0-9a-f-]{36}(\.part|\.failed)?$/;

const remove = (file: string): Promise<void> => fs.promises.rm(file, { recursive: true, force: true });

async function answer(file: string, copy: (to: string) => Promise<void>): Promise<void> {
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
 * Makes the copies that other processes ask for, one after the other, and removes those of processes that were gone
 * before they could. In: the folder, and what copies its database into another. Out: what ends it, after a copy under way.
 */
export function answerCopies(dataDir: string, copy: (to: string) => Promise<void>): { stop(): Promise<void> } {
  for (const name of fs.readdirSync(dataDir).filter((one) => isCopy.test(one)))
    fs.rmSync(path.join(dataDir, name), { recursive: true, force: true });
  let work: Promise<void> = Promise.resolve();
  let isBusy = false;
  const look = async (): Promise<void> => {
    const wanted = (await fs.promises.readdir(dataDir)).filter((name) => name.endsWith('.wanted'));
    for (const name of wanted) await answer(path.join(dataDir, name.slice(0, -'.wanted'.length)), copy);
  };
  const timer = setInterval(() => {
    if (isBusy) return;
    isBusy = true;
    work = look()
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
 * Asks the process that holds a data folder for a copy of its database. Out: the copy, a data folder of its own that the
 * caller removes. Throws when nobody answers, and what went wrong when the copy could not be made.
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
    const isTaken = !fs.existsSync(`${copy}.wanted`);
    if (isTaken && !isHeld(dataDir) && !fs.existsSync(copy))
      throw new Error('the running server ended before it had copied its database: try again');
    if (!isTaken && performance.now() > end) {
      fs.rmSync(`${copy}.wanted`, { force: true });
      throw new Error(`the process that holds ${dataDir} does not answer: stop it, and try again`);
    }
    await pause(100);
  }
}
