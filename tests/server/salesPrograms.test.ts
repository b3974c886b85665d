import { afterAll, beforeAll, expect, it } from 'vitest';
import { approvedOrder, type Cast, placeOrder, startCast } from '../support/cast.ts';
import { forAnyEngine } from '../support/database.ts';
import { type Client, client, ok } from '../support/product.ts';

/** A program with the role of a salesman owns enterprises like a salesman (issue 34, decision 0099). */

forAnyEngine('a service account of the role Sales', (engine) => {
  let cast: Cast;
  beforeAll(async () => {
    cast = await startCast(engine);
  }, 120_000);
  afterAll(() => cast.close());

  interface Program {
    account: number;
    user: number;
    calls: Client;
  }
  async function salesProgram(name: string, scopes: readonly string[] = ['*:*'], maker = cast.operations) {
    const { id, user_id } = await ok(maker.post('/v1/service_account', { name, role: 'SalesMan' }));
    const { token } = await ok(maker.post('/v1/service_token', { account_id: id, name: 'T', scopes }));
    return { account: id, user: user_id, calls: client(cast.request, token, user_id) } as Program;
  }
  const refused = async (answer: ReturnType<Client['get']>) => {
    const { status, body } = await answer;
    return [status, Object.keys(body.error?.fields ?? {})];
  };
  const enterprise = (code: string, sales_user_id: number, maker = cast.admin) =>
    maker.post('/v1/enterprise', { name: `Enterprise ${code}`, code, sales_user_id });
  const order = (id: number) => ok(cast.customer.get(`/v1/order/${id}`));
  const idsOf = ({ items }: { items: { id: number }[] }) => items.map(({ id }) => id);

  it('confirms the orders of the enterprise that it was made the owner of, and of no other', async () => {
    const robot = await salesProgram('Robot', ['order:*', 'notification:read']);
    const step = { status: 1, use_period: 365, assign_period: 30 };
    const early = await placeOrder(cast, 2);
    expect((await robot.calls.post(`/v1/order/${early}`, step)).status).toBe(404);
    const seen = await cast.admin.get(`/v1/enterprise/${cast.enterprise}`);
    await ok(
      cast.operations.post(
        `/v1/enterprise/${cast.enterprise}`,
        { sales_user_id: robot.user },
        { 'If-Match': String(seen.body.version) },
      ),
    );
    try {
      expect(await ok(cast.admin.get(`/v1/enterprise/${cast.enterprise}`))).toMatchObject({
        sales: { id: robot.user, nick_name: 'Robot' },
        sales_name: 'Robot',
      });
      const id = await placeOrder(cast, 3);
      const foreign = await placeOrder(cast, 3, cast.otherCustomer);
      expect((await robot.calls.post(`/v1/order/${foreign}`, step)).status).toBe(404);
      expect((await ok(robot.calls.post(`/v1/order/${id}`, step))).status).toBe(1);
      await ok(cast.operations.post(`/v1/order/${id}`, { status: 2 }));
      expect(await order(id)).toMatchObject({ status: 2 });
      expect(await ok(cast.admin.get(`/v1/order/${id}`))).toMatchObject({ sales_name: 'Robot' });
      const listed = await ok(robot.calls.get('/v1/order/list?per_page=100'));
      expect(idsOf(listed)).toContain(id);
      expect(idsOf(listed)).not.toContain(foreign);
      // The former owner no longer reaches it, as with any other salesman.
      expect((await cast.sales.get(`/v1/order/${id}`)).status).toBe(404);
      // It can read its notices; it has no address, so that no mail to it is written, and none fails.
      const notices = await ok(robot.calls.get('/v1/notification/list'));
      expect(notices.items[0]).toMatchObject({ entity: 'order', record_id: id });
      const { rows } = await cast.database.executeSql(
        `select count(*)::int as mails from mail where status = 9 or user_id = ${robot.user}`,
      );
      expect(rows).toEqual([{ mails: 0 }]);
      expect(cast.logged).toEqual([]);
      // A user created for the enterprise belongs to the program, like the enterprise.
      const body = { name: 'of.robot', nick_name: 'R', role_id: 4, enterprise_id: cast.enterprise };
      const { id: user } = await ok(cast.admin.post('/v1/user', { ...body, password: 'Licence-2026' }));
      expect(await ok(cast.admin.get(`/v1/user/${user}`))).toMatchObject({ parent_id: robot.user });
    } finally {
      await ok(cast.admin.post(`/v1/enterprise/${cast.enterprise}`, { sales_user_id: cast.sales.id }));
    }
    await approvedOrder(cast, 1);
  });

  it('is offered to administrators where a salesman is asked for, as a program, and to nobody else', async () => {
    const robot = await salesProgram('Offered');
    const picker = '/v1/user/list?filter_role_id=3&search=Offered';
    for (const maker of [cast.admin, cast.operations])
      expect((await ok(maker.get(picker))).items).toMatchObject([
        { id: robot.user, nick_name: 'Offered', kind: 'service' },
      ]);
    for (const other of [cast.sales, cast.customer]) expect((await ok(other.get(picker))).items).toEqual([]);
    const persons = await ok(cast.admin.get('/v1/user/list?filter_role_id=3&filter_kind=person&per_page=100'));
    expect(idsOf(persons)).not.toContain(robot.user);
    expect(idsOf(persons)).toContain(cast.sales.id);
    expect(
      (await ok(cast.admin.post('/v1/user_product', { user_id: robot.user, product_id: cast.productId }))).id,
    ).toEqual(expect.any(Number));
    // A salesman neither sees the program nor can give an enterprise to it.
    expect((await cast.sales.get(`/v1/user/${robot.user}`)).status).toBe(404);
    expect(await refused(enterprise('BYSALES', robot.user, cast.sales))).not.toEqual([200, []]);
  });

  it('owns only as a salesman: programs of other roles, and those that were removed, are refused', async () => {
    const account = { name: 'Other', role: 'GeneralAdmin' };
    const { user_id } = await ok(cast.admin.post('/v1/service_account', account));
    expect(await refused(enterprise('OPSOWNED', user_id))).toEqual([422, ['sales_user_id']]);
    const gone = await salesProgram('Gone');
    await ok(cast.admin.delete(`/v1/service_account/${gone.account}`));
    expect(await refused(enterprise('GONEOWNED', gone.user))).toEqual([422, ['sales_user_id']]);
  });

  it('is found by an import, by its user name or number', async () => {
    const robot = await salesProgram('Imported');
    const { name } = await ok(cast.admin.get(`/v1/user/${robot.user}`));
    const columns = ['name', 'code', 'sales_user_id'];
    const rows = [
      ['By name', 'BYNAME', name],
      ['By number', 'BYNUMBER', String(robot.user)],
    ];
    expect(await ok(cast.operations.post('/v1/enterprise/import', { columns, rows }))).toMatchObject({ created: 2 });
    const owned = await ok(cast.admin.get(`/v1/enterprise/list?filter_sales_user_id=${robot.user}`));
    expect(owned.total).toBe(2);
    expect(owned.items[0]).toMatchObject({ sales_name: 'Imported' });
    expect((await ok(robot.calls.get('/v1/enterprise/list'))).total).toBe(2);
  });

  it('is managed among the service accounts only', async () => {
    const robot = await salesProgram('Managed');
    const path = `/v1/user/${robot.user}`;
    for (const [language, text] of [
      ['en', 'belongs to a service account'],
      ['zh', '该用户属于服务账号'],
    ] as const) {
      const headers = { 'X-LANG': language };
      for (const answer of [
        await cast.admin.post(path, { nick_name: 'Mine' }, headers),
        await cast.admin.post(path, { password: 'Another-2026' }, headers),
        await cast.admin.delete(path, headers),
      ]) {
        expect(answer.status).toBe(422);
        expect(JSON.stringify(answer.body)).toContain(text);
      }
    }
    const { name } = await ok(cast.admin.get(path));
    const signIn = await cast.request('POST', '/v1/auth/login', { body: { name, password: 'Another-2026' } });
    expect(signIn.status).toBe(422);
    await ok(cast.admin.delete(`/v1/service_account/${robot.account}`));
    expect((await cast.admin.post(`/v1/user/restore/${robot.user}`)).status).toBe(422);
  });

  it('cannot be removed while what prevents the removal of a salesman prevents its own', async () => {
    const robot = await salesProgram('Kept');
    const { id: grant } = await ok(
      cast.admin.post('/v1/user_product', { user_id: robot.user, product_id: cast.productId }),
    );
    const ofPerson = await cast.admin.delete(`/v1/user/${cast.sales.id}`);
    const ofProgram = await cast.admin.delete(`/v1/service_account/${robot.account}`);
    expect([ofProgram.status, ofProgram.body.code]).toEqual([ofPerson.status, ofPerson.body.code]);
    expect(ofProgram.body.code).toBe('in_use');
    const use = await ok(cast.admin.get(`/v1/use/service_account/${robot.account}`));
    expect(use.items).toMatchObject([{ entity: 'user_product', by: 'user_id', count: 1 }]);
    expect(await ok(cast.admin.get(`/v1/service_account/${robot.account}`))).toMatchObject({ in_use: true });
    // Nothing was removed with the refusal: its token still works.
    expect((await robot.calls.get('/v1/order/list')).status).toBe(200);
    await ok(cast.admin.delete(`/v1/user_product/${grant}`));
    await ok(cast.admin.delete(`/v1/service_account/${robot.account}`));
  });
});
