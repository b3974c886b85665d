import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { allocationBody, approvedOrder, type Cast, issuedLicence, startCast } from '../tests/support/cast.ts';
import { addressOf } from '../tests/support/database.ts';
import { ok } from '../tests/support/product.ts';
import { start } from './processes.ts';

/** Each client has a licence of its own, because activations of one licence take turns. */
const clients = 8;
/** The machines of each client in a round. */
const machines = 100;

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;

/**
 * Lets all clients do something for each of their machines.
 * @returns how many a second
 */
async function rateOf(work: (client: number, machine: number) => Promise<unknown>): Promise<number> {
  const started = performance.now();
  const all = Array.from({ length: clients }, async (_, client) => {
    for (let machine = 0; machine < machines; machine += 1) await work(client, machine);
  });
  await Promise.all(all);
  return (clients * machines * 1000) / (performance.now() - started);
}

/** A licence for as many machines as all rounds have, and for the hand-written rows. */
async function licenceFor(cast: Cast, rounds: number): Promise<{ id: number; lic_secret: string }> {
  const hosts = 2 * machines * (rounds + 1);
  const { items } = await ok(allocationBody(cast, await approvedOrder(cast, hosts), hosts));
  return issuedLicence(cast, items[0].id);
}

/**
 * Measures on PostgreSQL how many activations and renewals a process makes per second, in turn with one hand-written
 * insert of the same row, which has neither request, signature, lock nor audit.
 */
export async function measureActivations(rounds: number): Promise<void> {
  const cast = await startCast('postgres');
  const folder = mkdtempSync(join(tmpdir(), 'licence-bench-'));
  await ok(cast.admin.post('/v1/product/license', { product_id: cast.productId, activation: true }));
  const licences: { id: number; lic_secret: string }[] = [];
  for (let left = clients; left > 0; left -= 1) licences.push(await licenceFor(cast, rounds));
  const server = await start(['--enable-source-maps', 'build/main.js'], '/readyz', {
    SECRET_KEY: 'a secret key for tests alone',
    DEMO: '0',
    JOBS: '0',
    LOG_LEVEL: 'warn',
    ACCESS_LOG_LEVEL: 'silent',
    DATABASE_URL: await addressOf(cast.database),
    DATA_DIR: folder,
  });
  const post = async (path: string, client: number, body: object) => {
    const headers = { authorization: licences[client]?.lic_secret ?? '', 'content-type': 'application/json' };
    const answer = await fetch(`${server.urls[0]}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    await answer.text();
  };
  const insert = `insert into activation (assignment_id, enterprise_id, name, fingerprint, seat, renewed_at, expires_at)
    values ($1, (select enterprise_id from assignment where id = $1), $2, $3, $4, now(), now() + interval '7 days') returning id`;
  const rates = { activation: [] as number[], renewal: [] as number[], insert: [] as number[] };
  try {
    for (let round = 0; round <= rounds; round += 1) {
      const fingerprint = (machine: number) => `machine-${round}-${machine}`;
      const measured = {
        activation: await rateOf((client, machine) =>
          post('/v1/activation', client, { fingerprint: fingerprint(machine), name: `Machine ${machine}` }),
        ),
        renewal: await rateOf((client, machine) =>
          post('/v1/lease/renew', client, { fingerprint: fingerprint(machine) }),
        ),
        insert: await rateOf((client, machine) =>
          cast.database.executeSql(insert, [
            licences[client]?.id,
            `Machine ${machine}`,
            `by-hand-${round}-${machine}`,
            1_000_000 + round * machines + machine,
          ]),
        ),
      };
      // The first round warms the server up.
      if (round > 0) for (const name of ['activation', 'renewal', 'insert'] as const) rates[name].push(measured[name]);
    }
    const byHand = median(rates.insert);
    for (const name of ['activation', 'renewal'] as const)
      console.log(
        `${name}s: ${(median(rates[name]) / byHand).toFixed(2)} times as many a second as hand-written inserts`,
      );
    console.log(
      `(${Object.entries(rates)
        .map(([name, all]) => `${name} ${Math.round(median(all))}/s`)
        .join(', ')})`,
    );
  } finally {
    await server.stop();
    await cast.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
