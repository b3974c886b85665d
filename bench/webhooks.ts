import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { periods, placeOrder, startCast } from '../tests/support/cast.ts';
import { addressOf } from '../tests/support/database.ts';
import { startReceiver } from '../tests/support/webhookReceiver.ts';
import { start } from './processes.ts';

/** The numbers of webhooks that are compared, which all hear of each step. */
const counts = [0, 1, 16];
const orders = 60;

/** The time between two steps, in ms: none, and that in which 16 webhooks get 100 deliveries a second. */
const paces = [0, 160];

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;

/**
 * Measures on PostgreSQL how much of a step's time webhooks take, with none, one and 16 of them in turn: at the promised
 * rate of deliveries, and when one step follows the other. Says how many deliveries a second a process makes then.
 */
export async function measureWebhooks(rounds: number): Promise<void> {
  const cast = await startCast('postgres', { withoutWorkers: true });
  const folder = mkdtempSync(join(tmpdir(), 'licence-bench-'));
  const receiver = await startReceiver();
  const server = await start(['--enable-source-maps', 'build/main.js'], '/readyz', {
    SECRET_KEY: 'a secret key for tests alone',
    DEMO: '0',
    LOG_LEVEL: 'warn',
    DATABASE_URL: await addressOf(cast.database),
    DATA_DIR: folder,
    WEBHOOK_HTTP: '1',
    WEBHOOK_NETWORKS: '127.0.0.0/8',
  });
  const sql = async (text: string) => (await cast.database.executeSql(text)).rows;
  const post = async (path: string, key: string, body: object): Promise<number> => {
    const started = performance.now();
    const answer = await fetch(`${server.urls[0]}${path}`, {
      method: 'POST',
      headers: { authorization: key, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    await answer.text();
    return performance.now() - started;
  };
  const times = new Map<string, number[]>();
  const timesOf = (pace: number, count: number) => times.get(`${pace} ${count}`) ?? [];
  const rates: number[] = [];
  try {
    for (let at = 0; at < 16; at += 1)
      await post('/v1/webhook', cast.admin.key, {
        name: `Hook ${at}`,
        url: receiver.url(`/${at}`),
        events: ['order.confirmed'],
      });
    for (let round = 0; round <= rounds; round += 1)
      for (const [pace, count] of paces.flatMap((one) => counts.map((each) => [one, each] as const))) {
        await sql(`update webhook set state = case when id <= ${count} then 1 else 0 end`);
        const ids: number[] = [];
        for (let left = orders; left > 0; left -= 1) ids.push(await placeOrder(cast, 1, cast.otherCustomer));
        const before = receiver.all.length;
        const started = performance.now();
        for (const id of ids) {
          const took = await post(`/v1/order/${id}`, cast.otherSales.key, { status: 1, ...periods });
          // The first round warms the server up.
          if (round > 0) times.set(`${pace} ${count}`, [...timesOf(pace, count), took]);
          if (pace > took) await pause(pace - took);
        }
        while (receiver.all.length < before + count * orders) await pause(5);
        if (round > 0 && count === 16 && pace === 0)
          rates.push((count * orders * 1000) / (performance.now() - started));
      }
    for (const pace of paces) {
      console.log(pace === 0 ? 'One step after the other:' : `A step each ${pace} ms (100 deliveries a second to 16):`);
      for (const count of counts) {
        const ratio = (median(timesOf(pace, count)) / median(timesOf(pace, 0))).toFixed(2);
        console.log(`  a step with ${count} webhooks takes ${ratio} times as long as with none`);
      }
    }
    console.log(`${Math.round(median(rates))} deliveries a second to 16 webhooks, while one step follows the other`);
  } finally {
    await server.stop();
    await receiver.close();
    await cast.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
