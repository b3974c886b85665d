import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { lockDirectory } from '../../../server/db/embedded/lock.ts';
import { scale } from '../../support/scale.ts';

let folder: string;
let file: string;

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'lock-'));
  file = path.join(folder, 'database.lock');
});
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

const nothing = (): void => undefined;
const take = (): { release(): void } => lockDirectory(folder, nothing);

/** Replaces the lock file by that of this process with some changes. */
function forge(changes: object): void {
  const lock = take();
  const holder = JSON.parse(fs.readFileSync(file, 'utf8')) as object;
  lock.release();
  fs.writeFileSync(file, JSON.stringify({ ...holder, ...changes }));
}

/** This process gets the lock: the file names it, others are refused, and the file is gone after the release. */
function expectToLock(): void {
  const lock = take();
  expect(JSON.parse(fs.readFileSync(file, 'utf8'))).toMatchObject({ pid: process.pid, host: os.hostname() });
  expect(take).toThrow(`in use by process ${process.pid} on ${os.hostname()}, started `);
  lock.release();
  expect(fs.readdirSync(folder)).toEqual([]);
}

test('lets one in and says who it is', () => {
  expectToLock();
  expectToLock();
});

test('takes over from a process that is dead', () => {
  const pid = Number(execFileSync(process.execPath, ['-p', 'process.pid']).toString());
  forge({ pid });
  expectToLock();
});

if (fs.existsSync('/proc/self/stat'))
  test('takes over when the number went to another process', () => {
    forge({ birth: '1' });
    expectToLock();
  });

test('takes over a file that is torn', () => {
  fs.writeFileSync(file, '{"pid":');
  expectToLock();
});

test('knows the process of another machine by its sign of life', () => {
  forge({ space: 'elsewhere', host: 'elsewhere' });
  expect(take).toThrow('on elsewhere');
  const long = new Date(Date.now() - 60_000);
  fs.utimesSync(file, long, long);
  expectToLock();
});

test('leaves a lock alone that is no longer its own', () => {
  const lock = take();
  fs.writeFileSync(file, 'another');
  lock.release();
  expect(fs.readFileSync(file, 'utf8')).toBe('another');
});

test('takes over from one that died while it took over', () => {
  for (const name of [file, `${file}.next`]) fs.writeFileSync(name, '{"pid":');
  const lock = take();
  expect(take).toThrow('in use by process');
  lock.release();
  expect(fs.readdirSync(folder)).toEqual([]);
});

/**
 * Runs threads that compete for the lock at the same moment, in several rounds.
 * @returns the number of threads that got the lock in each round
 */
async function contend(threads: number, rounds: number): Promise<number[]> {
  const shared = new Int32Array(new SharedArrayBuffer(4 * (rounds + 2)));
  const workerData = { folder, rounds, threads, shared };
  const options = { workerData, execArgv: [] };
  const contenders = Array.from(
    { length: threads },
    () => new Worker(path.join(import.meta.dirname, 'contender.mjs'), options),
  );
  await Promise.all(contenders.map((contender) => once(contender, 'exit')));
  return [...shared.subarray(2)];
}

test('lets one of many in that find a dead one at once', async () => {
  const rounds = scale(30, 3_000);
  expect(await contend(4, rounds)).toEqual(Array.from({ length: rounds }, () => 1));
});

test('lets one in when others come at the very moment of a takeover', () => {
  fs.writeFileSync(file, 'torn');
  let winners = 0;
  const contend = () => {
    try {
      take();
      winners += 1;
    } catch (error) {
      expect(String(error)).toContain('in use by process');
    }
  };
  const rename = fs.renameSync;
  const spy = vi.spyOn(fs, 'renameSync').mockImplementationOnce((from, to) => {
    contend();
    rename(from, to);
    contend();
  });
  contend();
  expect(spy).toHaveBeenCalled();
  spy.mockRestore();
  expect(winners).toBe(1);
});
