import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findMistakes } from '../../contract/checks/index.ts';
import { ticket } from '../../examples/service-desk/tickets/ticket.ts';
import { ticketTeam } from '../../examples/service-desk/tickets/ticketTeam.ts';
import { addTables } from '../support/addTables.ts';
import { type Cast, startCast } from '../support/cast.ts';
import { contractWith } from '../support/contractWith.ts';
import { eitherEngine } from '../support/database.ts';
import { type Client, ok } from '../support/product.ts';

const contract = contractWith({ ticket, ticket_team: ticketTeam });

let cast: Cast;
let other: number;
beforeAll(async () => {
  cast = await startCast(eitherEngine, { contract });
  await addTables(cast.database, contract);
  const product = { name: 'Vault', code: 'VAULT', deployment_id: 1, category_id: 1001 };
  other = (await ok(cast.admin.post('/v1/product', product))).id;
  for (const client of [cast.sales, cast.otherSales])
    await ok(cast.admin.post('/v1/user_product', { user_id: client.id, product_id: other }));
}, 120_000);
afterAll(() => cast.close());

const filed = { description: 'x', severity: 1 };
const file = async (client: Client, subject: string, more: object = {}): Promise<number> =>
  (await ok(client.post('/v1/ticket', { ...filed, subject, ...more }))).id;
const ours = async (client: Client, subject: string, more: object = {}) =>
  file(client, subject, { enterprise_id: cast.enterprise, ...more });
const products = (client: Client, id: number, ids: readonly number[], headers = {}) =>
  client.post(`/v1/ticket/${id}`, { products: ids }, headers);

interface Entry {
  readonly action: string;
  readonly before: Record<string, unknown>;
  readonly after: Record<string, unknown>;
}
/** The changes of references in the history of a product, oldest first. */
async function moves(client: Client, id: number): Promise<unknown[]> {
  const { items, total } = await ok(client.get(`/v1/history/product/${id}`));
  expect(total).toBe(items.length);
  const joinEntries = (items as Entry[]).filter(({ action }) => action === 'join' || action === 'part').reverse();
  return joinEntries.map(({ action, before, after }) => [action, before['ticket.products'], after['ticket.products']]);
}

describe('the other end of a set of records', () => {
  it('is said by "within" of the entity that has the set', () => {
    expect(findMistakes(contract)).toEqual([]);
  });

  it('lists who names the record, for each role those in its rows', async () => {
    const { customer, otherCustomer, operations, sales, otherSales, productId } = cast;
    const mine = await file(customer, 'Ours', { products: [productId] });
    const theirs = await file(otherCustomer, 'Theirs', { products: [productId] });
    await file(customer, 'Of another', { products: [] });
    const seen: [Client, number[]][] = [
      [operations, [mine, theirs]],
      [sales, [mine]],
      [otherSales, [theirs]],
      [customer, [mine]],
      [otherCustomer, [theirs]],
    ];
    for (const [client, ids] of seen) {
      const { items, total } = await ok(client.get(`/v1/ticket/list?filter_products=${productId}&sort=id`));
      expect([total, items.map(({ id }: { id: number }) => id)]).toEqual([ids.length, ids]);
    }
  });

  it('is told of in the history of both ends, and to nobody who does not see the other', async () => {
    const { admin, sales, otherSales } = cast;
    const id = await ours(sales, 'Told');
    const begun = (await moves(admin, other)).length;
    await ok(products(sales, id, [other]));
    await ok(products(sales, id, [other]));
    await ok(products(sales, id, []));
    const joinEntries = [
      ['join', [], [id]],
      ['part', [id], []],
    ];
    expect((await moves(admin, other)).slice(begun)).toEqual(joinEntries);
    expect((await moves(sales, other)).slice(-2)).toEqual(joinEntries);
    expect(JSON.stringify(await moves(otherSales, other))).not.toContain(String(id));
    const { items } = await ok(admin.get(`/v1/history/ticket/${id}`));
    expect(items[0]).toMatchObject({ before: { products: [other] }, after: { products: [] } });
  });

  it('is told of where records are made: one by one and from a file', async () => {
    const { admin } = cast;
    const begun = (await moves(admin, other)).length;
    const one = await ours(admin, 'Made', { products: [other] });
    const columns = ['subject', 'description', 'severity', 'enterprise_id', 'products'];
    const rows = [1, 2].map((at) => [`From a file ${at}`, 'x', '1', String(cast.enterprise), String(other)]);
    await ok(admin.post('/v1/ticket/import', { columns, rows, dry_run: false }));
    const { items } = await ok(admin.get('/v1/ticket/list?search=From a file&sort=id'));
    const ids = [one, ...items.map(({ id }: { id: number }) => id)];
    expect((await moves(admin, other)).slice(begun)).toEqual(ids.map((id) => ['join', [], [id]]));
    expect(ids).toHaveLength(3);
  });

  it('is changed by who may edit the set, as it stood when they looked', async () => {
    const { admin, sales, otherSales, productId } = cast;
    const id = await ours(sales, 'Changed', { products: [productId] });
    const { version } = await ok(sales.get(`/v1/ticket/${id}`));
    const asSeen = { 'If-Match': `"${version}"` };
    expect((await products(otherSales, id, [])).status).toBe(404);
    await ok(products(sales, id, [productId, other], asSeen));
    expect((await products(admin, id, [other], asSeen)).status).toBe(422);
    await ok(sales.post(`/v1/ticket/${id}`, { status: 1 }));
    await ok(sales.post(`/v1/ticket/${id}`, { status: 3, resolution: 'Done' }));
    expect((await products(sales, id, [])).status).toBe(422);
    expect((await ok(sales.get(`/v1/ticket/${id}`))).products).toEqual([productId, other]);
  });

  it('keeps the record while live ones name it, and says which', async () => {
    const { admin } = cast;
    const product = { name: 'Kept', code: 'KEPT', deployment_id: 1, category_id: 1001 };
    const productId = (await ok(admin.post('/v1/product', product))).id;
    const id = await ours(admin, 'Keeps', { products: [productId] });
    const uses = async () => (await ok(admin.get(`/v1/use/product/${productId}`))).items;
    expect(await uses()).toEqual([{ entity: 'ticket', by: 'products', through: '', count: 1, is_more: false }]);
    expect((await ok(admin.get(`/v1/product/${productId}`))).in_use).toBe(true);
    expect((await admin.delete(`/v1/product/${productId}`)).status).toBe(422);
    await ok(admin.delete(`/v1/ticket/${id}`));
    expect(await uses()).toEqual([]);
    await ok(admin.delete(`/v1/product/${productId}`));
    // The referenced product has been deleted meanwhile.
    const restored = await admin.post(`/v1/ticket/restore/${id}`, {});
    expect([restored.status, Object.keys(restored.body.error.fields)]).toEqual([422, ['products']]);
    await ok(admin.post(`/v1/product/restore/${productId}`, {}));
    await ok(admin.post(`/v1/ticket/restore/${id}`, {}));
    expect((await admin.delete(`/v1/product/${productId}`)).status).toBe(422);
  });
});
