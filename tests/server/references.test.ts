import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract } from '../../contract/index.ts';
import type { Fields } from '../../contract/schema/field/field.ts';
import { list, object, reference } from '../../contract/schema/field/field.ts';
import type { Context } from '../../server/core/context.ts';
import { transaction } from '../../server/db/connection.ts';
import { viewFor } from '../../server/resource/compile/resource.ts';
import { checkReferences } from '../../server/resource/write/body.ts';
import { updateRecord } from '../../server/resource/write/write.ts';
import { type Cast, startCast } from '../support/cast.ts';
import { eitherEngine } from '../support/database.ts';
import { type Client, ok } from '../support/product.ts';

let cast: Cast;
let foreign: number;
beforeAll(async () => {
  cast = await startCast(eitherEngine);
  foreign = cast.otherEnterprise;
});
afterAll(() => cast.close());

const label = { en: 'Word', zh: '词' };
const enterprise = reference('enterprise', { label });
const fields: Fields = {
  plain: enterprise,
  several: list(enterprise, { label }),
  one: object({ inner: enterprise, deeper: object({ inner: enterprise }, { label }) }, { label }),
  rows: list(object({ inner: enterprise, more: list(enterprise, { label }) }, { label }), { label }),
};

/** The places at which an enterprise user of the cast is refused; empty if the work succeeds. */
async function refusedAt(work: (context: Context) => Promise<unknown>): Promise<string[]> {
  const caller = { id: 1, role: 'Enterprise', enterprise_id: cast.enterprise, parent_id: null };
  try {
    await transaction(cast.database, (trx) => work({ contract, trx, caller, now: new Date() } as unknown as Context));
    return [];
  } catch (error) {
    return Object.keys((error as { fields?: object }).fields ?? { error });
  }
}
const refused = (values: Record<string, unknown>) => refusedAt((context) => checkReferences(context, fields, values));

describe('references that a caller may not see', () => {
  it.each<[string, (id: number) => Record<string, unknown>]>([
    ['plain', (id) => ({ plain: id })],
    ['several[0]', (id) => ({ several: [id] })],
    ['one.inner', (id) => ({ one: { inner: id } })],
    ['one.deeper.inner', (id) => ({ one: { deeper: { inner: id } } })],
    ['rows[1].inner', (id) => ({ rows: [null, { inner: id }] })],
    ['rows[0].more[0]', (id) => ({ rows: [{ more: [id] }] })],
  ])('are refused at %s, and no others', async (path, valuesOf) => {
    expect(await refused(valuesOf(cast.enterprise))).toEqual([]);
    expect(await refused(valuesOf(foreign))).toEqual([path]);
  });

  it('are refused in what a step asks for', async () => {
    const project = contract.entity('project');
    const input = { holder: object({ inner: enterprise }, { label }) };
    const close = { from: [0, 1], to: 8, roles: ['Enterprise'], label, input } as const;
    const entity = { ...project, lifecycle: { field: 'status', transitions: { close } } };
    const body = { status: 8, holder: { inner: foreign } };
    expect(await refusedAt((context) => updateRecord(context, entity, cast.project, body))).toEqual(['holder.inner']);
  });

  it('are not looked for where nothing is declared', async () => {
    expect(await refused({ one: null, rows: null, several: null, toString: foreign })).toEqual([]);
  });
});

it('a column inside an object is no order of a list', () => {
  const order = contract.entity('order');
  const shown = { ...order, list: { ...order.list, columns: ['code', 'params.stamp_time'] } };
  expect([...viewFor(shown, 'SuperAdmin').sortable]).toEqual([
    'code',
    'expired_at',
    'confirmed_at',
    'approval_at',
    'id',
    'created_at',
  ]);
});

describe('what others need', () => {
  const rows = async (client: Client, path: string) => (await ok(client.get(path))).items as Record<string, unknown>[];

  it('is said to be in use to who may delete it, in a list and by itself, until nothing needs it any more', async () => {
    const made = { name: 'Lifter', code: 'LIFTER', deployment_id: 1, category_id: 1001 };
    const { id } = await ok(cast.admin.post('/v1/product', made));
    const seen = async () => {
      const listed = (await rows(cast.admin, '/v1/product/list')).find((row) => row['id'] === id);
      const looked = await ok(cast.admin.get(`/v1/product/${id}`));
      return [listed?.['in_use'], looked['in_use']];
    };
    expect(await seen()).toEqual([false, false]);
    const { id: use } = await ok(
      cast.admin.post('/v1/enterprise_product', { enterprise_id: cast.enterprise, product_id: id }),
    );
    expect(await seen()).toEqual([true, true]);
    const uses = async (client: Client) => (await ok(client.get(`/v1/use/product/${id}`))).items;
    expect(await uses(cast.admin)).toEqual([
      { entity: 'enterprise_product', by: 'product_id', through: '', count: 1, is_more: false },
    ]);
    expect((await cast.sales.get(`/v1/use/product/${id}`)).status).toBe(403);
    expect((await cast.admin.get('/v1/use/product/999999')).status).toBe(404);
    expect((await cast.admin.get(`/v1/use/audit/${id}`)).status).toBe(403);
    expect((await cast.admin.delete(`/v1/product/${id}`)).status).toBe(422);
    await ok(cast.admin.delete(`/v1/enterprise_product/${use}`));
    expect(await seen()).toEqual([false, false]);
    await ok(cast.admin.delete(`/v1/product/${id}`));
  });

  it('is told nothing of to others', async () => {
    for (const row of await rows(cast.sales, '/v1/enterprise/list')) expect(row).not.toHaveProperty('in_use');
  });
});
