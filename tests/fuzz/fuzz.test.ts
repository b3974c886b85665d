import { afterAll, beforeAll, expect, it } from 'vitest';
import type { RoleName } from '../server/matrix/allowed.ts';
import { startWorld, type World } from '../server/matrix/world.ts';
import { ok } from '../support/product.ts';
import { reportProof } from '../support/reportProof.ts';
import { brief, scale } from '../support/scale.ts';
import { Fuzzer, type Program } from './fuzz.ts';

const requests = Number(process.env.FUZZ_REQUESTS ?? scale(brief(400, 1_500), 100_000));
const seed = Number(process.env.FUZZ_SEED ?? 20_261_121);

let world: World;
let programs: Program[];

/** A token of a new service account. */
async function programOf(
  role: RoleName,
  account: object,
  scopes: readonly string[],
  enterprise: number | null = null,
): Promise<Program> {
  const { cast } = world;
  const body = { name: `Program ${role}`, requests_per_minute: 6000, ...account };
  const { id } = await ok(cast.admin.post('/v1/service_account', body));
  const { token } = await ok(cast.admin.post('/v1/service_token', { account_id: id, name: 'T', scopes }));
  return { role, key: token, scopes, account: id, enterprise };
}

beforeAll(async () => {
  world = await startWorld('pglite');
  const { enterprise } = world.cast;
  const customer = { role: 'Enterprise', enterprise_id: enterprise };
  programs = [
    await programOf('SA', { role: 'SuperAdmin' }, ['*:*']),
    await programOf('SA', { role: 'SuperAdmin' }, ['order:read']),
    await programOf('GA', { role: 'GeneralAdmin' }, ['*:read']),
    await programOf('GA', { role: 'GeneralAdmin' }, ['scim']),
    await programOf('SM', { role: 'SalesMan' }, ['order:*', 'enterprise:*']),
    await programOf('EN', customer, ['*:*'], enterprise),
    await programOf('EN', customer, ['order:read', 'project:create'], enterprise),
    await programOf('SU', { ...customer, role: 'Subordinate' }, ['*:*'], enterprise),
  ];
});
afterAll(() => world?.cast.close());

it(`finds nothing with ${requests} requests made from the document (seed ${seed})`, async () => {
  const report = await new Fuzzer({ ...world, programs }, seed).run(requests);
  console.log(
    `fuzz: ${report.requests} requests, by status ${JSON.stringify(report.statuses)}, ${report.findings.length} findings`,
  );
  expect(report.findings.slice(0, 20)).toEqual([]);
  expect(report.requests).toBe(requests);
  const { rows } = await world.cast.database.executeSql('select id from orders where available_hosts < 0');
  expect(rows).toEqual([]);
  // The token that only reads orders did nothing that the audit has as a change.
  const { rows: written } = await world.cast.database.executeSql(`select action from audit
    where result = 'done' and action not in ('use_token', 'export', 'view_secret') and actor_id in (
      select user_id from service_account where id = ${programs[1]?.account ?? 0})`);
  expect(written).toEqual([]);
  reportProof({
    promised: 'No request that the API document allows, or nearly, breaks anything or holds the server up',
    done: `${requests} fuzzed requests (seed ${seed})`,
    seen: `by status ${JSON.stringify(report.statuses)}; 0 findings, no 500, no order below zero`,
  });
}, 7_200_000);
