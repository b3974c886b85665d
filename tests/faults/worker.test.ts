import { Client } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type RunningServer, startServer, startWorker } from '../support/server.ts';
import { good } from './support/api.ts';
import { demoDatabase } from './support/demo.ts';
import { makePlace, type Place } from './support/place.ts';

let database: Awaited<ReturnType<typeof demoDatabase>>;
let servers: RunningServer[] = [];
let worker: Awaited<ReturnType<typeof startWorker>>;
let place: Place;
const env = () => ({ ...database.env, JOBS: '0' });

/** They all start for the first time at the same moment, as on a platform. */
beforeAll(async () => {
  database = await demoDatabase('template0');
  [worker, ...servers] = await Promise.all([startWorker(env()), startServer(env()), startServer(env())]);
  place = await makePlace(urlOf(0), 0);
});
afterAll(async () => {
  await Promise.all([worker?.stop(), ...servers.map((server) => server.stop())]);
  await database?.drop();
});

const urlOf = (index: number): string => servers[index]?.url ?? '';
const allocated = async () => {
  const body = { project_id: place.project, orders: [{ order_id: place.orders[0]?.id, hosts: 1 }] };
  const { items } = await good(`${urlOf(0)}/v1/assignment`, { key: place.key, body });
  return items[0].id as number;
};
/** As seen by a process other than the one that got the request. */
const stateOf = async (id: number) =>
  (await good(`${urlOf(1)}/v1/assignment/${id}`, { key: place.key })).task.status as string;

it('what servers are asked for, a worker does', async () => {
  const id = await allocated();
  await expect.poll(() => stateOf(id), { timeout: 20_000 }).toBe('succeed');
});

it('what nobody works on waits for the next worker', async () => {
  await worker.kill();
  const id = await allocated();
  expect(await stateOf(id)).toBe('running');
  worker = await startWorker(env());
  await expect.poll(() => stateOf(id), { timeout: 20_000 }).toBe('succeed');
});

it('a worker that is told to end does so in order', async () => {
  expect(await worker.stop()).toBe(0);
  worker = await startWorker(env());
});

const onDatabase = async (statement: string) => {
  const client = new Client({ connectionString: database.url });
  await client.connect();
  return client.query(statement).finally(() => client.end());
};

it('a worker whose declarations are ahead of the database says so, and does not start', async () => {
  await onDatabase('alter table saved_view rename column query to queried');
  // A database whose schema was verified before is not verified again.
  await onDatabase('comment on table schema_migration is null');
  await expect(startWorker(env())).rejects.toThrow('saved_view has no migration yet');
  await onDatabase('alter table saved_view rename column queried to query');
});

it('a worker over the embedded database is refused, and says why', async () => {
  const alone = startWorker({ DATABASE_URL: '' });
  await expect(alone).rejects.toThrow('a separate worker needs DATABASE_URL');
});
