import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { contract, type EntityName } from '../../contract/index.ts';
import { parseAddress } from '../../contract/screens/address.ts';
import { allocationBody, approvedOrder, type Cast, placeOrder, startCast } from '../support/cast.ts';
import { eitherEngine, forEachEngine } from '../support/database.ts';
import { type Client, ok, password } from '../support/product.ts';
import { planOf, recordStatements, withStatements } from '../support/statements.ts';
import { startWorld, type World } from './matrix/world.ts';

interface Found {
  entity: EntityName;
  id: number;
  title: string;
  detail: string | null;
  path: string;
}
const find = async (who: Client, q: string): Promise<Found[]> =>
  (await ok(who.get(`/v1/search?q=${encodeURIComponent(q)}`))).items;
const named = (found: readonly Found[]) => found.map(({ entity, title }) => `${entity} ${title}`);

forEachEngine('finding anything (D2)', (engine) => {
  let cast: Cast;
  beforeAll(async () => {
    cast = await startCast(engine);
    for (const hosts of [1, 2, 3, 4, 5, 6]) await placeOrder(cast, hosts);
    await placeOrder(cast, 1, cast.otherCustomer);
  });
  afterAll(() => cast.close());

  it('finds by code, name, key and mail, whatever the case, and says where each record stands', async () => {
    await ok(cast.admin.post(`/v1/enterprise/${cast.enterprise}`, { contact_mail: 'office@first.example' }));
    expect(await find(cast.admin, 'office@FIRST')).toEqual([
      {
        entity: 'enterprise',
        id: cast.enterprise,
        title: 'Enterprise FIRST',
        detail: 'FIRST · office@first.example',
        path: `/enterprise/${cast.enterprise}`,
      },
    ]);
    expect(named(await find(cast.customer, 'key-1'))).toEqual(['project Project KEY-1']);
    expect(named(await find(cast.sales, 'Mover'))).toEqual([]);
    expect(named(await find(cast.operations, 'mover'))).toEqual(['product Mover']);
    const [user] = await find(cast.admin, 'sales.other');
    expect(user).toMatchObject({ title: 'sales.other', path: `/user/salesman/${user?.id}` });
  });

  it('finds one sign and two in the lists and pickers too, whatever the case', async () => {
    const body = { name: '和平企业', code: 'PEACE', sales_user_id: cast.sales.id };
    const { id } = await ok(cast.admin.post('/v1/enterprise', body));
    const listed = async (entity: string, words: string, who = cast.admin): Promise<number[]> =>
      (await ok(who.get(`/v1/${entity}/list?search=${encodeURIComponent(words)}`))).items.map((one: Found) => one.id);
    for (const words of ['企', '企业', '和', 'ea', 'Ea', '企 ', '\u3000企业\u00a0', 'Ｅａ'])
      expect([words, await listed('enterprise', words)]).toEqual([words, [id]]);
    for (const words of ['业企', '企 业', '%', '_', '\\', 'zz'])
      expect([words, await listed('enterprise', words)]).toEqual([words, []]);
    expect(await listed('order', 'fi', cast.customer)).toHaveLength(6);
    expect(await listed('order', '企业')).toEqual([]);
    await ok(cast.admin.post(`/v1/enterprise/${cast.enterprise}`, { name: '第一企业' }));
    expect(await listed('order', '企业', cast.customer)).toHaveLength(6);
    expect(await listed('order', '企业', cast.otherCustomer)).toEqual([]);
    await ok(cast.admin.post(`/v1/enterprise/${cast.enterprise}`, { name: 'Enterprise FIRST' }));
    await ok(cast.admin.delete(`/v1/enterprise/${id}`));
  });

  it('finds users by their mail, in its scope', async () => {
    const params = { liaison_mail: 'Zhou.Min@harbour.example' };
    const person = { name: 'zhou.min', nick_name: 'Zhou Min', role_id: 4, password, enterprise_id: cast.enterprise };
    const { id } = await ok(cast.admin.post('/v1/user', { ...person, params }));
    for (const who of [cast.admin, cast.operations, cast.sales]) {
      const [user, ...others] = await find(who, 'zhou.min@HARBOUR');
      expect([user?.id, user?.detail, others]).toEqual([
        id,
        'Zhou Min · Zhou.Min@harbour.example · Enterprise FIRST',
        [],
      ]);
      const { items } = await ok(who.get('/v1/user/list?search=zhou.min%40harbour'));
      expect(items.map((one: { id: number }) => one.id)).toEqual([id]);
    }
    for (const who of [cast.otherSales, cast.otherCustomer]) expect(await find(who, 'zhou.min@harbour')).toEqual([]);
  });

  it('puts what bears the text itself first, and of one entity no more than five', async () => {
    const codes = (await ok(cast.customer.get('/v1/order/list?sort=code'))).items.map(
      ({ code }: { code: string }) => code,
    );
    const all = await find(cast.customer, codes[0].slice(0, 6));
    expect(all.map(({ entity }) => entity)).toEqual(Array(5).fill('order'));
    const [first, ...others] = await find(cast.customer, codes[0].toLowerCase());
    expect([first?.title, others]).toEqual([codes[0], []]);
    const enterprises = await find(cast.admin, 'first');
    expect(named(enterprises).slice(0, 2).sort()).toEqual(['enterprise Enterprise FIRST', 'user first']);
  });

  it('finds nothing of another enterprise', async () => {
    const { code } = (await ok(cast.otherCustomer.get('/v1/order/list'))).items[0];
    expect(named(await find(cast.otherCustomer, code))).toEqual([`order ${code}`]);
    for (const stranger of [cast.customer, cast.sales]) expect(await find(stranger, code)).toEqual([]);
    expect(await find(cast.customer, 'second')).toEqual([]);
  });

  it.each(['%', '_', '\\', "'", '%%%', 'a%', '\\\\', "' or 1=1 --", 'x'.repeat(200), '企业许可', '企'])(
    'takes %j for what it is',
    async (q) => {
      expect(await find(cast.admin, q)).toEqual([]);
    },
  );

  it('finds by one letter, and by a word of two Chinese signs', async () => {
    const made = await ok(
      cast.admin.post('/v1/enterprise', { name: '华东数据', code: 'HUADONG', sales_user_id: cast.sales.id }),
    );
    for (const q of ['东', '数据', '华东数据', ' 华东 '])
      expect(await find(cast.admin, q)).toMatchObject([{ entity: 'enterprise', id: made.id, title: '华东数据' }]);
    expect((await find(cast.admin, 'f')).length).toBeGreaterThan(0);
  });

  it('calls a licence by its project and its order', async () => {
    const order = await approvedOrder(cast, 2);
    const { code } = await ok(cast.customer.get(`/v1/order/${order}`));
    const { items } = await ok(allocationBody(cast, order, 1));
    const found = await find(cast.customer, String(items[0].id));
    expect(named(found)).toContain(`assignment Project KEY-1 · ${code}`);
  });

  it.each(['', '?q=', '?q=%00', `?q=${'x'.repeat(201)}`, '?q=a&q=b', '?q=a&page=2'])(
    'refuses %j by name',
    async (query) => {
      const refused = await cast.admin.get(`/v1/search${query}`);
      expect(refused.status).toBe(422);
      expect(Object.keys(refused.body.error.fields)).toHaveLength(1);
    },
  );

  // Statements of the embedded engine cannot be recorded.
  if (engine === 'pglite') return;
  it('finds a mail among many by an index', async () => {
    await cast.database.executeSql(
      `insert into users (name, nick_name, role_id, params)
        select 'many.' || n, 'Many', 4, jsonb_build_object('liaison_mail', n || '@many.example') from generate_series(1, 20000) n`,
      [],
    );
    await cast.database.executeSql('analyze users', []);
    recordStatements();
    const { statements } = await withStatements(() => find(cast.admin, 'zhou.min@harbour'));
    vi.restoreAllMocks();
    const asked = statements.filter(({ text }) => text.includes('liaison_mail'));
    const reads = (await Promise.all(asked.map((one) => planOf(cast.database, one)))).flat();
    const users = reads.filter((node) => node['Relation Name'] === 'users');
    expect(users.length).toBeGreaterThan(0);
    expect(users.filter((node) => node['Node Type'] === 'Seq Scan')).toEqual([]);
  });
});

describe('what a role finds', () => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld(eitherEngine);
  });
  afterAll(() => world.cast.close());

  it.each(['SA', 'GA', 'SM', 'EN', 'SU', 'IMP'] as const)('are records of its lists alone: %s', async (role) => {
    const client = world.actors[role];
    const found = (await Promise.all(['e', 'o', 'r', '1', 'e', 'project', 'key'].map((q) => find(client, q)))).flat();
    expect(found.length).toBeGreaterThan(0);
    for (const { entity, id, path } of found) {
      const { path: name } = contract.entity(entity);
      const listed = await ok(client.get(`/v1/${name}/list?filter_id=${id}`));
      expect([entity, listed.total]).toEqual([entity, 1]);
      expect(parseAddress(contract, path.split('?')[0] ?? '')).toBeDefined();
    }
  });
});
