import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { daysOf } from '../../contract/entities/shared/period.ts';
import { type Cast, placeOrder, startCast } from '../support/cast.ts';
import { eitherEngine } from '../support/database.ts';
import { ok } from '../support/product.ts';

let cast: Cast;
let serial = 0;
beforeAll(async () => {
  cast = await startCast(eitherEngine);
});
afterAll(() => cast.close());

/** A word of letters that occurs nowhere else here. */
const word = (): string => `W${[...String(1000 + ++serial)].map((digit) => 'ABCDEFGHIJ'[Number(digit)]).join('')}`;

const staff = ['admin', 'operations', 'sales'] as const;
const owners = ['admin', 'operations', 'customer'] as const;

describe('enterprises', () => {
  const whole = () => {
    const code = word();
    return {
      name: `Enterprise ${code}`,
      code,
      social_credit_code: `9131-${code}`,
      type: 1,
      comment: 'Hello',
      contact_man: 'Wu',
      contact_mail: 'wu@orchid.example',
      contact_phone: '+86 21 5550 0199',
    };
  };

  /** A salesman owns the enterprises that he creates; all others name the owner. */
  const ownerFor = (name: string) => (name === 'sales' ? {} : { sales_user_id: cast.sales.id });

  it.each(staff)('keep what they are made of, and say who made them, for %s (R-ENT-01)', async (name) => {
    const body = whole();
    const { id } = await ok(cast[name].post('/v1/enterprise', { ...body, ...ownerFor(name) }));
    const read = { id, ...body, sales_user_id: cast.sales.id, creator: { id: cast[name].id } };
    expect(await ok(cast[name].get(`/v1/enterprise/${id}`))).toMatchObject(read);
    const { items } = await ok(cast[name].get(`/v1/enterprise/list?filter_id=${id}`));
    expect(items).toMatchObject([read]);
    const change = { ...whole(), contact_man: 'Li', type: 2 };
    await ok(cast.admin.post(`/v1/enterprise/${id}`, { ...change, code: body.code }));
    expect(await ok(cast[name].get(`/v1/enterprise/${id}`))).toMatchObject({ ...change, code: body.code });
  });

  it.each(staff)('are of one of three types, and of no other, for %s (R-ENT-02)', async (name) => {
    for (const type of [1, 2, 3]) {
      const { id } = await ok(cast[name].post('/v1/enterprise', { ...whole(), ...ownerFor(name), type }));
      expect((await ok(cast[name].get(`/v1/enterprise/${id}`))).type).toBe(type);
      const { items } = await ok(cast[name].get(`/v1/enterprise/list?filter_type=${type}&filter_id=${id}`));
      expect(items).toHaveLength(1);
    }
    for (const type of [0, 4, -1, 1.5, '1', 'general', true, [1]]) {
      const refused = await cast[name].post('/v1/enterprise', { ...whole(), ...ownerFor(name), type });
      expect([type, refused.status, Object.keys(refused.body.error.fields)]).toEqual([type, 422, ['type']]);
    }
  });

  it.each(staff)('show the products that they were granted, for %s (R-ENT-03)', async (name) => {
    const owner = { sales_user_id: cast.sales.id };
    const { id } = await ok(cast.admin.post('/v1/enterprise', { ...whole(), ...owner }));
    const shown = async () => (await ok(cast[name].get(`/v1/enterprise/${id}`))).products;
    expect(await shown()).toEqual([]);
    const code = word();
    const made = { name: `Product ${code}`, code, deployment_id: 1, category_id: 1001 };
    const second = (await ok(cast.admin.post('/v1/product', made))).id;
    const products = [cast.productId, second];
    const grants = [];
    for (const product_id of products) {
      grants.push(await ok(cast.admin.post('/v1/enterprise_product', { enterprise_id: id, product_id })));
    }
    expect(await shown()).toEqual([
      { id: cast.productId, name: 'Mover', code: 'MOVER' },
      { id: second, name: made.name, code },
    ]);
    await ok(cast.admin.delete(`/v1/enterprise_product/${grants[0].id}`));
    expect(await shown()).toEqual([{ id: second, name: made.name, code }]);
  });
});

describe('projects', () => {
  const whole = (sub_user_id: number | null = null) => {
    const key = word();
    return {
      name: `Project ${key}`,
      code: key,
      mail: 'w@first.example',
      license_key: key,
      failback_key: `FB-${key}`,
      sub_user_id,
      customer_po: `PO-${key}`,
      huawei_cloud_code: `HW-${key}`,
      product_id: cast.productId,
    };
  };
  const home = (name: string) => (name === 'customer' ? {} : { enterprise_id: cast.enterprise });
  const subUser = async (): Promise<number> => {
    const name = word();
    const body = { name, nick_name: name, role_id: 5, password: 'Licence-2026' };
    return (await ok(cast.customer.post('/v1/user', body))).id;
  };

  it.each(owners)('keep name, code, mail, keys and sub-user, for %s (R-PROJ-01)', async (name) => {
    const body = whole(await subUser());
    const { id } = await ok(cast[name].post('/v1/project', { ...body, ...home(name) }));
    expect(await ok(cast[name].get(`/v1/project/${id}`))).toMatchObject({ id, ...body });
    const { items } = await ok(cast[name].get(`/v1/project/list?filter_id=${id}`));
    expect(items).toMatchObject([{ id, ...body, sub_user: { id: body.sub_user_id } }]);
    const { product_id: _, ...change } = whole(await subUser());
    await ok(cast[name].post(`/v1/project/${id}`, change));
    expect(await ok(cast[name].get(`/v1/project/${id}`))).toMatchObject({ id, ...change });
  });

  it.each(owners)('keep whether they are enabled, their states and foreign codes, for %s (R-PROJ-02)', async (name) => {
    const body = whole();
    const { id } = await ok(cast[name].post('/v1/project', { ...body, ...home(name), enabled: false }));
    const read = async () => (await ok(cast[name].get(`/v1/project/list?filter_id=${id}`))).items[0];
    const { customer_po, huawei_cloud_code } = body;
    expect(await read()).toMatchObject({
      enabled: false,
      status: 0,
      transfer_status: 0,
      customer_po,
      huawei_cloud_code,
    });
    await ok(cast[name].post(`/v1/project/${id}`, { enabled: true, customer_po: 'PO-2', huawei_cloud_code: 'HW-2' }));
    for (const status of [1, 8, 1]) {
      await ok(cast[name].post(`/v1/project/${id}`, { status }));
      expect(await read()).toMatchObject({ enabled: true, status, customer_po: 'PO-2', huawei_cloud_code: 'HW-2' });
    }
    await ok(cast.customer.post(`/v1/project/relocation/${id}`, { sub_user_id: await subUser() }));
    expect(await read()).toMatchObject({ transfer_status: 2 });
  });
});

describe('the periods of an order', () => {
  const stored = async (id: number) => {
    const sql = 'select use_period, assign_period from orders where id = $1';
    return (await cast.database.executeSql(sql, [id])).rows[0];
  };

  it.each([
    [1, 1, 1],
    [1, 2, 30],
    [2, 2, 60],
    [1, 3, 365],
    [2, 3, 730],
  ])('%d of unit %d are %d days, as the salesman confirms them (R-UNIT-01, R-VALID-10)', async (count, unit, days) => {
    expect(daysOf(count, unit)).toBe(days);
    const id = await placeOrder(cast, 1);
    const use_period = daysOf(count, unit);
    await ok(cast.sales.post(`/v1/order/${id}`, { status: 1, use_period, assign_period: 10 }));
    expect(await stored(id)).toEqual({ use_period: days, assign_period: 10 });
    const approved = await ok(cast.operations.post(`/v1/order/${id}`, { status: 2, assign_period: use_period }));
    expect(approved).toMatchObject({ use_period: days, assign_period: days });
    expect(await stored(id)).toEqual({ use_period: days, assign_period: days });
    expect(Date.parse(approved.expired_at) - Date.parse(approved.approval_at)).toBe(days * 86_400_000);
  });
});
