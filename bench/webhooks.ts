import { setTimeout as pause } from 'node:timers/promises';
import { periods, placeOrder, startCast } from '../tests/support/cast.ts';
import { startReceiver } from '../tests/support/webhookReceiver.ts';
import { startOwnServer } from './ownServer.ts';
import { median } from './table.ts';

/** The numbers of webhooks that are compared, which all hear of each step. */
const counts = [0, 1, 16];
const orders = 60;

/** The time between two steps, in ms: none, and that in which 16 webhooks get 100 deliveries a second. */
const paces = [0, 160];

/**
 * Measures on PostgreSQL how much of a step's time webhooks take, with none, one and 16 of them in turn: at the promised
 * rate of deliveries, and when one step follows the other. Says how many deliveries a second a process makes then.
 */
export async function measureWebhooks(rounds: number): Promise<void> {
  const cast = await startCast('postgres', { withoutWorkers: true });
  const receiver = await startReceiver();
  const server = await startOwnServer(cast, { WEBHOOK_HTTP: '1', WEBHOOK_NETWORKS: '127.0.0.0/8' });
  const sql = async (text: string) => (await cast.database.executeSql(text)).rows;
  /** Takes a step. @returns how long it took, in ms */
  const confirm = async (id: number): Promise<number> => {
    const started = performance.now();
    await server.post(`/v1/order/${id}`, cast.otherSales.key, { status: 1, ...periods });
    return performance.now() - started;
  };
  /** Each pace with each number of webhooks, and how long its steps took. */
  const settings = paces.flatMap((pace) => counts.map((count) => ({ pace, count, times: [] as number[] })));
  const rates: number[] = [];
  try {
    for (let at = 0; at < 16; at += 1)
      await server.post('/v1/webhook', cast.admin.key, {
        name: `Hook ${at}`,
        url: receiver.url(`/${at}`),
        events: ['order.confirmed'],
      });
    for (let round = 0; round <= rounds; round += 1)
      for (const { pace, count, times } of settings) {
        await sql(`update webhook set state = case when id <= ${count} then 1 else 0 end`);
        const ids: number[] = [];
        for (let left = orders; left > 0; left -= 1) ids.push(await placeOrder(cast, 1, cast.otherCustomer));
        const before = receiver.all.length;
        const started = performance.now();
        for (const id of ids) {
          const took = await confirm(id);
          // The first round warms the server up.
          if (round > 0) times.push(took);
          if (pace > took) await pause(pace - took);
        }
        while (receiver.all.length < before + count * orders) await pause(5);
        if (round > 0 && count === 16 && pace === 0)
          rates.push((count * orders * 1000) / (performance.now() - started));
      }
    for (const { pace, count, times } of settings) {
      const none = settings.find((one) => one.pace === pace && one.count === 0)?.times ?? [];
      const when = pace === 0 ? 'one right after the other' : `each ${pace} ms (100 deliveries a second to 16)`;
      const ratio = (median(times) / median(none)).toFixed(2);
      console.log(`${when}: a step with ${count} webhooks takes ${ratio} times as long as with none`);
    }
    console.log(`${Math.round(median(rates))} deliveries a second to 16 webhooks, while one step follows the other`);
  } finally {
    await server.stop();
    await receiver.close();
    await cast.close();
  }
}
