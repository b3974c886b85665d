import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, createServer as createSocketServer } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { password } from '../support/account.ts';
import { receivedBytes } from '../support/receivedBytes.ts';
import { dataFolder, type RunningServer, startServer } from '../support/server.ts';
import { ask, good } from './support/api.ts';
import { demoFolder } from './support/demo.ts';
import { makePlace, type Place } from './support/place.ts';

interface Span {
  readonly name: string;
  readonly kind: number;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly attributes: { key: string; value: { stringValue?: string; intValue?: number } }[];
}

const token = 'a token of the metrics alone';
const caller = { traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331' };
const spans: Span[] = [];
const bodies: string[] = [];
let collector: Server;
let server: RunningServer;
let metrics: string;
let place: Place;
beforeAll(async () => {
  collector = createServer(async (request, answer) => {
    const bytes = await receivedBytes(request);
    if (!bytes) return;
    const text = bytes.toString();
    bodies.push(text);
    for (const { scopeSpans } of JSON.parse(text).resourceSpans)
      for (const { spans: found } of scopeSpans) spans.push(...found);
    answer.writeHead(200, { 'Content-Type': 'application/json' }).end('{}');
  }).listen(0, '127.0.0.1');
  const free = createSocketServer().listen(0, '127.0.0.1');
  await Promise.all([once(collector, 'listening'), once(free, 'listening')]);
  const port = (free.address() as AddressInfo).port;
  free.close();
  metrics = `http://127.0.0.1:${port}/metrics`;
  server = await startServer({
    DATA_DIR: dataFolder(demoFolder()),
    LOG_LEVEL: 'info',
    METRICS_PORT: String(port),
    METRICS_TOKEN: token,
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`,
    OTEL_BSP_SCHEDULE_DELAY: '200',
  });
  place = await makePlace(server.url, 0);
});
afterAll(async () => {
  await server?.stop();
  collector?.close();
});

const bearer = { headers: { authorization: `Bearer ${token}` } };
const text = async (): Promise<string> => String(await good(metrics, bearer));
const metric = async (line: string): Promise<number> =>
  Number(
    (await text())
      .split('\n')
      .find((one) => one.startsWith(line))
      ?.split(' ')
      .at(-1),
  );
const attribute = (span: Span, key: string) => span.attributes.find((one) => one.key === key)?.value;

it('tells operators what the product does, and none of its secrets', async () => {
  const { key } = place;
  const address = 'private@example.com';
  const { items } = await good(`${server.url}/v1/assignment`, {
    key,
    headers: { traceparent: `00-${caller.traceId}-${caller.spanId}-01` },
    body: {
      project_id: place.project,
      orders: [{ order_id: place.orders[0]?.id, hosts: 1 }],
      mails: { project_mail: address },
    },
  });
  const mailed = 'licence_console_mail_seconds_count{name="outbox",outcome="ok"}';
  await expect.poll(() => metric(mailed)).toBeGreaterThan(0);
  await ask(`${server.url}/v1/assignment/${items[0].id}`, { key });
  await ask(`${server.url}/v1/auth/login`, { body: { name: 'sales', password: 'a wrong one' } });
  expect((await ask(`${server.url}/metrics`)).body).not.toContain('licence_console_');
  expect((await ask(metrics)).status).toBe(401);
  expect((await ask(metrics, { headers: { authorization: 'Bearer wrong' } })).status).toBe(401);

  expect(await metric('licence_console_request_seconds_count{name="GET /v1/assignment/{id}",outcome="200"}')).toBe(1);
  expect(await metric('licence_console_refused_logins_total{name="/v1/auth/login",status="422"}')).toBe(1);
  expect(await metric('licence_console_statement_seconds_count{name="select",outcome="ok"}')).toBeGreaterThan(10);
  expect(await metric('licence_console_job_seconds_count{name="issueLicence",outcome="ok"}')).toBeGreaterThan(0);
  expect(await metric('licence_console_mails{state="sent"}')).toBeGreaterThan(0);
  expect(await metric('licence_console_database_waiting')).toBeGreaterThanOrEqual(0);
  expect(await metric('nodejs_eventloop_lag_seconds')).toBeGreaterThanOrEqual(0);

  const request = () => spans.find((span) => span.traceId === caller.traceId && span.kind === 2);
  await expect.poll(request).toBeDefined();
  expect(request()).toMatchObject({ name: 'POST /v1/assignment', parentSpanId: caller.spanId });
  expect(attribute(request() as Span, 'http.response.status_code')).toEqual({ intValue: 200 });
  const statements = () => spans.filter((span) => span.parentSpanId === request()?.spanId);
  await expect.poll(() => statements().map((span) => span.name)).toContain('insert');
  for (const name of ['issueLicence', 'sendMail', 'outbox'])
    await expect.poll(() => spans.map((span) => span.name)).toContain(name);

  const reused = await fetch(`${server.url}/healthz`);
  expect(reused.headers.get('keep-alive')).toBe('timeout=75');

  const lines = server.logs().match(/^\{.*"msg":"request".*$/gm) ?? [];
  const line = lines.map((one) => JSON.parse(one)).find(({ route }) => route === '/v1/assignment/{id}');
  expect(line).toMatchObject({ method: 'GET', status: 200, address: '127.0.0.1', user: expect.any(Number) });
  expect(line.request_id).toMatch(/^[0-9a-f-]{36}$/);
  expect(line.ms).toEqual(expect.any(Number));
  expect(lines.filter((one) => one.includes('readyz'))).toEqual([]);
  const seen = [...lines, ...bodies, await text()].join('\n');
  for (const secret of [key, password, 'a wrong one', address, token]) expect(seen).not.toContain(secret);
});
