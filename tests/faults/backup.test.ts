import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, it } from 'vitest';
import { scale } from '../support/scale.ts';
import { dataFolder, type RunningServer, startServer } from '../support/server.ts';

const run = promisify(execFile);
const folders = [dataFolder(), dataFolder(), dataFolder()] as const;
const [dataDir, restored, elsewhere] = folders;
let server: RunningServer | undefined;
let isOver = false;
afterAll(async () => {
  isOver = true;
  await server?.kill();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 20 });
});

const BACKUP_KEY = 'the passphrase of these backups';
const npm = (command: string, DATA_DIR: string, ...args: string[]) =>
  run('npm', ['run', '-s', command, '--', ...args], { env: { ...process.env, DATA_DIR, BACKUP_KEY } });

async function call(path: string, key: string, body?: object) {
  const init = body ? { method: 'POST', body: JSON.stringify(body) } : {};
  const answer = await fetch(`${server?.url}${path}`, { ...init, headers: { authorization: key } });
  return { status: answer.status, body: (await answer.json()) as Record<string, never> };
}
async function login(name: string): Promise<{ key: string; id: number }> {
  const { body } = await call('/v1/auth/login', '', { name, password: 'Licence-2026' });
  return { key: String(body['api_key']), id: (body['user'] as never as { id: number }).id };
}
/** A number as letters, which a product code consists of. */
const letters = (value: number): string => [...String(value)].map((digit) => 'ABCDEFGHIJ'[Number(digit)]).join('');

it('a server is backed up while it works, by another process, and everything acknowledged before is restored', async () => {
  server = await startServer({ DATA_DIR: dataDir });
  const { key } = await login('superadmin');
  const { id: sales_user_id } = await login('sales');
  const acknowledged: number[] = [];
  const failures: unknown[] = [];
  const write = async (writer: number) => {
    for (let at = 0; !isOver; at += 1) {
      const body = { name: `Writer ${writer}, ${at}`, code: letters(writer * 1e6 + at), sales_user_id };
      const answer = await call('/v1/enterprise', key, body);
      if (answer.status === 200) acknowledged.push(Number(answer.body['id']));
      else failures.push(answer);
    }
  };
  const writers = Promise.all([1, 2, 3].map(write));
  const rounds = scale(1, 5);
  let file = '';
  let before: number[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    await expect.poll(() => acknowledged.length + failures.length, { timeout: 60_000 }).toBeGreaterThan(20 * round);
    expect(failures).toEqual([]);
    before = [...acknowledged];
    file = join(elsewhere, `backup-${round}`);
    await npm('backup', dataDir, file);
    expect(acknowledged.length).toBeGreaterThan(before.length);
  }
  isOver = true;
  await writers;
  expect(failures).toEqual([]);
  await server.kill();

  const { stdout } = await npm('restore', restored, file);
  expect(stdout).toMatch(/^Restored \d+ rows of /);
  server = await startServer({ DATA_DIR: restored });
  const { key: again } = await login('superadmin');
  const ids: number[] = [];
  for (const id of before) if ((await call(`/v1/enterprise/${id}`, again)).status === 200) ids.push(id);
  expect(ids).toEqual(before);
});
