import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findMistakes } from '../../contract/checks/index.ts';
import { fieldsRequiredByRules } from '../../contract/conditions/checkRules.ts';
import { formRecord } from '../../contract/conditions/records.ts';
import { above, admins, everything } from '../../contract/schema/access.ts';
import { fromRecord } from '../../contract/schema/assignedValues.ts';
import { defineEntity } from '../../contract/schema/entity.ts';
import {
  boolean,
  choice,
  computed,
  date,
  decimal,
  integer,
  money,
  reference,
  rollup,
  text,
} from '../../contract/schema/field/field.ts';
import { less, percent, times, when } from '../../contract/schema/field/formula.ts';
import { before, today } from '../../contract/schema/now.ts';
import { addTables } from '../support/addTables.ts';
import { type Cast, startCast } from '../support/cast.ts';
import { contractWith } from '../support/contractWith.ts';
import { forEachEngine } from '../support/database.ts';
import { ok } from '../support/product.ts';
import { tableDifferences } from '../support/tableDifferences.ts';

const label = { en: 'Invoice', zh: '发票' };
const states = [0, 1, 2, 3].map((id) => ({ id, label: { en: `State ${id}`, zh: `状态${id}` } }));
const currencies = [
  { id: 'EUR', label: { en: 'EUR', zh: '欧元' } },
  { id: 'CNY', label: { en: 'CNY', zh: '元' } },
] as const;
const currency = choice(currencies, { label, required: true, createOnly: true, default: 'EUR' });
const single = choice([currencies[0]], { label, required: true, default: 'EUR' });
const amount = money({ label, currency: 'currency' });
const all = {
  list: admins,
  create: admins,
  edit: admins,
  remove: admins,
  rows: { SuperAdmin: everything, GeneralAdmin: everything },
};
const sumOf = (entity: string, sum: string) => ({ entity, by: 'invoice_id', sum });

/** Its lines are summed, taxed and paid in parts; whoever is nobody's customer sees no invoice that is paid. */
const invoice = defineEntity({
  name: 'invoice',
  label,
  title: 'name',
  fields: {
    name: text({ label, required: true }),
    customer_id: reference('customer', { label }),
    currency,
    rate: decimal({ label, scale: 2, required: true, default: '19' }),
    net: rollup(sumOf('invoice_line', 'total'), amount),
    tax: computed(percent('rate', 'net'), amount),
    gross: computed('net + tax', amount),
    paid: rollup(sumOf('invoice_payment', 'amount'), amount),
    open: computed(less('gross', 'paid'), amount),
    part: computed('paid * 0.5 / 2', amount),
    each: computed('gross / count', amount),
    share: computed('gross / (count else 2)', amount),
    owed: computed('billed else gross', amount),
    fresh: computed('gross - (billed else 0)', amount),
    count: integer({ label }),
    pieces: rollup(sumOf('invoice_line', 'pieces'), integer({ label })),
    load: computed('pieces * 2 + 1', integer({ label })),
    points: computed('open / paid * 100', integer({ label, min: -9999 })),
    issued_on: date({ label }),
    due_on: date({ label }),
    days: computed('due_on - issued_on', integer({ label, min: -9999 })),
    late: computed(when({ due_on: before(today), open: above(0) }), boolean({ label })),
    remark: text({ label }),
    granted_on: date({ label, readOnly: true }),
    billed: money({ label, currency: 'currency', readOnly: true }),
    status: choice(states, { label, default: 0, readOnly: true }),
  },
  rules: [{ field: 'remark', requiredWhen: { days: above(30) } }],
  check: {
    'paid <= billed': { en: 'More is paid than is owed', zh: '付款超过应付金额' },
    'days <= 365': { en: 'It is due within a year', zh: '须在一年内到期' },
  },
  editWhile: { late: false },
  access: { ...all, rows: { ...all.rows, GeneralAdmin: { open: above(0) } } },
  lifecycle: {
    field: 'status',
    transitions: {
      bill: {
        from: [0],
        to: 1,
        roles: admins,
        label,
        when: { net: above(0) },
        assign: { billed: fromRecord('gross') },
      },
      close: {
        from: [1],
        to: 2,
        roles: admins,
        label,
        when: { open: 0 },
        otherwise: { en: 'It is not paid yet', zh: '尚未付清' },
      },
      remind: {
        from: [0, 1],
        to: 3,
        roles: admins,
        label,
        when: { late: true },
        input: { granted_on: date({ label, required: true, default: fromRecord('due_on') }) },
      },
    },
  },
  children: {
    lines: { entity: 'invoice_line', by: 'invoice_id', add: ['pieces', 'price'], onDelete: 'cascade' },
    payments: { entity: 'invoice_payment', by: 'invoice_id', add: ['amount'], onDelete: 'cascade' },
  },
  actions: {
    hand_over: {
      endpoint: { name: 'invoice_hand_over', path: '/v1/invoice/{id}/hand_over', label },
      roles: admins,
      label,
      input: {
        customer_id: reference('customer', { label, required: true, default: fromRecord('customer_id') }),
        remark: text({ label, required: true, default: { from: 'customer_id', field: 'name' } }),
      },
    },
  },
  list: { columns: ['name', 'gross', 'open', 'each', 'late'], filters: ['late', 'currency'], sort: 'id' },
});
const child = (name: string, more: object) =>
  defineEntity({
    name,
    label,
    title: 'name',
    fields: {
      name: text({ label, required: true, default: 'Part' }),
      invoice_id: reference('invoice', { label, required: true, shares: ['currency'] }),
      currency: choice(currencies, {
        label,
        required: true,
        readOnly: true,
        default: { from: 'invoice_id', field: 'currency' },
      } as never),
      ...more,
    },
    access: { ...all, rows: { ...all.rows, GeneralAdmin: { invoice_id: { open: above(0) } } } },
    list: { columns: ['name'], filters: ['invoice_id'], sort: 'id' },
    import: true,
  } as never);
const line = child('invoice_line', {
  pieces: integer({ label, required: true }),
  price: amount,
  total: computed(times('price', 'pieces'), amount),
});
const payment = child('invoice_payment', { amount });
/** Sums what is computed from sums. */
const customer = defineEntity({
  name: 'customer',
  label,
  title: 'name',
  fields: {
    name: text({ label, required: true }),
    single,
    load: rollup({ entity: 'invoice', by: 'customer_id', sum: 'load' }, integer({ label, read: ['SuperAdmin'] })),
    owed: rollup({ entity: 'invoice', by: 'customer_id', sum: 'points' }, integer({ label, read: ['SuperAdmin'] })),
  },
  check: { 'load <= 100': { en: 'That is too much for the customer', zh: '超出客户上限' } },
  access: all,
  list: { columns: ['name'], sort: 'id' },
});
const declared = { invoice, invoice_line: line, invoice_payment: payment, customer };
const contract = contractWith(declared);

describe('a declaration with computed numbers', () => {
  it('has no mistake', () => expect(findMistakes(contract)).toEqual([]));

  it('requires a field in a form as what is typed is computed', () => {
    const required = (values: object) => [
      ...fieldsRequiredByRules(contract.entity('invoice'), formRecord(values as never), undefined),
    ];
    expect(required({ issued_on: '2030-01-01', due_on: '2030-02-01' })).toEqual(['remark']);
    expect(required({ issued_on: '2030-01-01', due_on: '2030-01-31' })).toEqual([]);
    expect(required({ issued_on: '', due_on: '2030-01-31' })).toEqual([]);
  });

  it('is refused where a number is computed from itself, through a sum as well', () => {
    const wrong = contractWith({
      ...declared,
      invoice_line: child('invoice_line', {
        pieces: integer({ label }),
        price: amount,
        total: computed('price + share', amount),
        share: computed('total * 2', amount),
      }) as never,
    });
    expect(findMistakes(wrong).join('\n')).toContain('invoice_line.total is computed from itself');
  });
});

forEachEngine('computed numbers', (engine) => {
  let cast: Cast;
  const path = '/v1/invoice';
  const make = (body: object = {}) => ok(cast.admin.post(path, { name: 'I', ...body }));
  const read = (id: unknown) => ok(cast.admin.get(`${path}/${id}`));
  const add = (id: unknown, pieces: number, price: number) =>
    cast.admin.post('/v1/invoice_line', { invoice_id: id, pieces, price });
  const pay = (id: unknown, paid: number) => cast.admin.post('/v1/invoice_payment', { invoice_id: id, amount: paid });
  beforeAll(async () => {
    cast = await startCast(engine, { contract });
    await addTables(cast.database, contract);
  }, 120_000);
  afterAll(() => cast.close());

  it('leave no difference between the tables and the declaration', async () => {
    expect(await tableDifferences(cast.database, contract, Object.keys(declared))).toEqual([]);
  });

  it('count with each other as they are shown', async () => {
    const { id } = await make({ count: 7, issued_on: '2030-01-01', due_on: '2030-01-31' });
    await ok(add(id, 3, 1050));
    await ok(add(id, 1, 3));
    expect(await read(id)).toMatchObject({
      net: 3153,
      tax: 599,
      gross: 3752,
      paid: 0,
      open: 3752,
      each: 536,
      days: 30,
    });
    await ok(pay(id, 1001));
    expect(await read(id)).toMatchObject({ open: 2751, part: 250 });
    expect(await read((await make()).id)).toMatchObject({ gross: 0, each: null, days: null });
    const other = await make();
    await ok(add(other.id, 1, 1000));
    expect(await read(other.id)).toMatchObject({ gross: 1190, share: 595, owed: 1190, fresh: 1190 });
    await ok(cast.admin.post(`${path}/${other.id}`, { count: 7 }));
    await ok(cast.admin.post(`${path}/${other.id}`, { status: 1 }));
    await ok(add(other.id, 1, 1000));
    expect(await read(other.id)).toMatchObject({ gross: 2380, share: 340, owed: 1190, fresh: 1190 });
    await ok(cast.admin.delete(`${path}/${other.id}`));
    const sorted = await ok(cast.admin.get(`${path}/list?sort=-open`));
    expect(sorted.items[0]).toMatchObject({ id, open: 2751 });
  });

  it('are summed in their turn', async () => {
    const { id } = await ok(cast.admin.post('/v1/customer', { name: 'C' }));
    const owed = async () => (await ok(cast.admin.get(`/v1/customer/${id}`))).owed;
    const [one, other] = [await make({ customer_id: id }), await make({ customer_id: id, rate: '0' })];
    await ok(add(one.id, 1, 100));
    await ok(add(other.id, 1, 200));
    expect(await owed()).toBe(0);
    await ok(pay(one.id, 19));
    await ok(pay(other.id, 150));
    expect(await owed()).toBe(526 + 33);
    await ok(cast.admin.delete(`${path}/${one.id}`));
    expect(await owed()).toBe(33);
  });

  it('are limited two records above, by what is computed between', async () => {
    const customer = await ok(cast.admin.post('/v1/customer', { name: 'L' }));
    const { id } = await make({ customer_id: customer.id });
    await ok(add(id, 49, 1));
    const over = await add(id, 1, 1);
    expect([over.status, JSON.stringify(over.body)]).toEqual([
      422,
      expect.stringContaining('too much for the customer'),
    ]);
    expect(Object.keys(over.body.error.fields)).toEqual(['invoice_id']);
  });

  it('have the currency of their record, whichever that is', async () => {
    const { id } = await make({ currency: 'CNY' });
    await ok(add(id, 2, 700));
    expect(await read(id)).toMatchObject({ currency: 'CNY', net: 1400 });
    const euros = await make();
    const line = await ok(add(euros.id, 1, 100));
    const moved = await cast.admin.post(`/v1/invoice_line/${line.id}`, { invoice_id: id });
    expect([moved.status, Object.keys(moved.body.error.fields)]).toEqual([422, ['invoice_id']]);
    const changed = await cast.admin.post(`${path}/${euros.id}`, { currency: 'CNY' });
    expect(changed.status).toBe(422);
  });

  it('are assigned by a step, and limited', async () => {
    const { id } = await make();
    await ok(add(id, 1, 10_000));
    await ok(cast.admin.post(`${path}/${id}`, { status: 1 }));
    expect(await read(id)).toMatchObject({ billed: 11_900 });
    await ok(pay(id, 11_899));
    const over = await pay(id, 2);
    expect([over.status, JSON.stringify(over.body)]).toEqual([422, expect.stringContaining('More is paid')]);
    expect(Object.keys(over.body.error.fields)).toEqual(['invoice_id']);
    await ok(pay(id, 1));
    const several = await Promise.all([1, 1, 1].map((one) => pay(id, one)));
    expect(several.map(({ status }) => status)).toEqual([422, 422, 422]);
    const days = await cast.admin.post(path, { name: 'I', issued_on: '2030-01-01', due_on: '2031-01-02', remark: 'R' });
    expect([days.status, Object.keys(days.body.error.fields)]).toEqual([422, ['due_on']]);
    const short = await cast.admin.post(path, { name: 'I', issued_on: '2030-01-01', due_on: '2030-02-01' });
    expect([short.status, Object.keys(short.body.error.fields)]).toEqual([422, ['remark']]);
    const soon = await make({ issued_on: '2030-01-01', due_on: '2030-01-02' });
    const later = await cast.admin.post(`${path}/${soon.id}`, { due_on: '2030-02-02' });
    expect([later.status, Object.keys(later.body.error.fields)]).toEqual([422, ['remark']]);
    await ok(cast.admin.post(`${path}/${soon.id}`, { due_on: '2030-01-30' }));
  });

  it('decide over steps, rows, edits and filters', async () => {
    const { id } = await make({ due_on: '2020-01-31' });
    await ok(add(id, 2, 5000));
    await ok(cast.admin.post(`${path}/${id}`, { status: 1 }));
    const early = await cast.admin.post(`${path}/${id}`, { status: 2 });
    expect([early.status, JSON.stringify(early.body)]).toEqual([422, expect.stringContaining('It is not paid yet')]);
    expect((await cast.admin.post(`${path}/${id}`, { name: 'Other' })).status).toBe(422);
    const late = await ok(cast.admin.get(`${path}/list?filter_late=true`));
    expect(late.items.map((one: { id: number }) => one.id)).toEqual([id]);
    expect((await cast.operations.get(`${path}/${id}`)).status).toBe(200);
    await ok(pay(id, 11_900));
    expect((await cast.operations.get(`${path}/${id}`)).status).toBe(404);
    await ok(cast.admin.post(`${path}/${id}`, { name: 'Other' }));
    expect((await cast.admin.post(`${path}/${id}`, { status: 3 })).status).toBe(422);
    await ok(cast.admin.post(`${path}/${id}`, { status: 2 }));
  });

  it('let an input start with what the record has', async () => {
    const { id } = await make({ due_on: '2020-01-31' });
    await ok(add(id, 1, 100));
    await ok(cast.admin.post(`${path}/${id}`, { status: 3 }));
    expect(await read(id)).toMatchObject({ status: 3, granted_on: '2020-01-31' });
    const other = await make({ due_on: '2020-01-31' });
    await ok(add(other.id, 1, 100));
    await ok(cast.admin.post(`${path}/${other.id}`, { status: 3, granted_on: '2020-03-01' }));
    expect(await read(other.id)).toMatchObject({ granted_on: '2020-03-01' });
  });

  it('let an input start with a value of the record that another input starts with', async () => {
    const customer = await ok(cast.admin.post('/v1/customer', { name: 'Quay' }));
    const { id } = await make({ customer_id: customer.id });
    await ok(cast.admin.post(`${path}/${id}/hand_over`, {}));
    expect(await read(id)).toMatchObject({ customer_id: customer.id, remark: 'Quay' });
  });

  it('are read from a file in the currency of their record', async () => {
    const { id } = await make({ currency: 'CNY' });
    const file = { columns: ['invoice_id', 'pieces', 'price'], rows: [[String(id), '2', '7.50']], dry_run: false };
    expect((await ok(cast.admin.post('/v1/invoice_line/import', file))).mistakes).toEqual([]);
    expect(await read(id)).toMatchObject({ net: 1500 });
  });
});
