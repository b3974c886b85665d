import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type PostgresServer, startOwnPostgres } from '../support/postgres.ts';
import { reportProof } from '../support/reportProof.ts';
import { scale } from '../support/scale.ts';
import { type RunningServer, startServer } from '../support/server.ts';
import { ask } from './support/api.ts';
import { audit, Books } from './support/books.ts';
import { makePlace } from './support/place.ts';
import { client } from './support/work.ts';

const seconds = scale(3, 20);
const cuts = scale(5, 60);
let postgres: PostgresServer;
let server: RunningServer;
beforeAll(async () => {
  postgres = await startOwnPostgres();
  const SECRET_KEY = 'a secret key for tests alone';
  server = await startServer({ DATABASE_URL: postgres.url, SECRET_KEY, DEMO: '1' });
});
afterAll(async () => {
  await server?.stop();
  await postgres?.stop();
});

/** Closes all database connections of the product. */
async function cutConnections(): Promise<number> {
  const cutter = new Client({ connectionString: postgres.url });
  await cutter.connect();
  const { rowCount } = await cutter.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'licence-console'",
  );
  await cutter.end();
  return rowCount ?? 0;
}

it('a database whose connections are cut, and which is then away, costs a "not now" and nothing else (C6)', async () => {
  const books = new Books();
  const place = await makePlace(server.url);
  let alive = true;
  const broken: unknown[] = [];
  const work = { books, place, urls: () => [server.url], goesOn: () => alive, pauseMs: 20 };
  const clients = Array.from({ length: 12 }, () => client({ ...work, onBroken: (error) => void broken.push(error) }));
  let cut = 0;
  for (let round = 0; round < cuts; round += 1) {
    await pause(300);
    cut += await cutConnections();
  }
  await postgres.halt();
  const away = await ask(`${server.url}/v1/order/list`, { key: place.key });
  expect(away).toMatchObject({ status: 503, body: { code: 'busy' } });
  expect(Number(away.retryAfter)).toBeGreaterThan(0);
  await expect.poll(async () => (await ask(`${server.url}/readyz`)).status, { timeout: 20_000 }).toBe(503);
  await pause(seconds * 1_000);
  await postgres.resume();
  const before = books.licences.length;
  await expect.poll(() => books.licences.length, { timeout: 30_000 }).toBeGreaterThan(before);
  alive = false;
  await Promise.all(clients);
  await expect.poll(async () => (await ask(`${server.url}/readyz`)).status, { timeout: 20_000 }).toBe(200);
  const audited = await audit(books, place, server.url);
  expect(broken).toEqual([]);
  expect(Object.keys(books.statuses).filter((status) => !['200', '422', '503'].includes(status))).toEqual([]);
  expect(books.statuses['503']).toBeGreaterThan(0);
  reportProof({
    promised: 'A database that is away costs a "not now": clear 503s, no crash, jobs go on',
    done: `${cut} connections cut in ${cuts} rounds, then PostgreSQL stopped for ${seconds} s, under 12 clients`,
    seen:
      `${books.requests} requests, by status ${JSON.stringify(books.statuses)}; ${books.acknowledged} acknowledged writes, ` +
      `0 lost; ${audited.licences} licences issued; the same process served on`,
  });
});
