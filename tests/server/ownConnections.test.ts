import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Database, openDatabase } from '../../server/db/connection.ts';
import { approvedOrder, type Cast, startCast } from '../support/cast.ts';
import { addressOf } from '../support/database.ts';
import { ok } from '../support/product.ts';

/** The number of connections for requests in a process (server/main.ts). */
const requests = 10;
let forJobs: Database;
let cast: Cast;
const releases: (() => void)[] = [];
beforeAll(async () => {
  cast = await startCast('postgres', async (database) => {
    forJobs = await openDatabase({ databaseUrl: await addressOf(database), connections: 2, guard: database.guard });
    return { forJobs };
  });
});
afterAll(async () => {
  for (const release of releases) release();
  await cast.close();
  await forJobs.close();
});

/** Occupies a connection of the requests until the test ends. */
const hold = () =>
  new Promise<void>((begun) => {
    const working = new Promise<void>((resolve) => releases.push(resolve));
    void cast.database.db.connection().execute(() => {
      begun();
      return working;
    });
  });

it('jobs have connections of their own, so that requests that take all of theirs do not stop them', async () => {
  const order = await approvedOrder(cast, 1);
  for (let count = 1; count < requests; count += 1) await hold();
  const wanted = { project_id: cast.project, orders: [{ order_id: order, hosts: 1 }] };
  const { items } = await ok(cast.customer.post('/v1/assignment', wanted));
  await hold();
  expect(cast.database.waiting()).toBe(0);
  const task = async () =>
    (await forJobs.executeSql('select task_status from assignment where id = $1', [items[0].id])).rows[0]?.[
      'task_status'
    ];
  await expect.poll(task).toBe('succeed');
  expect(await cast.product.services.ready()).toBe(true);
});
