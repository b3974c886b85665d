import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { lockDirectory } from '../../../server/db/embedded/lock.ts';

let folder: string;
let file: string;

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'lock-'));
  file = path.join(folder, 'database.lock');
});
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

const nothing = (): void => undefined;
const take = (): { release(): void } => lockDirectory(folder, nothing);

/** The lock file of this process, with some of it changed. */
function forge(changes: object): void {
  const lock = take();
  const holder = JSON.parse(fs.readFileSync(file, 'utf8')) as object;
  lock.release();
  fs.writeFileSync(file, JSON.stringify({ ...holder, ...changes }));
}

test('lets one in and says who it is', () => {
  const lock = take();
  expect(take).toThrow(`in use by process ${process.pid} on ${os.hostname()}, started `);
  lock.release();
  take().release();
  expect(fs.readdirSync(folder)).toEqual([]);
});

test('takes over from a process that is dead', () => {
  const pid = Number(execFileSync(process.execPath, ['-p', 'process.pid']).toString());
  forge({ pid });
  take().release();
});

if (fs.existsSync('/proc/self/stat'))
  test('takes over when the number went to another process', () => {
    forge({ birth: '1' });
    take().release();
  });

test('takes over a file that is torn', () => {
  fs.writeFileSync(file, '{"pid":');
  take().release();
});

test('knows the process of another machine by its sign of life', () => {
  forge({ space: 'elsewhere', host: 'elsewhere' });
  expect(take).toThrow('on elsewhere');
  const long = new Date(Date.now() - 60_000);
  fs.utimesSync(file, long, long);
  take().release();
});

test('leaves a lock alone that is no longer its own', () => {
  const lock = take();
  fs.writeFileSync(file, 'another');
  lock.release();
  expect(fs.readFileSync(file, 'utf8')).toBe('another');
});

test('lets one of many in that find a dead one at once', async () => {
  fs.writeFileSync(file, 'torn');
  const script = `
    import { lockDirectory } from ${JSON.stringify(path.resolve(import.meta.dirname, '../../../server/db/embedded/lock.ts'))};
    setTimeout(() => {
      try {
        lockDirectory(process.argv[1], () => undefined);
        setTimeout(() => process.exit(0), 1500);
      } catch (error) {
        process.exit(error.message.includes('in use by process') ? 3 : 4);
      }
    }, Number(process.argv[2]) - Date.now());`;
  const args = ['--import', 'tsx', '--input-type=module', '-e', script, folder, String(Date.now() + 2500)];
  const children = Array.from({ length: 6 }, () =>
    spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] }),
  );
  const codes = await Promise.all(children.map(async (child) => (await once(child, 'exit'))[0]));
  expect(codes.sort()).toEqual([0, 3, 3, 3, 3, 3]);
});
