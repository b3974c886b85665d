import { afterAll, beforeAll, expect, it } from 'vitest';
import { admins, everything } from '../../contract/schema/access.ts';
import { defineEntity } from '../../contract/schema/entity.ts';
import { choice, reference, text } from '../../contract/schema/field/field.ts';
import { addTables } from '../support/addTables.ts';
import { type Cast, effectiveProject, startCast } from '../support/cast.ts';
import { contractWith } from '../support/contractWith.ts';
import { forEachEngine } from '../support/database.ts';
import { type Answer, ok } from '../support/product.ts';

const label = { en: 'Request', zh: '请求' };
const customer = { en: 'Customer', zh: '客户' };
const states = [
  { id: 0, label: { en: 'Open', zh: '开放' } },
  { id: 1, label: { en: 'Duplicate', zh: '重复' } },
] as const;
const duplicate = { label, shares: ['customer_id', 'product_id'] } as const;

/** A request concerns a project of its customer, and duplicates another request of the same customer and product. */
const request = defineEntity({
  name: 'request',
  label,
  title: 'name',
  fields: {
    name: text({ label, required: true }),
    customer_id: reference('enterprise', { label: customer }),
    product_id: reference('product', { label: { en: 'Product', zh: '产品' } }),
    project_id: reference('project', { label, shares: { enterprise_id: 'customer_id' } }),
    duplicate_of_id: reference('request', duplicate),
    status: choice(states, { label, default: 0, readOnly: true }),
  },
  access: { list: admins, create: admins, edit: admins, rows: { SuperAdmin: everything, GeneralAdmin: everything } },
  lifecycle: {
    field: 'status',
    transitions: {
      repeat: {
        from: [0],
        to: 1,
        roles: admins,
        label,
        input: { duplicate_of_id: reference('request', { ...duplicate, required: true }) },
      },
    },
  },
  import: true,
  list: { columns: ['name', 'status'], filters: ['customer_id', 'product_id'] },
} as never);

forEachEngine('a reference whose record shares values with this one', (engine) => {
  const contract = contractWith({ request });
  let cast: Cast;
  let others: number;
  let count = 0;
  beforeAll(async () => {
    cast = await startCast(engine, { contract });
    await addTables(cast.database, contract);
    others = await effectiveProject(cast.otherCustomer, cast.productId, 'KEY-2');
  }, 120_000);
  afterAll(() => cast.close());

  const make = (more: object) => cast.admin.post('/v1/request', { name: `R${++count}`, ...more });
  const refusal = ({ status, body }: Answer) => [status, body.error?.fields];
  const sentence = 'This record has another value under “Customer”: choose one with the same';
  const atProject = [422, { project_id: [sentence] }];

  it('is accepted with the same value, and refused with another one, on both ways to make them differ', async () => {
    const { id } = await ok(make({ customer_id: cast.enterprise, project_id: cast.project }));
    expect(refusal(await make({ customer_id: cast.enterprise, project_id: others }))).toEqual(atProject);
    const one = `/v1/request/${id}`;
    expect(refusal(await cast.admin.post(one, { project_id: others }))).toEqual(atProject);
    expect(refusal(await cast.admin.post(one, { customer_id: cast.otherEnterprise }))).toEqual(atProject);
    await ok(cast.admin.post(one, { customer_id: cast.otherEnterprise, project_id: others }));
    await ok(cast.admin.post(one, { customer_id: null }));
    await ok(cast.admin.post(one, { project_id: cast.project }));
    expect(refusal(await cast.admin.post(one, { customer_id: cast.otherEnterprise }))).toEqual(atProject);
  });

  it('says so in Chinese', async () => {
    const body = { name: 'R', customer_id: cast.enterprise, project_id: others };
    const { body: answer } = await cast.admin.post('/v1/request', body, { 'X-LANG': 'zh' });
    expect(answer.error.fields.project_id).toEqual(['该记录的“客户”与此处不同，请选择与此处相同的记录']);
  });

  it('stays when the other record changes later', async () => {
    const { id } = await ok(make({ customer_id: cast.enterprise }));
    const { id: second } = await ok(make({ customer_id: cast.enterprise, duplicate_of_id: id }));
    await ok(cast.admin.post(`/v1/request/${id}`, { customer_id: cast.otherEnterprise }));
    await ok(cast.admin.post(`/v1/request/${second}`, { name: 'Renamed', duplicate_of_id: id }));
  });

  it('is refused in a step', async () => {
    const [{ id }, { id: other }, { id: same }] = [
      await ok(make({ customer_id: cast.enterprise })),
      await ok(make({ customer_id: cast.otherEnterprise })),
      await ok(make({ customer_id: cast.enterprise })),
    ];
    const step = (duplicate_of_id: number) => cast.admin.post(`/v1/request/${id}`, { status: 1, duplicate_of_id });
    expect(refusal(await step(other))).toEqual([422, { duplicate_of_id: [sentence] }]);
    await ok(step(same));
  });

  it.each([true, false])('is refused in a row of an import, as a trial: %s', async (dry_run) => {
    const columns = ['name', 'customer_id', 'project_id'];
    const rows = [
      ['I1', String(cast.enterprise), String(cast.project)],
      ['I2', String(cast.enterprise), String(others)],
    ];
    const { mistakes, created } = await ok(cast.admin.post('/v1/request/import', { columns, rows, dry_run }));
    expect([mistakes, created]).toEqual([[{ row: 1, field: 'project_id', message: sentence }], 0]);
  });
});
