import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { scale } from '../support/scale.ts';
import { type RunningServer, startServer } from '../support/server.ts';

const password = 'Licence-2026';
const points = scale(4, 20);
let server: RunningServer | undefined;
afterAll(() => server?.kill());

type Body = Record<string, never> & { items: { id: number }[]; id: number };

async function call(path: string, key: string, body?: object) {
  const init = body ? { method: 'POST', body: JSON.stringify(body) } : {};
  const answer = await fetch(`${server?.url}${path}`, { ...init, headers: { authorization: key } });
  return { status: answer.status, body: (await answer.json()) as Body };
}

async function login(name: string): Promise<string> {
  const { body } = await call('/v1/auth/login', '', { name, password });
  return String(body['api_key']);
}

/** An approved order large enough for every round, and the project that it serves. */
async function prepare() {
  const [enterprise, sales, operations] = await Promise.all(['enterprise', 'sales', 'operations'].map(login));
  const projects = await call('/v1/project/list?is_paginate=false', enterprise ?? '');
  const project = projects.body.items[0] as never as { id: number; product_id: number };
  const params = { delivery_method: 'payment_after_delivery', is_stamp: false };
  const order = { category_id: 1001, product_id: project.product_id, purchased: { hosts: 10_000 }, params };
  const { body } = await call('/v1/order', enterprise ?? '', order);
  await call(`/v1/order/${body.id}`, sales ?? '', { status: 1, use_period: 30, assign_period: 30 });
  await call(`/v1/order/${body.id}`, operations ?? '', { status: 2 });
  return { order: body.id, project: project.id };
}

/** A number between 0 and 1 for each round, the same in every run. */
const seeded = (round: number): number => ((round * 7919 + 104_729) % 1000) / 1000;

it(`loses nothing acknowledged at ${points} kills during allocation and issue, and issues nothing twice (C6)`, async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'licence-kill-'));
  server = await startServer({ DATA_DIR: dataDir });
  const { order, project } = await prepare();
  const acknowledged: number[] = [];
  let sent = 0;
  for (let round = 0; round < points; round += 1) {
    const key = await login('enterprise');
    let alive = true;
    const allocate = async () => {
      while (alive) {
        sent += 1;
        const answer = await call('/v1/assignment', key, {
          project_id: project,
          orders: [{ order_id: order, hosts: 1 }],
        }).catch(() => undefined);
        if (answer?.status === 200) acknowledged.push(...answer.body.items.map((item) => item.id));
      }
    };
    const clients = [allocate(), allocate(), allocate()];
    // In the midst of the work, however slow the machine is: something was acknowledged, and more is under way.
    const before = acknowledged.length;
    await expect.poll(() => acknowledged.length, { timeout: 60_000 }).toBeGreaterThan(before + 1);
    await new Promise((resolve) => setTimeout(resolve, seeded(round) * 400));
    await server.kill();
    alive = false;
    await Promise.all(clients);
    server = await startServer({ DATA_DIR: dataDir });
  }
  const key = await login('enterprise');
  const read = async (page: number) =>
    call(`/v1/assignment/list?filter_order_id=${order}&per_page=100&page=${page}&sort=id`, key);
  const all: { id: number; jti: string; status: number; task: { status: string } }[] = [];
  const total = Number((await read(1)).body['total']);
  await expect
    .poll(
      async () =>
        Number(
          (await call(`/v1/assignment/list?filter_order_id=${order}&filter_task_status=running`, key)).body['total'],
        ),
      { timeout: 120_000, interval: 500 },
    )
    .toBe(0);
  for (let page = 1; page <= Math.ceil(total / 100); page += 1)
    all.push(...((await read(page)).body.items as never as typeof all));
  const ids = new Set(all.map((one) => one.id));
  expect(acknowledged.length).toBeGreaterThan(points);
  expect(acknowledged.filter((id) => !ids.has(id))).toEqual([]);
  expect(all.every((one) => one.task.status === 'succeed' && one.status === 1)).toBe(true);
  expect(new Set(all.map((one) => one.jti)).size).toBe(all.length);
  const { body } = await call(`/v1/order/${order}`, key);
  expect((body['available'] as unknown as { hosts: { value: number } }).hosts.value).toBe(10_000 - all.length);
  console.log(`${points} kills: ${sent} requests, ${acknowledged.length} acknowledged, ${all.length} issued`);
});
