import { Agent } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { reportProof } from '../support/reportProof.ts';
import { scale } from '../support/scale.ts';
import { type RunningServer, startServer } from '../support/server.ts';
import { startSmtp, type TestMailServer } from '../support/smtp.ts';
import { ask, type Got, good } from './support/api.ts';
import { audit, Books } from './support/books.ts';
import { demoDatabase } from './support/demo.ts';
import { makePlace, orderOf, type Place } from './support/place.ts';
import { client } from './support/work.ts';

const processes = scale(2, 3);
let database: Awaited<ReturnType<typeof demoDatabase>>;
let smtp: TestMailServer;
let servers: RunningServer[] = [];
let place: Place;
beforeAll(async () => {
  [database, smtp] = await Promise.all([demoDatabase(), startSmtp()]);
  const env = { ...database.env, SMTP_URL: smtp.url };
  servers = [await startServer(env)];
  for (let more = 1; more < processes; more += 1) servers.push(await startServer(env));
  place = await makePlace(first());
});
afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop()));
  await smtp?.close();
  await database?.drop();
});

const first = (): string => servers[0]?.url ?? '';
const summary = (answers: readonly Got[]) => {
  const counts: Record<string, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
};
/** Responses that are neither successful nor a 503 with `Retry-After`. */
const wrong = (answers: readonly Got[]) =>
  answers.filter(({ status, retryAfter }) => status !== 200 && !(status === 503 && Number(retryAfter) > 0));

it(`${processes} processes over one database lose nothing and do nothing twice (C6)`, async () => {
  const seconds = scale(3, 120);
  const many = scale(12, 50);
  const books = new Books();
  const end = performance.now() + seconds * 1_000;
  const urls = servers.map(({ url }) => url);
  const work = { books, place, urls: () => urls, goesOn: () => performance.now() < end };
  await Promise.all(Array.from({ length: many }, () => client(work)));
  const audited = await audit(books, place, first());
  expect(Object.keys(books.statuses).filter((status) => !['200', '422', '503'].includes(status))).toEqual([]);
  const ids = smtp.mails.map(({ messageId }) => messageId);
  expect(new Set(ids).size).toBe(ids.length);
  // A request that waits too long for a lock gets a 503, which is logged once per minute.
  const errors = servers.flatMap((server) => server.logs().match(/^\{"level":50.*$/gm) ?? []);
  expect(errors.filter((line) => !line.includes('"msg":"the database is busy"'))).toEqual([]);
  reportProof({
    promised: 'Several processes over one PostgreSQL lose nothing and do nothing twice',
    done: `${processes} processes, ${many} clients, ${seconds} s: ${books.requests} mixed requests`,
    seen:
      `by status ${JSON.stringify(books.statuses)}; ${books.acknowledged} acknowledged writes, 0 lost; ${audited.licences} licences, ` +
      `0 twice; 0 over-allocations; ${ids.length} mails, each once`,
  });
}, 600_000);

it('many connections at once are answered, or told when to come again', async () => {
  const many = scale(300, 1_000);
  const agent = new Agent({ keepAlive: true, maxSockets: many });
  const answers = await Promise.all(
    Array.from({ length: many }, () => ask(`${first()}/v1/order/list`, { key: place.key, agent })),
  );
  agent.destroy();
  expect(wrong(answers)).toEqual([]);
  expect((await ask(`${first()}/readyz`)).status).toBe(200);
  reportProof({
    promised: 'Many connections at once: an answer, or 503 with Retry-After, and no 500',
    done: `${many} connections to one process, each with a list of orders, at once`,
    seen: `by status ${JSON.stringify(summary(answers))}; ready all the while`,
  });
});

it('a row that somebody else holds costs those who want it a "not now"', async () => {
  const seconds = scale(2, 12);
  const { id } = await good(`${first()}/v1/order`, { key: place.key, body: orderOf(place.product, 1) });
  const holder = new Client({ connectionString: database.url });
  await holder.connect();
  await holder.query('begin');
  await holder.query('select * from orders where id = $1 for update', [id]);
  const end = performance.now() + seconds * 1_000;
  const answers: Got[] = [];
  const ready: number[] = [];
  const edit = async () => {
    while (performance.now() < end)
      answers.push(await ask(`${first()}/v1/order/${id}`, { key: place.key, body: { comment: 'mine' } }));
  };
  const look = async () => {
    for (; performance.now() < end; await pause(200)) ready.push((await ask(`${first()}/readyz`)).status);
  };
  await Promise.all([look(), ...Array.from({ length: scale(10, 50) }, edit)]);
  await holder.query('rollback');
  await holder.end();
  expect(wrong(answers)).toEqual([]);
  expect(ready.filter((status) => status !== 200)).toEqual([]);
  await good(`${first()}/v1/order/${id}`, { key: place.key, body: { comment: 'mine' } });
  reportProof({
    promised: 'A lock held elsewhere: 503 with Retry-After, no 500, the process stays ready',
    done: `one row locked for ${seconds} s, ${scale(10, 50)} clients that want it`,
    seen: `${answers.length} answers, by status ${JSON.stringify(summary(answers))}; ${ready.length} looks at /readyz, all 200`,
  });
});

it('a process that is told to end cuts no answer off, and is out within ten seconds', async () => {
  const [ending] = servers.splice(-1);
  const books = new Books();
  const broken: { code?: string; wasRead?: boolean }[] = [];
  let alive = true;
  const work = { books, place, urls: () => [ending?.url ?? ''], goesOn: () => alive };
  const many = scale(12, 50);
  const clients = Array.from({ length: many }, () =>
    client({ ...work, onBroken: (error) => void broken.push(error as { code: string }) }),
  );
  await expect.poll(() => books.acknowledged, { timeout: 60_000 }).toBeGreaterThan(many);
  const begun = performance.now();
  await ending?.stop();
  const ms = Math.round(performance.now() - begun);
  alive = false;
  await Promise.all(clients);
  // New connections are refused; accepted ones are not cut.
  expect(broken.filter(({ code, wasRead }) => wasRead || code !== 'ECONNREFUSED')).toEqual([]);
  expect(ms).toBeLessThan(10_000);
  await audit(books, place, first());
  const { none = 0, ...answered } = books.statuses;
  reportProof({
    promised: 'SIGTERM under load: no answer is cut off, and the process is out within 10 s',
    done: `one SIGTERM amid ${many} clients on kept connections`,
    seen: `answers by status ${JSON.stringify(answered)}, then ${none} connections refused; 0 cut off; out after ${ms} ms; nothing lost`,
  });
});
