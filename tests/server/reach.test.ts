import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  allocationBody,
  approvedOrder,
  type Cast,
  issuedLicence,
  periods,
  placeOrder,
  startCast,
} from '../support/cast.ts';
import { eitherEngine } from '../support/database.ts';
import { type Client, ok, password } from '../support/product.ts';

let cast: Cast;
let subUser: Client;

beforeAll(async () => {
  cast = await startCast(eitherEngine);
  const body = { name: 'branch', nick_name: 'Branch', role_id: 5, password };
  await ok(cast.customer.post('/v1/user', body));
  subUser = await cast.login('branch');
});
afterAll(() => cast.close());

const given = async (more: object): Promise<number> =>
  (await ok(allocationBody(cast, await approvedOrder(cast, 5), 1, more))).items[0].id;

describe('a licence where its readers find it', () => {
  it('belongs to the sub-user of the allocation, who looks at it and takes its text (B17)', async () => {
    const id = await given({ sub_user_id: subUser.id });
    expect(await issuedLicence(cast, id)).toMatchObject({ sub_user_id: subUser.id, sub_user: { name: 'branch' } });
    const own = await ok(subUser.get('/v1/assignment/list'));
    expect(own.items.map((one: { id: number }) => one.id)).toEqual([id]);
    expect((await ok(subUser.get(`/v1/assignment/${id}`))).lic_secret).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
    const foreign = await allocationBody(cast, await approvedOrder(cast, 5), 1, { sub_user_id: cast.customer.id });
    expect([foreign.status, Object.keys(foreign.body.error.fields)]).toEqual([422, ['sub_user_id']]);
  });

  it('is listed by its application', async () => {
    await ok(cast.customer.post(`/v1/project/${cast.project}`, { sub_user_id: subUser.id }));
    await approvedOrder(cast, 5);
    const { id } = await ok(subUser.post('/v1/allocation', { project_id: cast.project, hosts: 1 }));
    await ok(cast.customer.post(`/v1/allocation/approve/${id}`, { status: 1 }));
    for (const reader of [cast.customer, subUser]) {
      const { items } = await ok(reader.get(`/v1/assignment/list?filter_allocation_id=${id}`));
      const application = await ok(reader.get(`/v1/allocation/${id}`));
      expect(items.map((one: { id: number }) => one.id)).toEqual(
        application.assignments.map((one: { id: number }) => one.id),
      );
      expect(items).toHaveLength(1);
    }
  });

  it('is changed by its enterprise, and withdrawn by administrators (B41)', async () => {
    const id = await given({});
    await issuedLicence(cast, id);
    const mails = { others: ['two@first.example'] };
    expect(await ok(cast.customer.post(`/v1/assignment/${id}`, { comment: 'Ours', mails }))).toMatchObject({
      comment: 'Ours',
      mails,
    });
    for (const reader of [cast.admin, cast.operations]) {
      const refused = await reader.post(`/v1/assignment/${id}`, { comment: 'Theirs' });
      expect([refused.status, Object.keys(refused.body.error.fields)]).toEqual([422, ['comment']]);
    }
    expect(await ok(cast.operations.post(`/v1/assignment/${id}`, { status: 8, comment: 'Paid back' }))).toMatchObject({
      status: 8,
      comment: 'Paid back',
    });
  });
});

describe('an order', () => {
  it('has a comment that can be changed while it waits, and not once it is decided', async () => {
    const id = await placeOrder(cast, 1);
    for (const client of [cast.customer, cast.sales, cast.operations]) {
      expect(await ok(client.post(`/v1/order/${id}`, { comment: `by ${client.id}` }))).toMatchObject({
        comment: `by ${client.id}`,
        status: 0,
      });
    }
    await ok(cast.sales.post(`/v1/order/${id}`, { status: 1, ...periods }));
    await ok(cast.operations.post(`/v1/order/${id}`, { status: 9, comment: 'No budget' }));
    const late = await cast.customer.post(`/v1/order/${id}`, { comment: 'Not so' });
    expect([late.status, Object.keys(late.body.error.fields)]).toEqual([422, ['status']]);
    expect(await ok(cast.customer.get(`/v1/order/${id}`))).toMatchObject({ comment: 'No budget' });
  });
});
