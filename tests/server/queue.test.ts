import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type Database, type DatabaseSettings, openDatabase, transaction } from '../../server/db/connection.ts';
import { migratedTemplate } from '../../server/db/migrate/migratedTemplate.ts';
import { LeaseLost } from '../../server/jobs/jobTable.ts';
import { type JobQueue, startJobQueue } from '../../server/jobs/queue.ts';
import { createPostgres, forEachEngine, freshDatabase } from '../support/database.ts';

const queues = [
  { name: 'plain' },
  { name: 'stubborn', options: { tries: 3, delaySeconds: 0.2 } },
  { name: 'brief', options: { tries: 1, limitSeconds: 0.2 } },
  { name: 'again', options: { tries: 2, limitSeconds: 0.2, delaySeconds: 0.01 } },
];

const untilAborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }));

const soon = { timeout: 15_000, interval: 20 };

forEachEngine('the queue', (engine) => {
  let database: Database;
  let queue: JobQueue;

  beforeAll(async () => {
    database = await freshDatabase(engine);
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    queue = await startJobQueue(database, queues);
    await database.executeSql('delete from job');
  });
  afterEach(() => queue.stop());

  const send = (name: string, data: object): Promise<void> =>
    transaction(database, (trx) => queue.send(trx, name, data));

  /** A finished job is deleted. */
  const stateOf = async (name: string): Promise<string> => {
    const { rows } = await database.executeSql('select held, failed_at from job where queue = $1', [name]);
    if (rows.length === 0) return 'none';
    return rows[0]?.failed_at ? 'failed' : rows[0]?.held ? 'held' : 'waiting';
  };
  const until = (name: string, state: string) => vi.waitFor(async () => expect(await stateOf(name)).toBe(state), soon);

  test('runs a job of a committed transaction once, and at once', async () => {
    const seen: unknown[] = [];
    queue.work('plain', async ({ data }) => void seen.push(data), { pollingSeconds: 60 });
    await new Promise((resolve) => setTimeout(resolve, 300));
    const started = performance.now();
    await send('plain', { number: 1 });
    await vi.waitFor(() => expect(seen).toEqual([{ number: 1 }]), soon);
    expect(performance.now() - started).toBeLessThan(1000);
    await until('plain', 'none');
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

  test('tries a failing job again with growing waits, and then gives up, and says why', async () => {
    const times: number[] = [];
    const attempts: number[] = [];
    let reason: unknown;
    queue.work(
      'stubborn',
      async ({ attempt }) => {
        times.push(performance.now());
        attempts.push(attempt);
        throw new Error('not yet');
      },
      {
        giveUp: async (_, why) => {
          reason = why;
        },
        pollingSeconds: 0.02,
      },
    );
    await send('stubborn', {});
    await until('stubborn', 'failed');
    expect([attempts, reason]).toEqual([[1, 2, 3], 'not yet']);
    const [first = 0, second = 0, third = 0] = times;
    expect(second - first).toBeGreaterThan(190);
    expect(third - second).toBeGreaterThan(390);
  });

  test('ends a job that takes too long, by its signal', async () => {
    let reason: unknown;
    queue.work('brief', ({ signal }) =>
      untilAborted(signal).catch((why) => {
        reason = why;
      }),
    );
    await send('brief', {});
    await vi.waitFor(() => expect(String(reason)).toContain('took longer'), soon);
  });

  test('begins no other attempt before the one that was told to end has ended', async () => {
    let now = 0;
    const seen: number[] = [];
    queue.work(
      'again',
      async ({ signal }) => {
        seen.push(++now);
        await untilAborted(signal).catch(() => new Promise((resolve) => setTimeout(resolve, 300)));
        now -= 1;
        throw new Error('too late');
      },
      { concurrency: 2, pollingSeconds: 0.02 },
    );
    await send('again', {});
    await until('again', 'failed');
    expect(seen).toEqual([1, 1]);
  });

  test('refuses the commit of an attempt whose time was over, and takes that of its successor', async () => {
    const committed: number[] = [];
    const refused: unknown[] = [];
    let over: () => void = () => undefined;
    const isOver = new Promise<void>((resolve) => {
      over = resolve;
    });
    queue.work(
      'again',
      async (job) => {
        const { attempt } = job;
        if (attempt === 1) await isOver;
        const commit = transaction(database, async (trx) => {
          await job.hold(trx);
          committed.push(attempt);
        });
        await commit.catch((error) => void refused.push([attempt, error]));
        over();
      },
      { pollingSeconds: 0.02, concurrency: 2 },
    );
    await send('again', {});
    await vi.waitFor(() => expect(refused).toEqual([[1, expect.any(LeaseLost)]]), soon);
    expect(committed).toEqual([2]);
    await until('again', 'none');
  });

  test('tries again what fails by a fault that passes, and does not count it', async () => {
    const attempts: number[] = [];
    const given = new Error('deadlock detected');
    queue.work('brief', async ({ attempt }) => {
      attempts.push(attempt);
      if (attempts.length < 3) throw Object.assign(given, { code: '40P01' });
    });
    await send('brief', {});
    await vi.waitFor(() => expect(attempts).toEqual([1, 1, 1]), soon);
    await until('brief', 'none');
  });

  test('gives back at its stop the job that does not end, as if it had not been tried', async () => {
    queue.work('plain', ({ signal }) => untilAborted(signal));
    await send('plain', {});
    await until('plain', 'held');
    await queue.stop(10);
    const { rows } = await database.executeSql('select held, attempts, due_at <= now() as due from job');
    expect(rows).toEqual([{ held: false, attempts: 0, due: true }]);
  });

  if (engine === 'postgres') {
    test('keeps a job as long as its process lives', async () => {
      const lease = "select extract(epoch from due_at - now())::int as rest from job where queue = 'plain'";
      queue.work('plain', ({ signal }) => untilAborted(signal));
      await send('plain', {});
      await until('plain', 'held');
      await database.executeSql("update job set due_at = now() + interval '1 second'");
      const rest = async () => Number((await database.executeSql(lease)).rows[0]?.rest);
      await vi.waitFor(async () => expect(await rest()).toBeGreaterThan(5), soon);
      await queue.stop(0);
    });

    test('has one holder: whose lease ended is told so, and cannot commit', async () => {
      const other = await startJobQueue(database, queues);
      const seen: unknown[] = [];
      const lost: unknown[] = [];
      const held = new Promise<void>((resolve) => {
        queue.work('plain', async (job) => {
          resolve();
          await untilAborted(job.signal).catch((reason) => void lost.push(reason));
          await transaction(database, (trx) => job.hold(trx)).catch((error) => void lost.push(error));
        });
      });
      await send('plain', {});
      await held;
      other.work('plain', async (job) => {
        await transaction(database, (trx) => job.hold(trx));
        seen.push(job.attempt);
      });
      await vi.waitFor(async () => {
        await database.executeSql('update job set due_at = now() where claim = 1');
        expect(lost).toEqual([expect.any(LeaseLost), expect.any(LeaseLost)]);
      }, soon);
      expect(seen).toEqual([2]);
      await other.stop();
    });
  }

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
    expect(await stateOf('plain')).toBe('none');
    expect(queue.ready()).toBe(false);
  });
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

  test('is soon run again by the next, or given up if that was the last try', async () => {
    await killInsideJob(settings);
    const killedAt = performance.now();
    const database = await openDatabase(settings);
    const queue = await startJobQueue(database, [...queues, { name: 'once', options: { tries: 1 } }]);
    const attempts: unknown[] = [];
    const givenUp: unknown[] = [];
    queue.work('plain', async ({ data, attempt }) => void attempts.push([data, attempt]));
    const again = () => Promise.reject(new Error('it was tried again'));
    queue.work('once', again, { giveUp: async ({ data }, reason) => void givenUp.push([data, reason]) });
    await vi.waitFor(() => expect(attempts).toEqual([[{ number: 1 }, 2]]), soon);
    await vi.waitFor(() => expect(givenUp).toEqual([[{ number: 2 }, 'the last try was interrupted']]), soon);
    expect(performance.now() - killedAt).toBeLessThan(12_000);
    await queue.stop();
    await database.close();
  });
});
