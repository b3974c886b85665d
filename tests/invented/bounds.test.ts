import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findMistakes } from '../../contract/checks/index.ts';
import { above, admins, atLeast, everything, me, not } from '../../contract/schema/access.ts';
import { defineEntity } from '../../contract/schema/entity.ts';
import { choice, date, decimal, integer, reference, rollup, text } from '../../contract/schema/field/field.ts';
import { after, today } from '../../contract/schema/now.ts';
import { addTables } from '../support/addTables.ts';
import { type Cast, startCast } from '../support/cast.ts';
import { contractWith } from '../support/contractWith.ts';
import { forEachEngine } from '../support/database.ts';
import { ok } from '../support/product.ts';

const label = { en: 'Requisition', zh: '采购申请' };
const states = [0, 1, 2].map((id) => ({ id, label: { en: `State ${id}`, zh: `状态${id}` } }));
const noLine = { en: 'Add a line first', zh: '请先添加明细' };
const ownOne = { en: 'Nobody approves their own requisition', zh: '不能审批自己的采购申请' };
const access = {
  list: admins,
  create: admins,
  edit: admins,
  rows: { SuperAdmin: everything, GeneralAdmin: everything },
};

/** A requisition is submitted with a line, needs a reason above 10,000, and is approved by somebody else. */
const requisition = defineEntity({
  name: 'requisition',
  label,
  title: 'name',
  fields: {
    name: text({ label, required: true }),
    requester_id: reference('user', { label, default: me('id'), readOnly: true }),
    needed_on: date({ label }),
    reason: text({ label }),
    lines_count: rollup({ entity: 'requisition_line', by: 'requisition_id' }, integer({ label })),
    total: rollup({ entity: 'requisition_line', by: 'requisition_id', sum: 'price' }, decimal({ label })),
    status: choice(states, { label, default: 0, readOnly: true }),
  },
  rules: [{ field: 'reason', requiredWhen: { total: above(10_000), status: not(0) } }],
  access,
  editWhile: { status: not(2), needed_on: not(after(today)) },
  lifecycle: {
    field: 'status',
    transitions: {
      submit: { from: [0], to: 1, roles: admins, label, when: { lines_count: atLeast(1) }, otherwise: noLine },
      approve: { from: [1], to: 2, roles: admins, label, when: { requester_id: not(me('id')) }, otherwise: ownOne },
    },
  },
  list: { columns: ['name'], sort: 'id' },
});
const line = defineEntity({
  name: 'requisition_line',
  label,
  title: 'name',
  fields: {
    name: text({ label, required: true }),
    requisition_id: reference('requisition', { label, required: true }),
    price: decimal({ label, required: true }),
  },
  access,
  list: { columns: ['name'], sort: 'id' },
});

forEachEngine('conditions with bounds and opposites', (engine) => {
  const contract = contractWith({ requisition, requisition_line: line });
  let cast: Cast;
  const post = async (path: string, body: object) => ok(cast.admin.post(path, body));
  const withLines = async (...prices: string[]): Promise<number> => {
    const { id } = await post('/v1/requisition', { name: `With ${prices.length}` });
    for (const price of prices) await post('/v1/requisition_line', { name: price, price, requisition_id: id });
    return id;
  };
  const statusAfter = async (client: Cast['admin'], id: number, body: object) => {
    const { status, body: answer } = await client.post(`/v1/requisition/${id}`, body, { 'X-LANG': 'en' });
    return [status, JSON.stringify(answer)] as const;
  };

  beforeAll(async () => {
    cast = await startCast(engine, { contract, withoutClock: true });
    await addTables(cast.database, contract);
  }, 120_000);
  afterAll(() => cast.close());

  describe('a step', () => {
    it('waits for a number of children', async () => {
      const id = await withLines();
      const [status, body] = await statusAfter(cast.admin, id, { status: 1 });
      expect([status, body]).toEqual([422, expect.stringContaining(noLine.en)]);
      await post('/v1/requisition_line', { name: 'Cable', price: '3', requisition_id: id });
      expect((await statusAfter(cast.admin, id, { status: 1 }))[0]).toBe(200);
    });

    it('is taken by somebody else', async () => {
      const id = await withLines('5');
      await post(`/v1/requisition/${id}`, { status: 1 });
      const [status, body] = await statusAfter(cast.admin, id, { status: 2 });
      expect([status, body]).toEqual([422, expect.stringContaining(ownOne.en)]);
      expect((await statusAfter(cast.operations, id, { status: 2 }))[0]).toBe(200);
    });

    it('asks for a reason above a sum of children, exactly', async () => {
      const [at, over] = [await withLines('9999.99', '0.01'), await withLines('9999.99', '0.02')];
      expect((await statusAfter(cast.admin, at, { status: 1 }))[0]).toBe(200);
      const [status, body] = await statusAfter(cast.admin, over, { status: 1 });
      expect([status, body]).toEqual([422, expect.stringContaining('reason')]);
      await post(`/v1/requisition/${over}`, { reason: 'A crane' });
      expect((await statusAfter(cast.admin, over, { status: 1 }))[0]).toBe(200);
    });
  });

  it('closes an edit from a state, and until a day', async () => {
    const id = await withLines('1');
    expect((await statusAfter(cast.admin, id, { name: 'Changed' }))[0]).toBe(200);
    await post(`/v1/requisition/${id}`, { needed_on: '2999-01-01' });
    expect((await statusAfter(cast.admin, id, { name: 'Too early' }))[0]).toBe(422);
    const other = await withLines('1');
    await post(`/v1/requisition/${other}`, { status: 1 });
    await ok(cast.operations.post(`/v1/requisition/${other}`, { status: 2 }));
    expect((await statusAfter(cast.admin, other, { name: 'Too late' }))[0]).toBe(422);
  });

  it('are declared without a mistake, and are in the API document in words', async () => {
    expect(findMistakes(contract)).toEqual([]);
    const document = JSON.stringify((await cast.admin.get('/v1/openapi.json')).body);
    expect(document).toContain('total > 10000 and status ≠ 0');
  });
});
