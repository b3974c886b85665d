import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type Database, type DatabaseSettings, openDatabase, transaction } from '../../server/db/connection.ts';
import { migratedTemplate } from '../../server/db/template.ts';
import { type Queue, startQueue } from '../../server/jobs/queue.ts';
import { createPostgres, forEachEngine, freshDatabase } from '../support/database.ts';

const queues = [
  { name: 'plain' },
  { name: 'stubborn', options: { retryLimit: 2, retryDelay: 1, retryBackoff: true } },
  { name: 'brief', options: { retryLimit: 0, limitSeconds: 1 } },
];

const soon = { timeout: 15_000, interval: 20 };

forEachEngine('the queue', (engine) => {
  let database: Database;
  let queue: Queue;

  beforeAll(async () => {
    database = await freshDatabase(engine);
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    queue = await startQueue(database, queues);
    await database.executeSql('delete from pgboss.job');
  });
  afterEach(() => queue.stop());

  const send = (name: string, data: object): Promise<void> =>
    transaction(database, (trx) => queue.send(trx, name, data));

  const stateOf = async (name: string): Promise<unknown> => {
    const { rows } = await database.executeSql('select state from pgboss.job where name = $1', [name]);
    return rows[0]?.state;
  };

  test('runs a job of a committed transaction once, and at once', async () => {
    const seen: unknown[] = [];
    queue.work('plain', async ({ data }) => void seen.push(data), { pollingIntervalSeconds: 60 });
    await new Promise((resolve) => setTimeout(resolve, 300));
    const started = performance.now();
    await send('plain', { number: 1 });
    await vi.waitFor(() => expect(seen).toEqual([{ number: 1 }]), soon);
    expect(performance.now() - started).toBeLessThan(1000);
    await vi.waitFor(async () => expect(await stateOf('plain')).toBe('completed'), soon);
    expect(seen).toHaveLength(1);
    expect(queue.ready()).toBe(true);
  });

  test('never runs a job of a rolled-back transaction', async () => {
    const seen: unknown[] = [];
    queue.work('plain', async ({ data }) => void seen.push(data));
    const failing = transaction(database, async (trx) => {
      await queue.send(trx, 'plain', { number: 1 });
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    await send('plain', { number: 2 });
    await vi.waitFor(() => expect(seen).toEqual([{ number: 2 }]), soon);
  });

  test('refuses a queue that nobody declared', async () => {
    await expect(send('unheard', {})).rejects.toThrow('there is no queue "unheard"');
  });

  test('tries a failing job again with growing waits, and then no more', async () => {
    const times: number[] = [];
    const attempts: unknown[] = [];
    queue.work('stubborn', async ({ attempt, last }) => {
      times.push(performance.now());
      attempts.push([attempt, last]);
      throw new Error('not yet');
    });
    await send('stubborn', {});
    await vi.waitFor(async () => expect(await stateOf('stubborn')).toBe('failed'), soon);
    expect(attempts).toEqual([
      [1, false],
      [2, false],
      [3, true],
    ]);
    const [first = 0, second = 0, third = 0] = times;
    expect(second - first).toBeGreaterThan(950);
    expect(third - second).toBeGreaterThan(1950);
  });

  test('ends a job that takes too long, by its signal', async () => {
    let reason: unknown;
    queue.work(
      'brief',
      ({ signal }) => new Promise(() => signal.addEventListener('abort', () => (reason = signal.reason))),
    );
    await send('brief', {});
    await vi.waitFor(async () => expect(await stateOf('brief')).toBe('failed'), soon);
    expect(String(reason)).toContain('took longer');
  });

  if (engine === 'postgres')
    test('keeps a long job as long as its process lives', async () => {
      const other = await startQueue(database, queues);
      const attempts: number[] = [];
      for (const each of [queue, other]) {
        each.work('plain', async ({ attempt }) => {
          attempts.push(attempt);
          await new Promise((resolve) => setTimeout(resolve, 10_000));
        });
      }
      await send('plain', {});
      await vi.waitFor(async () => expect(await stateOf('plain')).toBe('completed'), soon);
      expect(attempts).toEqual([1]);
      await other.stop();
    });

  test('runs as many at once as it may, and no more', async () => {
    let now = 0;
    let most = 0;
    let done = 0;
    const handler = async (): Promise<void> => {
      most = Math.max(most, ++now);
      await new Promise((resolve) => setTimeout(resolve, 100));
      now -= 1;
      done += 1;
    };
    queue.work('plain', handler, { concurrency: 3 });
    for (let number = 0; number < 9; number++) await send('plain', { number });
    await vi.waitFor(() => expect(done).toBe(9), soon);
    expect(most).toBe(3);
  });

  test('waits at its stop for the job under way', async () => {
    let done = false;
    let begun = false;
    queue.work('plain', async () => {
      begun = true;
      await new Promise((resolve) => setTimeout(resolve, 300));
      done = true;
    });
    await send('plain', {});
    await vi.waitFor(() => expect(begun).toBe(true), soon);
    await queue.stop();
    expect(done).toBe(true);
    expect(await stateOf('plain')).toBe('completed');
    expect(queue.ready()).toBe(false);
  });
});

test('is made once by two processes that start at once', async () => {
  const { url, drop } = await createPostgres('template0');
  const databases = await Promise.all([openDatabase({ databaseUrl: url }), openDatabase({ databaseUrl: url })]);
  const started = await Promise.all(databases.map((database) => startQueue(database, queues)));
  for (const queue of started) await queue.stop();
  for (const database of databases) await database.close();
  await drop();
});

/** Runs a process until it is in the middle of a job, and kills it. */
async function killInsideJob(settings: DatabaseSettings): Promise<void> {
  const file = path.join(import.meta.dirname, 'db/hangingJob.ts');
  const args = ['--import', 'tsx', file, JSON.stringify(settings)];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  child.kill('SIGKILL');
  await once(child, 'exit');
}

forEachEngine('a job whose process was killed', (engine) => {
  let settings: DatabaseSettings;
  let end: () => Promise<void>;

  beforeEach(async () => {
    if (engine === 'postgres') {
      const { url, drop } = await createPostgres('template0');
      settings = { databaseUrl: url };
      end = drop;
      return;
    }
    const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'queue-'));
    settings = { dataDir, template: await migratedTemplate() };
    end = () => fs.promises.rm(dataDir, { recursive: true });
  });
  afterEach(() => end());

  test('is soon run again by the next', async () => {
    await killInsideJob(settings);
    const killedAt = performance.now();
    const database = await openDatabase(settings);
    const queue = await startQueue(database, queues);
    const attempts: unknown[] = [];
    queue.work('plain', async ({ data, attempt }) => void attempts.push([data, attempt]));
    await vi.waitFor(() => expect(attempts).toEqual([[{ number: 1 }, 2]]), soon);
    expect(performance.now() - killedAt).toBeLessThan(12_000);
    await queue.stop();
    await database.close();
  });
});
