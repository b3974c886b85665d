import { allocationBody, approvedOrder, type Cast, issuedLicence, startCast } from '../tests/support/cast.ts';
import { ok } from '../tests/support/product.ts';
import { startOwnServer } from './ownServer.ts';
import { median } from './table.ts';

/** Each client has a licence of its own, because activations of one licence take turns. */
const clients = 8;
/** The machines of each client in a round. */
const machines = 100;

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
  await ok(cast.admin.post('/v1/product/license', { product_id: cast.productId, activation: true }));
  const licences: { id: number; lic_secret: string }[] = [];
  for (let left = clients; left > 0; left -= 1) licences.push(await licenceFor(cast, rounds));
  const server = await startOwnServer(cast, { JOBS: '0', ACCESS_LOG_LEVEL: 'silent' });
  const post = (path: string, client: number, body: object) =>
    server.post(path, licences[client]?.lic_secret ?? '', body);
  const insert = `insert into activation (assignment_id, enterprise_id, name, fingerprint, seat, renewed_at, expires_at)
    values ($1, (select enterprise_id from assignment where id = $1), $2, $3, $4, now(), now() + interval '7 days') returning id`;
  const names = ['activation', 'renewal', 'insert'] as const;
  const rates: Record<(typeof names)[number], number[]> = { activation: [], renewal: [], insert: [] };
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
      if (round > 0) for (const name of names) rates[name].push(measured[name]);
    }
    const byHand = median(rates.insert);
    for (const name of ['activation', 'renewal'] as const)
      console.log(
        `${name}s: ${(median(rates[name]) / byHand).toFixed(2)} times as many a second as hand-written inserts`,
      );
    console.log(`(${names.map((name) => `${name} ${Math.round(median(rates[name]))}/s`).join(', ')})`);
  } finally {
    await server.stop();
    await cast.close();
  }
}
