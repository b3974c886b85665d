import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { forEachEngine } from '../support/database.ts';
import { reportProof } from '../support/reportProof.ts';
import { scale } from '../support/scale.ts';
import { dataFolder, type RunningServer, startServer } from '../support/server.ts';
import { answering, type Receiver, startReceiver } from '../support/webhookReceiver.ts';
import { all, ask, good, login } from './support/api.ts';
import { demoDatabase, demoFolder } from './support/demo.ts';
import { orderOf } from './support/place.ts';

const kills = scale(2, 40);
const ownNetwork = { WEBHOOK_HTTP: '1', WEBHOOK_NETWORKS: '127.0.0.0/8' };

/** Webhooks through kills of the processes that send them (issue 34): one on the embedded database, two on PostgreSQL. */
forEachEngine('events of a killed process', (engine) => {
  const folders: string[] = [];
  const servers: RunningServer[] = [];
  let receiver: Receiver;
  let env: Record<string, string> = {};
  let drop = async () => {};
  const start = (dataDir: string) => startServer({ DATA_DIR: dataDir, ...ownNetwork, ...env });
  beforeAll(async () => {
    receiver = await startReceiver();
    const database = engine === 'postgres' ? await demoDatabase() : undefined;
    if (database) {
      drop = database.drop;
      env = database.env;
    }
    for (let count = engine === 'postgres' ? 2 : 1; count > 0; count -= 1) {
      const folder = dataFolder(engine === 'pglite' ? demoFolder() : undefined);
      folders.push(folder);
      servers.push(await start(folder));
    }
  });
  afterAll(async () => {
    await Promise.all(servers.map((server) => server.kill()));
    await receiver.close();
    await drop();
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  });

  it(`are each delivered at least once, none of what was refused, ${kills} kills`, async () => {
    const urlOf = (index: number) => servers[index % servers.length]?.url ?? '';
    const key = await login(urlOf(0), 'enterprise');
    const { items } = await good(`${urlOf(0)}/v1/project/list?is_paginate=false`, { key });
    const events = ['order.created'];
    await good(`${urlOf(0)}/v1/webhook`, { key, body: { name: 'Shop', url: receiver.url(), events } });
    let answered = 0;
    receiver.reply((response, one) => {
      answered += 1;
      // Some are refused the first time, and all take a moment, so that kills meet deliveries that are under way.
      setTimeout(() => answering(answered % 7 === 0 ? 503 : 200)(response, one), 20);
    });
    const known = new Set<number>();
    const order = async (index: number) => {
      const answer = await ask(`${urlOf(index)}/v1/order`, {
        key,
        body: orderOf(items[0].product_id, index % 5 === 4 ? 0 : 1),
      }).catch(() => undefined);
      if (answer?.status === 200) known.add(answer.body.id);
    };
    for (let round = 0; round < kills; round += 1) {
      const victim = round % servers.length;
      const work = Array.from({ length: 10 }, (_, index) => order(index + round));
      const before = receiver.all.length;
      // In the middle of the deliveries, on any machine.
      await expect.poll(() => receiver.all.length, { timeout: 30_000, interval: 5 }).toBeGreaterThan(before);
      await servers[victim]?.kill();
      await Promise.all(work);
      servers[victim] = await start(folders[victim] ?? '');
    }
    const heard = () => new Set(receiver.all.map(({ body }) => body.data.id as number));
    const missing = () => [...known].filter((id) => !heard().has(id));
    await expect.poll(missing, { timeout: 90_000, interval: 200 }).toEqual([]);
    const stored = new Set((await all(`${urlOf(0)}/v1/order/list?`, key)).map(({ id }) => id as number));
    expect([...heard()].filter((id) => !stored.has(id))).toEqual([]);
    // A delivery that comes twice has the same id, so that a receiver can tell.
    const ids = new Map<number, Set<unknown>>();
    for (const { body, headers } of receiver.all) {
      const own = ids.get(body.data.id) ?? new Set();
      ids.set(body.data.id, own.add(headers['webhook-id']));
    }
    expect([...ids.values()].filter((own) => own.size > 1)).toEqual([]);
    reportProof({
      promised: `Each event is delivered at least once, also through kills (${engine}, ${servers.length} processes)`,
      done: `${kills} SIGKILLs amid ${known.size} acknowledged orders`,
      seen: `${receiver.all.length} deliveries of ${ids.size} events, 0 lost, 0 of refused orders`,
    });
  }, 7_200_000);
});
