import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Cast, delivery, startCast } from '../support/cast.ts';
import { eitherEngine } from '../support/database.ts';
import { type Client, ok, password } from '../support/product.ts';

let cast: Cast;
beforeAll(async () => {
  cast = await startCast(eitherEngine);
});
afterAll(() => cast.close());

const restore = (client: Client, path: string, id: number) => client.post(`/v1/${path}/restore/${id}`);
const order = async (hosts = 2): Promise<number> =>
  (
    await ok(
      cast.customer.post('/v1/order', {
        category_id: 1001,
        product_id: cast.productId,
        purchased: { hosts },
        params: delivery,
      }),
    )
  ).id;
const deletedOrder = async (): Promise<number> => {
  const id = await order();
  await ok(cast.customer.delete(`/v1/order/${id}`));
  return id;
};
/** The status and the first message of a refusal. */
const refusal = async (answer: ReturnType<Client['post']>) => {
  const { status, body } = await answer;
  return [status, Object.values((body.error?.fields ?? {}) as Record<string, string[]>)[0]?.[0]];
};

describe('a deleted record', () => {
  it('comes back for whoever may delete it, as it was, and the audit says so (D12)', async () => {
    const id = await order();
    const before = await ok(cast.customer.get(`/v1/order/${id}`));
    await ok(cast.customer.delete(`/v1/order/${id}`));
    expect((await cast.customer.get(`/v1/order/${id}`)).status).toBe(404);
    expect(await ok(restore(cast.customer, 'order', id))).toEqual({ id });
    const { version, updated_at, ...after } = await ok(cast.customer.get(`/v1/order/${id}`));
    expect(after).toEqual({ ...before, version: undefined, updated_at: undefined });
    expect([version, updated_at > before.updated_at]).toEqual([before.version + 2, true]);
    const { items } = await ok(cast.admin.get('/v1/audit/list?per_page=2'));
    expect(items.map(({ action, entity_id }: Record<string, unknown>) => [action, entity_id])).toContainEqual([
      'restore',
      id,
    ]);
  });

  it('is nobody’s to restore who may not delete it, and stays deleted', async () => {
    const id = await deletedOrder();
    expect((await restore(cast.otherCustomer, 'order', id)).status).toBe(404);
    expect((await restore(cast.admin, 'order', id)).status).toBe(403);
    expect(await refusal(restore(cast.sales, 'order', id))).toEqual([422, 'This is not possible in the current state']);
    expect((await cast.customer.get(`/v1/order/${id}`)).status).toBe(404);
  });

  it('is restored once, and for 30 days', async () => {
    const id = await deletedOrder();
    await cast.database.executeSql(`update orders set deleted_at = now() - interval '31 days' where id = ${id}`);
    expect(await refusal(restore(cast.customer, 'order', id))).toEqual([
      422,
      'It was deleted too long ago to be restored',
    ]);
    await cast.database.executeSql(`update orders set deleted_at = now() - interval '29 days' where id = ${id}`);
    await ok(restore(cast.customer, 'order', id));
    expect(await refusal(restore(cast.customer, 'order', id))).toEqual([422, 'The record has not been deleted']);
    expect((await restore(cast.customer, 'order', 999_999)).status).toBe(404);
  });

  it('does not come back where another has its place', async () => {
    const body = { name: 'Twin', code: 'TWIN', deployment_id: 1, category_id: 1001 };
    const { id } = await ok(cast.admin.post('/v1/product', body));
    await ok(cast.admin.delete(`/v1/product/${id}`));
    await ok(cast.admin.post('/v1/product', body));
    const { status, body: answer } = await restore(cast.admin, 'product', id);
    expect([status, answer.error.fields]).toEqual([
      422,
      { code: ['Another record has taken its place; it cannot be restored'] },
    ]);
    expect((await cast.admin.get(`/v1/product/${id}`)).status).toBe(404);
  });

  it('does not come back before what it belongs to', async () => {
    const product = await ok(
      cast.admin.post('/v1/product', { name: 'Parent', code: 'PARENT', deployment_id: 1, category_id: 1001 }),
    );
    const grant = await ok(
      cast.admin.post('/v1/enterprise_product', { enterprise_id: cast.enterprise, product_id: product.id }),
    );
    await ok(cast.admin.delete(`/v1/enterprise_product/${grant.id}`));
    await ok(cast.admin.delete(`/v1/product/${product.id}`));
    const gone = 'The record it belongs to has been deleted; restore that first';
    expect(await refusal(restore(cast.admin, 'enterprise_product', grant.id))).toEqual([422, gone]);
    await ok(restore(cast.admin, 'product', product.id));
    await ok(restore(cast.admin, 'enterprise_product', grant.id));
  });

  it('is no second trial of a product, unless the other has ended (B40, D12)', async () => {
    const trial = { category_id: 1003, product_id: cast.productId, purchased: { hosts: 1 }, params: delivery };
    const buy = async (): Promise<number> => (await ok(cast.customer.post('/v1/order', trial))).id;
    const first = await buy();
    await ok(cast.customer.delete(`/v1/order/${first}`));
    const second = await buy();
    const refused = [422, 'A trial of this product is already open'];
    expect(await refusal(restore(cast.customer, 'order', first))).toEqual(refused);
    await ok(cast.customer.post(`/v1/order/${second}`, { status: 8 }));
    await ok(restore(cast.customer, 'order', first));
    expect((await cast.customer.post('/v1/order', trial)).status).toBe(422);
    await ok(cast.customer.delete(`/v1/order/${first}`));
  });

  it('brings a user back without the sessions that ended', async () => {
    const user = { name: 'returning', nick_name: 'Returning', role_id: 5, password };
    const { id } = await ok(cast.customer.post('/v1/user', user));
    const session = await cast.login('returning');
    await ok(cast.customer.delete(`/v1/user/${id}`));
    await ok(restore(cast.customer, 'user', id));
    expect((await session.get('/v1/project/list')).status).toBe(401);
    await cast.login('returning');
  });

  it('is restored by a body of its own alone, and once for each Idempotency-Key', async () => {
    const id = await deletedOrder();
    expect((await cast.customer.post(`/v1/order/restore/${id}`, { status: 2 })).status).toBe(422);
    const key = { 'Idempotency-Key': 'restore-1' };
    for (let at = 0; at < 2; at += 1)
      expect(
        await ok(cast.request('POST', `/v1/order/restore/${id}`, { key: cast.customer.key, headers: key })),
      ).toEqual({
        id,
      });
  });
});

it.each(['session', 'assignment', 'user_oauth'])('what deleting a %s ends is not begun again', async (name) => {
  expect([404, 405]).toContain((await restore(cast.admin, name, 1)).status);
});
