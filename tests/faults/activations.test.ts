import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { reportProof } from '../support/reportProof.ts';
import { scale } from '../support/scale.ts';
import { dataFolder, type RunningServer, startServer } from '../support/server.ts';
import { all, ask, good, login } from './support/api.ts';
import { demoDatabase } from './support/demo.ts';
import { makePlace } from './support/place.ts';

/** Machines that race for the seats of a licence at three processes, two of which are killed meanwhile, one after the other (issue 36). */

const rounds = scale(1, 20);
/** The processes that are killed in each round; the first goes on. */
const victims = [1, 2];
const kills = rounds * victims.length;
const [seats, machines] = [50, 200];

const servers: RunningServer[] = [];
const folders: string[] = [];
let env: Record<string, string> = {};
let drop = async () => {};
beforeAll(async () => {
  ({ env, drop } = await demoDatabase());
  for (let count = 0; count < 3; count += 1) {
    const folder = dataFolder();
    folders.push(folder);
    servers.push(await startServer({ DATA_DIR: folder, ...env }));
  }
}, 240_000);
afterAll(async () => {
  await Promise.all(servers.map((server) => server.kill()));
  await drop();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

it(`${machines} machines get ${seats} seats, also through ${kills} kills`, async () => {
  const urlOf = (index: number) => servers[index % servers.length]?.url ?? '';
  const admin = await login(urlOf(0), 'superadmin');
  const place = await makePlace(urlOf(0), 0);
  const { items: profiles } = await good(`${urlOf(0)}/v1/product/license/list?filter_product_id=${place.product}`, {
    key: admin,
  });
  const [profile] = profiles;
  await good(`${urlOf(0)}/v1/product/license${profile ? `/${profile.id}` : ''}`, {
    key: admin,
    body: { ...(profile ? {} : { product_id: place.product }), activation: true },
  });
  const issued = async () => {
    const order_id = place.orders[0]?.id;
    const { items } = await good(`${urlOf(0)}/v1/assignment`, {
      key: place.key,
      body: { project_id: place.project, orders: [{ order_id, hosts: seats }] },
    });
    const read = () => good(`${urlOf(0)}/v1/assignment/${items[0].id}`, { key: place.key });
    await expect.poll(async () => (await read()).task.status, { timeout: 30_000 }).toBe('succeed');
    return read();
  };
  for (let round = 0; round < rounds; round += 1) {
    const licence = await issued();
    const fingerprintOf = (machine: number) => `machine-${round}-${machine}`;
    const send = (machine: number) =>
      ask(`${urlOf(machine)}/v1/activation`, {
        key: licence.lic_secret,
        body: { fingerprint: fingerprintOf(machine), name: `Machine ${machine}` },
      });
    let answered = 0;
    const given = new Set<string>();
    /** Asks until there is an answer, as a product does: what was not answered may have been given all the same. */
    const activate = async (machine: number) => {
      for (;;) {
        const answer = await send(machine).catch(() => undefined);
        if (answer?.status === 200) given.add(fingerprintOf(machine));
        if (answer?.status === 200 || answer?.status === 422) break;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      answered += 1;
    };
    const work = Array.from({ length: machines }, (_, machine) => activate(machine));
    // Each dies amid answers: the second while the machines of the first wait for its next process.
    for (const [index, victim] of victims.entries()) {
      await expect.poll(() => answered, { timeout: 30_000, interval: 5 }).toBeGreaterThan(index);
      await servers[victim]?.kill();
    }
    await Promise.all(
      victims.map(async (victim) => {
        servers[victim] = await startServer({ DATA_DIR: folders[victim] ?? '', ...env });
      }),
    );
    await Promise.all(work);
    const held = await all(`${urlOf(0)}/v1/activation/list?filter_assignment_id=${licence.id}`, admin);
    expect(held.map(({ seat }) => seat).sort((a, b) => a - b)).toEqual(
      Array.from({ length: seats }, (_, seat) => seat + 1),
    );
    expect(held.filter(({ status }) => status !== 1)).toEqual([]);
    const details = await Promise.all(held.map(({ id }) => good(`${urlOf(0)}/v1/activation/${id}`, { key: admin })));
    expect(new Set(details.map(({ fingerprint }) => fingerprint))).toEqual(given);
  }
  reportProof({
    promised: `No seat of a licence is given twice, also through kills (3 processes on PostgreSQL)`,
    done: `${kills} SIGKILLs amid ${rounds * machines} machines`,
    seen: `${rounds * seats} leases for ${rounds * seats} seats`,
  });
}, 7_200_000);
