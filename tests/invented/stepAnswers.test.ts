import { afterAll, beforeAll, expect, it } from 'vitest';
import { addTables } from '../support/addTables.ts';
import { type Cast, startCast } from '../support/cast.ts';
import { contractWith } from '../support/contractWith.ts';
import { forEachEngine } from '../support/database.ts';
import { type Client, ok } from '../support/product.ts';
import { shelf, shelfRules } from '../support/shelf.ts';

const contract = contractWith({ shelf });

forEachEngine('the answer of a step', (engine) => {
  let cast: Cast;
  beforeAll(async () => {
    cast = await startCast(engine, { contract, rules: { shelf: shelfRules } });
    await addTables(cast.database, contract);
  }, 120_000);
  afterAll(() => cast.close());

  const made = async (client: Client, more = {}): Promise<number> =>
    (await ok(client.post('/v1/shelf', { name: 'New', ...more }))).id;
  /** The response of the step, which equals what is read afterwards. */
  async function stepped(client: Client, id: number, body: object) {
    const answer = await ok(client.post(`/v1/shelf/${id}`, body));
    expect(answer).toEqual(await ok(client.get(`/v1/shelf/${id}`)));
    return answer;
  }

  it('tells of all records as they are once it is taken, of itself among them', async () => {
    const { admin } = cast;
    for (const count of [1, 2, 3])
      expect(await stepped(admin, await made(admin), { status: 1 })).toMatchObject({
        closed: count,
        others: count - 1,
      });
  });

  it('tells what the record is within, be it itself, and by another name', async () => {
    const { admin } = cast;
    const [outer, inner] = [await made(admin, { name: 'Outer' }), await made(admin)];
    await ok(admin.post(`/v1/shelf/${inner}`, { parent_id: outer }));
    await ok(admin.post(`/v1/shelf/${outer}`, { parent_id: outer }));
    expect(await stepped(admin, inner, { status: 1 })).toMatchObject({ parent: { name: 'Outer', status: 0 } });
    const own = { id: outer, name: 'Renamed', status: 1 };
    expect(await stepped(admin, outer, { status: 1, name: 'Renamed' })).toMatchObject({ name: 'Renamed', parent: own });
    expect(await ok(admin.get(`/v1/shelf/${inner}`))).toMatchObject({ parent: own });
  });

  it('is refused where it takes the record from its caller, and nothing of it is kept', async () => {
    const { admin, sales } = cast;
    const id = await made(sales, { keeper_id: sales.id });
    expect((await sales.post(`/v1/shelf/${id}`, { status: 2 })).status).toBe(404);
    expect(await ok(admin.get(`/v1/shelf/${id}`))).toMatchObject({ status: 0, version: 1 });
    expect(await stepped(admin, id, { status: 2 })).toMatchObject({ status: 2, keeper_id: null });
  });

  it('and of a create: a record that its maker would not see is not made', async () => {
    const { admin, sales } = cast;
    const total = async (): Promise<number> => (await ok(admin.get('/v1/shelf/list'))).total;
    const before = await total();
    expect((await sales.post('/v1/shelf', { name: 'Not mine', keeper_id: cast.otherSales.id })).status).toBe(422);
    // A role that may create a record but not get it would have no response.
    expect((await cast.operations.post('/v1/shelf', { name: 'Unseen' })).status).toBe(403);
    expect(await total()).toBe(before);
    const mine = await ok(sales.post('/v1/shelf', { name: 'Mine', keeper_id: sales.id }));
    expect(mine).toEqual(await ok(sales.get(`/v1/shelf/${mine.id}`)));
  });
});
