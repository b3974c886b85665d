import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findMistakes } from '../../contract/checks/index.ts';
import { fieldsRequiredByRules } from '../../contract/conditions/checkRules.ts';
import { formRecord } from '../../contract/conditions/records.ts';
import { above, admins, atMost, everything, not } from '../../contract/schema/access.ts';
import { fromRecord } from '../../contract/schema/assignedValues.ts';
import { defineEntity } from '../../contract/schema/entity.ts';
import { choice, date, integer, money, reference, rollup, text } from '../../contract/schema/field/field.ts';
import { addTables } from '../support/addTables.ts';
import { type Cast, startCast } from '../support/cast.ts';
import { contractWith } from '../support/contractWith.ts';
import { forEachEngine } from '../support/database.ts';
import { ok } from '../support/product.ts';
import { tableDifferences } from '../support/tableDifferences.ts';

const label = { en: 'Purchase', zh: '采购' };
const states = [0, 1].map((id) => ({ id, label: { en: `State ${id}`, zh: `状态${id}` } }));
const currencies = ['CNY', 'EUR'].map((id) => ({ id, label: { en: id, zh: id } }));
const access = {
  list: admins,
  create: admins,
  edit: admins,
  rows: { SuperAdmin: everything, GeneralAdmin: everything },
};

/** A purchase above its own limit needs a reason, and is placed only within its period. */
const purchase = defineEntity({
  name: 'purchase',
  label,
  title: 'name',
  fields: {
    name: text({ label, required: true }),
    amount: money({ label, currency: 'currency' }),
    ceiling: money({ label, currency: 'currency' }),
    currency: choice(currencies, { label, default: 'CNY' }),
    reason: text({ label }),
    wanted_on: date({ label }),
    until: date({ label, readOnlyWhen: { wanted_on: fromRecord('until') } }),
    room: text({ label }),
    first: integer({ label, default: 1 }),
    last: integer({ label, default: 1 }),
    begins_on: date({ label }),
    ends_on: date({ label }),
    buyer_id: reference('user', { label }),
    approver_id: reference('user', { label }),
    urgent_count: rollup(
      { entity: 'purchase_line', by: 'purchase_id', when: { ordered: above(fromRecord('stock')) } },
      integer({ label }),
    ),
    status: choice(states, { label, default: 0, readOnly: true }),
  },
  rules: [{ field: 'reason', requiredWhen: { amount: above(fromRecord('ceiling')) } }],
  noOverlap: { by: ['room'], from: 'begins_on', until: 'ends_on', when: { first: atMost(fromRecord('last')) } },
  access,
  editWhile: { name: not(fromRecord('reason')) },
  lifecycle: {
    field: 'status',
    transitions: {
      place: {
        from: [0],
        to: 1,
        roles: admins,
        label,
        when: { wanted_on: atMost(fromRecord('until')), buyer_id: not(fromRecord('approver_id')) },
        otherwise: { en: 'It is too late', zh: '已过期' },
      },
    },
  },
  list: { columns: ['name'], sort: 'id' },
});
const line = defineEntity({
  name: 'purchase_line',
  label,
  title: 'name',
  fields: {
    name: text({ label, required: true }),
    purchase_id: reference('purchase', { label, required: true }),
    ordered: integer({ label }),
    stock: integer({ label }),
  },
  access,
  list: { columns: ['name'], sort: 'id' },
});
const contract = contractWith({ purchase, purchase_line: line });

describe('a declaration that compares fields', () => {
  it('has no mistake, and requires a field in a form as on the server', () => {
    expect(findMistakes(contract)).toEqual([]);
    const entity = contract.entity('purchase');
    const required = (values: object) => [...fieldsRequiredByRules(entity, formRecord({ ...values }), undefined)];
    expect(required({ amount: 200, ceiling: 100 })).toEqual(['reason']);
    expect(required({ amount: 100, ceiling: 100 })).toEqual([]);
    expect(required({ amount: 100, ceiling: '' })).toEqual([]);
  });

  it('is refused where the database cannot compare the fields for one row', () => {
    const wrong = contractWith({
      purchase: defineEntity({
        ...purchase,
        noOverlap: {
          by: ['room'],
          from: 'begins_on',
          until: 'ends_on',
          when: { first: above(fromRecord('urgent_count')) },
        },
      } as never),
      purchase_line: line,
    });
    expect(findMistakes(wrong).join()).toContain(
      'noOverlap "when" asks for "urgent_count", which is a count or sum of children',
    );
  });
});

forEachEngine('conditions that compare two fields', (engine) => {
  let cast: Cast;
  const path = '/v1/purchase';
  const create = (body: object) => cast.admin.post(path, { name: 'P', ...body });
  const fieldsOf = async (answer: Promise<{ status: number; body: { error?: { fields?: object } } }>) => {
    const { status, body } = await answer;
    return [status, Object.keys(body.error?.fields ?? {})];
  };
  beforeAll(async () => {
    cast = await startCast(engine, { contract });
    await addTables(cast.database, contract);
  }, 120_000);
  afterAll(() => cast.close());

  it('leave no difference between the tables and the declaration', async () => {
    expect(await tableDifferences(cast.database, contract, ['purchase', 'purchase_line'])).toEqual([]);
  });

  it('require a field, also when only the other one changes', async () => {
    expect(await fieldsOf(create({ amount: 200, ceiling: 100 }))).toEqual([422, ['reason']]);
    const { id } = await ok(create({ amount: 100, ceiling: 100 }));
    expect(await fieldsOf(cast.admin.post(`${path}/${id}`, { ceiling: 99 }))).toEqual([422, ['reason']]);
    await ok(cast.admin.post(`${path}/${id}`, { ceiling: 99, reason: 'Night' }));
    await ok(create({ amount: 200 }));
  });

  it('hold for steps, edits and single fields', async () => {
    const late = await ok(create({ wanted_on: '2030-02-02', until: '2030-02-01' }));
    const refused = await cast.admin.post(`${path}/${late.id}`, { status: 1 });
    expect([refused.status, JSON.stringify(refused.body)]).toEqual([422, expect.stringContaining('It is too late')]);
    const open = await ok(create({ wanted_on: '2030-02-02' }));
    expect((await cast.admin.post(`${path}/${open.id}`, { status: 1 })).status).toBe(422);
    await ok(cast.admin.post(`${path}/${late.id}`, { until: '2030-02-02' }));
    expect(await fieldsOf(cast.admin.post(`${path}/${late.id}`, { until: '2030-02-03' }))).toEqual([422, ['until']]);
    await ok(cast.admin.post(`${path}/${late.id}`, { status: 1 }));
    const same = await ok(create({ wanted_on: '2030-02-02', until: '2030-02-03', buyer_id: 1, approver_id: 1 }));
    expect((await cast.admin.post(`${path}/${same.id}`, { status: 1 })).status).toBe(422);
    const closed = await ok(create({ name: 'Done', reason: 'Done' }));
    expect((await cast.admin.post(`${path}/${closed.id}`, { room: 'A' })).status).toBe(422);
  });

  it('decide what the database counts, and which periods overlap', async () => {
    const { id } = await ok(create({ name: 'Counted' }));
    const add = (ordered: number | null, stock: number | null) =>
      ok(cast.admin.post('/v1/purchase_line', { name: 'L', purchase_id: id, ordered, stock }));
    const first = await add(2, 1);
    await add(1, 1);
    await add(5, null);
    const counted = async () => (await ok(cast.admin.get(`${path}/${id}`))).urgent_count;
    expect(await counted()).toBe(1);
    await ok(cast.admin.post(`/v1/purchase_line/${first.id}`, { stock: 2 }));
    expect(await counted()).toBe(0);
    const period = { room: 'R', begins_on: '2030-01-01', ends_on: '2030-01-05' };
    const one = await ok(create(period));
    expect((await create(period)).status).toBe(422);
    const other = await ok(create({ ...period, first: 2, last: 1 }));
    expect((await cast.admin.post(`${path}/${other.id}`, { last: 2 })).status).toBe(422);
    await ok(cast.admin.post(`${path}/${one.id}`, { last: 0 }));
    await ok(cast.admin.post(`${path}/${other.id}`, { last: 2 }));
  });
});
