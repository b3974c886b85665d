import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { completeIssue, failIssue, prepareSigning } from '../../server/domain/licence/licence.ts';
import { allocationBody, type Cast, periods, placeOrder, startCast } from '../support/cast.ts';
import type { Answer } from '../support/product.ts';
import { brief, scale } from '../support/scale.ts';

/** The order and its allocations as a few numbers, with which the product must agree after every command. */
interface Model {
  status: number;
  purchased: number;
  available: number;
  licences: { id: number; uuid: string; hosts: number; state: 'running' | 'failed' | 'issued' | 'cancelled' }[];
}

interface Real {
  cast: Cast;
  order: number;
}

const runs = scale(brief(15, 40), 300);

type Command = fc.AsyncCommand<Model, Real>;

const step = (name: string, roles: 'sales' | 'operations' | 'customer', from: number[], to: number): Command => ({
  check: () => true,
  toString: () => name,
  async run(model, { cast, order }) {
    const body = to === 1 ? { status: to, ...periods } : { status: to };
    const answer = await cast[roles].post(`/v1/order/${order}`, body);
    const allowed = from.includes(model.status);
    expect(answer.status).toBe(allowed ? 200 : 422);
    if (!allowed) return;
    // The response of the step equals what is read afterwards.
    expect((await cast[roles].get(`/v1/order/${order}`)).body).toEqual(answer.body);
    model.status = to;
    if (to === 2) model.available = model.purchased;
  },
});

const allocate = (hosts: number): Command => ({
  check: () => true,
  toString: () => `allocate ${hosts}`,
  async run(model, { cast, order }) {
    const answer: Answer = await allocationBody(cast, order, hosts);
    const allowed = model.status === 2 && hosts <= model.available;
    expect(answer.status).toBe(allowed ? 200 : 422);
    if (!allowed) return;
    model.available -= hosts;
    const [made] = answer.body.items;
    model.licences.push({ id: made.id, uuid: made.task.uuid, hosts, state: 'running' });
  },
});

/** One of the licences, chosen by fast-check. */
const chosen = (model: Model, at: number) => model.licences[at % Math.max(1, model.licences.length)];

const cancel = (at: number): Command => ({
  check: (model) => model.licences.length > 0,
  toString: () => `cancel ${at}`,
  async run(model, { cast }) {
    const licence = chosen(model, at);
    if (!licence) return;
    const answer = await cast.customer.post(`/v1/assignment/${licence.id}`, { status: 8 });
    expect(answer.status).toBe(licence.state === 'failed' ? 200 : 422);
    if (licence.state !== 'failed') return;
    licence.state = 'cancelled';
    model.available += licence.hosts;
  },
});

/** Calls the worker's own functions as its job would, so that the model decides when issues fail and succeed. */
const work = (name: 'fail' | 'issue' | 'retry', at: number): Command => ({
  check: (model) => model.licences.length > 0,
  toString: () => `${name} ${at}`,
  async run(model, { cast }) {
    const licence = chosen(model, at);
    if (!licence) return;
    const { inTransaction } = cast.product;
    if (name === 'retry') {
      const answer = await cast.customer.post(`/v1/task/${licence.uuid}/retry`);
      expect(answer.status).toBe(licence.state === 'failed' ? 200 : 422);
      if (licence.state === 'failed') licence.state = 'running';
      return;
    }
    if (name === 'fail') {
      await inTransaction((context) => failIssue(context, licence.uuid, 'issue_failed'));
      if (licence.state === 'running') licence.state = 'failed';
      return;
    }
    const claims = (await inTransaction((context) => prepareSigning(context, licence.uuid)))?.claims;
    expect(claims !== undefined).toBe(licence.state === 'running');
    const completed = await inTransaction((context) =>
      completeIssue(context, licence.uuid, `secret of ${licence.uuid}`),
    );
    expect(completed).toBe(licence.state === 'running');
    if (licence.state === 'running') licence.state = 'issued';
  },
});

const commands: fc.Arbitrary<Command>[] = [
  fc.constant(step('confirm', 'sales', [0], 1)),
  fc.constant(step('approve', 'operations', [1], 2)),
  fc.constant(step('approve', 'operations', [1], 2)),
  fc.constant(step('reject', 'sales', [0], 9)),
  fc.constant(step('turn down', 'operations', [1], 9)),
  fc.constant(step('cancel order', 'customer', [0, 1], 8)),
  ...[0, 1, 2].map(() => fc.integer({ min: 1, max: 5 }).map(allocate)),
  fc.nat(9).map(cancel),
  fc.nat(9).map((at) => work('fail', at)),
  fc.nat(9).map((at) => work('issue', at)),
  fc.nat(9).map((at) => work('retry', at)),
];

let cast: Cast;
beforeAll(async () => {
  // No worker runs: the model decides when an issue fails or succeeds.
  cast = await startCast('postgres', { withoutWorkers: true });
});
afterAll(() => cast.close());

/** purchased = allocated + available, never negative, and no licence signed twice (C4, C6). */
async function checkLedger(model: Model, { order }: Real): Promise<void> {
  const found = await sql<{ available: number; status: number; taken: number; secrets: number; issued: number }>`
    select o.available_hosts as available, o.status,
      (select coalesce(sum(a.hosts), 0)::int from assignment a where a.order_id = o.id and a.status in (0, 1)) as taken,
      (select count(distinct a.jti)::int from assignment a where a.order_id = o.id and a.lic_secret is not null) as secrets,
      (select count(*)::int from audit l join assignment a on a.id = l.entity_id
        where a.order_id = o.id and l.action = 'issue' and l.result = 'done') as issued
    from orders o where o.id = ${order}`.execute(cast.database.db);
  const row = found.rows[0];
  expect(row).toMatchObject({ status: model.status, available: model.status === 2 ? model.available : 0 });
  if (model.status === 2) expect((row?.available ?? 0) + (row?.taken ?? 0)).toBe(model.purchased);
  expect(row?.available).toBeGreaterThanOrEqual(0);
  expect(row?.issued).toBe(row?.secrets);
  expect(row?.issued).toBe(model.licences.filter((one) => one.state === 'issued').length);
}

it(`the order and its allocations agree with a model over ${runs} command sequences (C2, C4, C6)`, async () => {
  let sequences = 0;
  const property = fc.asyncProperty(
    fc.commands(commands, { maxCommands: 14 }),
    fc.boolean(),
    async (sequence, ready) => {
      sequences += 1;
      const model: Model = { status: 0, purchased: 6, available: 0, licences: [] };
      const real: Real = { cast, order: await placeOrder(cast, 6) };
      if (ready) {
        await step('confirm', 'sales', [0], 1).run(model, real);
        await step('approve', 'operations', [1], 2).run(model, real);
      }
      await fc.asyncModelRun(() => ({ model, real }), sequence);
      await checkLedger(model, real);
    },
  );
  await fc.assert(property, { numRuns: runs, seed: 20261121, endOnFailure: true });
  expect(sequences).toBeGreaterThanOrEqual(runs);
}, 240_000);
