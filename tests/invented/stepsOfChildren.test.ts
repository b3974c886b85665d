import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findMistakes } from '../../contract/checks/index.ts';
import { everything, me } from '../../contract/schema/access.ts';
import { defineEntity } from '../../contract/schema/entity.ts';
import { choice, dateTime, integer, reference, rollup, text } from '../../contract/schema/field/field.ts';
import type { StepDeclaration } from '../../contract/schema/lifecycle.ts';
import { now } from '../../contract/schema/now.ts';
import { StepBackoff } from '../../server/resource/schedule/backoff.ts';
import { takeScheduledSteps } from '../../server/resource/schedule/scheduledSteps.ts';
import { addTables } from '../support/addTables.ts';
import { type Cast, startCast } from '../support/cast.ts';
import { contractWith } from '../support/contractWith.ts';
import { forEachEngine } from '../support/database.ts';
import { ok } from '../support/product.ts';

const label = { en: 'Purchase', zh: '采购单' };
const states = [0, 1, 2, 3, 9].map((id) => ({ id, label: { en: `State ${id}`, zh: `状态${id}` } }));
const status = choice(states, { label, default: 0, readOnly: true });
const [open, received, dropped] = [0, 1, 9];

const part = defineEntity({
  name: 'part',
  label,
  title: 'code',
  fields: {
    code: text({ label, required: true }),
    stock: rollup({ entity: 'purchase_line', by: 'part_id', sum: 'count', when: { status: 1 } }, integer({ label })),
  },
  access: { SuperAdmin: [everything, 'list create edit'], SalesMan: [everything, 'list'] },
  list: { columns: ['code', 'stock'], sort: 'id' },
});

const purchaseWith = (takes: Record<string, string>, more: Partial<StepDeclaration> = {}) =>
  defineEntity({
    name: 'purchase',
    label,
    title: 'supplier',
    fields: { supplier: text({ label, required: true }), due_at: dateTime({ label }), status },
    access: { SuperAdmin: [everything, 'list create edit'], SalesMan: [everything, 'list edit'] },
    lifecycle: {
      field: 'status',
      transitions: {
        receive: { from: [0], to: 1, roles: ['SuperAdmin', 'SalesMan'], label, takes, ...more },
        arrive: { from: [0], to: 1, roles: [], label, schedule: { by: 'due_at' }, takes: { lines: 'receive' } },
      },
    },
    children: {
      lines: {
        entity: 'purchase_line',
        by: 'purchase_id',
        add: ['part_id', 'count'],
        nested: true,
        onDelete: 'cascade',
      },
    },
    list: { columns: ['supplier', 'status'], sort: 'id' },
  });

const steps: Readonly<Record<string, StepDeclaration>> = {
  receive: {
    from: [0],
    to: 1,
    roles: ['SuperAdmin'],
    label,
    when: { count: [1, 2, 3, 4] },
    otherwise: { en: 'More than four came', zh: '到货超过四件' },
    assign: { received_at: now },
  },
  drop: { from: [0], to: 9, roles: ['SuperAdmin'], label },
  sign: { from: [0], to: 2, roles: ['SuperAdmin'], label, assign: { signer_id: me('id') } },
  ask: { from: [0], to: 3, roles: ['SuperAdmin'], label, input: { why: text({ label, required: true }) } },
  remind: {
    from: [0],
    roles: [],
    label,
    schedule: { by: 'created_at', days: 9 },
    when: { received_at: null },
    assign: { received_at: now },
  },
};

const line = defineEntity({
  name: 'purchase_line',
  label,
  title: 'id',
  fields: {
    purchase_id: reference('purchase', { label, required: true, createOnly: true }),
    part_id: reference('part', { label, required: true }),
    count: integer({ label, required: true, default: 1 }),
    received_at: dateTime({ label, readOnly: true }),
    why: text({ label }),
    signer_id: reference('user', { label, readOnly: true }),
    status,
  },
  access: { SuperAdmin: [everything, 'list create edit remove'], SalesMan: [everything, 'list'] },
  lifecycle: { field: 'status', transitions: steps },
  list: { columns: ['part_id', 'count', 'status'], filters: ['purchase_id'], sort: 'id' },
});

const contractOf = (takes: Record<string, string>, more: Partial<StepDeclaration> = {}) =>
  contractWith({ part, purchase: purchaseWith(takes, more), purchase_line: line });

describe('steps that take steps of children', () => {
  it.each<[string, Record<string, string>, Partial<StepDeclaration>, RegExp | undefined]>([
    ['are declared by the section and the step', { lines: 'receive' }, {}, undefined],
    ['may write who takes them', { lines: 'sign' }, {}, undefined],
    ['need a section', { line: 'receive' }, {}, /takes\.line is no section of children; .*"lines"/],
    ['need a step', { lines: 'recieve' }, {}, /takes\.lines names "recieve", which is no step.*"receive"/],
    ['need a step without questions', { lines: 'ask' }, {}, /takes\.lines names "ask", which asks for "why"; give/],
    ['need a step to another state', { lines: 'remind' }, {}, /takes\.lines names "remind", which keeps the state/],
    [
      'have no caller by the clock',
      { lines: 'sign' },
      { schedule: { by: 'due_at', days: 1 } },
      /takes\.lines names "sign", which writes something of who takes it/,
    ],
  ])('%s', (_, takes, more, expected) => {
    expect(findMistakes(contractOf(takes, more))).toEqual(expected ? [expect.stringMatching(expected)] : []);
  });
});

forEachEngine('steps that take steps of children', (engine) => {
  const contract = contractOf({ lines: 'receive' });
  let cast: Cast;
  let partId: number;
  beforeAll(async () => {
    cast = await startCast(engine, { contract });
    await addTables(cast.database, contract);
  }, 120_000);
  afterAll(() => cast.close());

  /** A purchase of a new part, with a line for each of the counts. */
  const purchase = async (counts: readonly number[], more: object = {}): Promise<number> => {
    partId = (await ok(cast.admin.post('/v1/part', { code: 'P-1' }))).id;
    const lines = counts.map((count) => ({ part_id: partId, count }));
    return (await ok(cast.admin.post('/v1/purchase', { supplier: 'Bolt & Co', lines, ...more }))).id;
  };
  const stock = async () => (await ok(cast.admin.get(`/v1/part/${partId}`))).stock;
  const linesOf = async (id: number) =>
    (await ok(cast.admin.get(`/v1/purchase_line/list?is_paginate=false&filter_purchase_id=${id}`))).items;
  const statesOf = async (id: number) => (await linesOf(id)).map((one: { status: number }) => one.status);

  it('take them with all that are in their states, though the role may not take them by itself', async () => {
    const id = await purchase([3, 4, 2]);
    const [first] = await linesOf(id);
    await ok(cast.admin.post(`/v1/purchase_line/${first.id}`, { status: dropped }));
    expect((await cast.sales.post(`/v1/purchase_line/${first.id + 1}`, { status: received })).status).toBe(403);
    await ok(cast.sales.post(`/v1/purchase/${id}`, { status: received }));
    expect(await statesOf(id)).toEqual([dropped, received, received]);
    expect(await stock()).toBe(6);
    expect((await linesOf(id))[1]).toMatchObject({ received_at: expect.any(String) });
    const { items } = await ok(cast.admin.get('/v1/audit/list?is_paginate=false&search=purchase_line'));
    expect(items.filter(({ action }: { action: string }) => action === 'receive')).toHaveLength(2);
  });

  it('change nothing where a child refuses', async () => {
    const id = await purchase([1, 5]);
    const { status: code, body } = await cast.admin.post(`/v1/purchase/${id}`, { status: received });
    // The body of the purchase has no field of a line: the sentence names the line.
    const [, refused] = await linesOf(id);
    expect([code, body.error.fields]).toEqual([422, { _: [`Purchase ${refused.id}: More than four came`] }]);
    expect(await statesOf(id)).toEqual([open, open]);
    expect(await ok(cast.admin.get(`/v1/purchase/${id}`))).toMatchObject({ status: open });
    expect(await stock()).toBe(0);
  });

  it('take them by the clock', async () => {
    const id = await purchase([2, 2], { due_at: '2020-01-01T00:00:00Z' });
    await takeScheduledSteps(
      (work) => cast.product.inTransaction(work),
      contract.entities,
      (error) => expect.unreachable(String(error)),
      new StepBackoff(),
    );
    expect(await statesOf(id)).toEqual([received, received]);
    expect(await stock()).toBe(4);
  });
});
