import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { approvedOrder, type Cast, startCast } from '../support/cast.ts';
import { forEachEngine } from '../support/database.ts';
import { client, ok, password, startProduct, type TestProduct } from '../support/product.ts';

/** Variants of roles (issue 37, section 2): what an administrator may make of them, and what they do to people. */
forEachEngine('a variant of a role', (engine) => {
  let cast: Cast;
  let serial = 0;
  beforeAll(async () => {
    cast = await startCast(engine);
  }, 120_000);
  afterAll(() => cast?.close());

  const make = (role_id: number, withheld: readonly string[]) => {
    serial += 1;
    return cast.admin.post('/v1/role_variant', { name: `Variant ${serial}`, role_id, withheld });
  };
  const give = (user: number, variant_id: number | null) => ok(cast.admin.post(`/v1/user/${user}`, { variant_id }));
  /** Runs something while a user has a variant, and gives the whole role back. */
  async function within<T>(
    user: number,
    role_id: number,
    withheld: readonly string[],
    work: (id: number) => Promise<T>,
  ) {
    const { id } = await ok(make(role_id, withheld));
    await give(user, id);
    try {
      return await work(id);
    } finally {
      await give(user, null);
    }
  }

  it('narrows a running session from its next request on, and gives back', async () => {
    const status = async () => (await cast.sales.get('/v1/order/export')).status;
    expect(await status()).toBe(200);
    await within(cast.sales.id, 3, ['order:export'], async (id) => {
      expect(await status()).toBe(403);
      expect((await cast.sales.get('/v1/order/list')).status).toBe(200);
      const { headers } = await cast.sales.get('/v1/order/list');
      const rights = headers.get('x-rights');
      expect(await ok(cast.sales.get('/v1/user/config'))).toMatchObject({ rights, withheld: ['order:export'] });
      await ok(cast.admin.post(`/v1/role_variant/${id}`, { withheld: ['order:confirm'] }));
      expect(await status()).toBe(200);
      const changed = (await cast.sales.get('/v1/order/list')).headers.get('x-rights');
      expect(changed).not.toBe(rights);
    });
    expect(await status()).toBe(200);
    expect((await cast.sales.get('/v1/order/list')).headers.get('x-rights')).toBeNull();
  });

  it('tells whoever signs in what is withheld', async () => {
    await within(cast.otherSales.id, 3, ['order:export'], async () => {
      const { body } = await cast.request('POST', '/v1/auth/login', { body: { name: 'sales.other', password } });
      expect(body).toMatchObject({ role: 'SalesMan', withheld: ['order:export'] });
      expect(body.user.variant_id).toBeUndefined();
    });
    const { body } = await cast.request('POST', '/v1/auth/login', { body: { name: 'sales.other', password } });
    expect(body.withheld).toBeUndefined();
  });

  it('hides a field in records, lists, filters, sorts, exports and changes', async () => {
    await within(cast.sales.id, 3, ['order.confirmed_at:read'], async () => {
      const { items } = await ok(cast.sales.get('/v1/order/list'));
      for (const item of items) expect(Object.keys(item)).not.toContain('confirmed_at');
      expect((await cast.sales.get('/v1/order/list?sort=confirmed_at')).status).toBe(422);
      expect((await cast.sales.get('/v1/order/export')).body).not.toContain('Confirmed');
    });
  });

  it('that only reads changes nothing, and still keeps the own profile', async () => {
    const names = ['order:create', 'order:confirm', 'order:reject', 'user:create', 'user:edit', 'user:remove'];
    await within(cast.sales.id, 3, ['user.phone:read'], async () => {
      for (const path of ['/v1/profile', '/v1/profile/notices'])
        expect((await cast.sales.get(path)).status, path).toBe(200);
    });
    await within(cast.sales.id, 3, names, async () => {
      const { items } = await ok(cast.sales.get('/v1/user/list?filter_role_id=4'));
      const other = await cast.sales.post(`/v1/user/${items[0].id}`, { phone: '13800000000' });
      expect([other.status, other.body.title]).toEqual([422, 'Your rights are narrowed: you edit your own user only']);
      expect((await cast.sales.post(`/v1/user/${cast.sales.id}`, { phone: '13800000000' })).status).toBe(200);
      expect((await cast.sales.post('/v1/order', {})).status).toBe(403);
      expect(
        (await cast.sales.post('/v1/auth/password', { password: 'x', password1: 'y', password2: 'y' })).status,
      ).toBe(422);
    });
  });

  it('withholds the fields of a licence where it is allocated too', async () => {
    const order_id = await approvedOrder(cast, 4);
    const allocate = (more: object) =>
      cast.customer.post('/v1/assignment', { project_id: cast.project, orders: [{ order_id, hosts: 1 }], ...more });
    const mails = { others: ['somebody@first.example'] };
    await within(cast.customer.id, 4, ['licence.mails:write', 'licence.comment:write'], async () => {
      const refused = await allocate({ mails, comment: 'For the test' });
      expect(refused.status).toBe(422);
      expect(Object.keys(refused.body.error.fields)).toEqual(expect.arrayContaining(['mails', 'comment']));
      await ok(allocate({}));
      const document = await ok(cast.customer.get('/v1/openapi.json'));
      const { properties } = document.paths['/v1/assignment'].post.requestBody.content['application/json'].schema;
      expect(Object.keys(properties)).toContain('orders');
      expect(Object.keys(properties)).not.toContain('mails');
    });
    await ok(allocate({ mails, comment: 'For the test' }));
  });

  it('narrows a salesman who acts for a customer as well', async () => {
    const acting = await ok(cast.sales.post(`/v1/auth/login/user/${cast.customer.id}`));
    const customer = client(cast.request, acting.api_key, cast.customer.id);
    const status = async () => (await customer.get('/v1/order/export')).status;
    expect(await status()).toBe(200);
    await within(cast.sales.id, 3, ['order:export'], async () => {
      expect([await status(), (await cast.customer.get('/v1/order/export')).status]).toEqual([403, 200]);
    });
    expect(await status()).toBe(200);
  });

  it('leaves no way round it: no programs, and no users of the own role or of the vendor', async () => {
    await within(cast.operations.id, 2, ['order:export'], async () => {
      for (const path of ['service_account', 'service_token', 'webhook', 'webhook_delivery'])
        expect([path, (await cast.operations.get(`/v1/${path}/list`)).status]).toEqual([path, 403]);
      expect((await cast.operations.post('/v1/service_account', { name: 'Mine', role: 'GeneralAdmin' })).status).toBe(
        403,
      );
      const person = { name: 'another.self', nick_name: 'Self', role_id: 2, password };
      const made = await cast.operations.post('/v1/user', person);
      expect([made.status, made.body.error.fields.role_id[0]]).toEqual([
        422,
        'Your own rights are narrowed, so you cannot manage users of this role. Ask an administrator',
      ]);
      expect((await cast.operations.post(`/v1/user/${cast.sales.id}`, { password: 'Another-2026' })).status).toBe(422);
      expect((await cast.operations.post(`/v1/user/${cast.operations.id}`, { variant_id: null })).status).toBe(422);
    });
  });

  describe('is refused', () => {
    const refusal = async (answer: ReturnType<typeof make>, field: string) => {
      const { status, body } = await answer;
      return [status, body.error?.fields?.[field]?.[0]];
    };
    it.each([
      [['order:fly'], 'The role has no right order:fly. Leave it out'],
      [['role_variant:edit'], 'The role has no right role_variant:edit. Leave it out'],
      [['user.nick_name:read'], /^“Users: Display name” cannot be withheld, because it is needed here: .*Users/],
      [['enterprise:read'], /^“Enterprises: Read” cannot be withheld/],
      [['user.name:write'], /^“Users: User name” cannot be withheld, because it is needed here: Users\./],
    ])('without %j', async (withheld, sentence) => {
      const [status, text] = await refusal(make(3, withheld), 'withheld');
      expect(status).toBe(422);
      expect(text).toMatch(sentence);
    });

    it('in Chinese as well', async () => {
      const body = { name: '变体', role_id: 3, withheld: ['user.name:write'] };
      const answer = await cast.admin.post('/v1/role_variant', body, { 'X-LANG': 'zh' });
      expect(answer.body.error.fields.withheld[0]).toMatch(/^不能收回“用户：用户名”，以下内容需要它：用户。/);
    });

    it('for SuperAdmins, for a user of another role, and while somebody has it', async () => {
      expect((await make(1, [])).status).toBe(422);
      const { id } = await ok(make(3, []));
      const wrong = await cast.admin.post(`/v1/user/${cast.operations.id}`, { variant_id: id });
      expect(wrong.body.error.fields.variant_id[0]).toBe(
        'This variant is for another role. Choose one for Operations, or none',
      );
      await give(cast.sales.id, id);
      expect((await cast.admin.delete(`/v1/role_variant/${id}`)).body.code).toBe('in_use');
      await give(cast.sales.id, null);
      await ok(cast.admin.delete(`/v1/role_variant/${id}`));
    });

    it('to everybody but SuperAdmins', async () => {
      for (const other of [cast.operations, cast.sales, cast.customer])
        expect((await other.get('/v1/role_variant/list')).status).toBe(403);
    });
  });

  it('gives nothing by a name that the role lacks', async () => {
    const { id } = await ok(make(3, []));
    await cast.database.executeSql(
      `update role_variant set withheld = '["audit:read", "order:approve", "nothing", "user:read", "session:remove"]' where id = ${id}`,
    );
    await give(cast.sales.id, id);
    expect((await cast.sales.get('/v1/audit/list')).status).toBe(403);
    expect((await cast.sales.get('/v1/order/list')).status).toBe(200);
    expect((await cast.sales.get(`/v1/user/${cast.sales.id}`)).status).toBe(200);
    expect((await cast.sales.get('/v1/session/list')).status).toBe(200);
    await give(cast.sales.id, null);
  });

  it('is audited, with what was withheld before and after', async () => {
    const { id } = await ok(make(3, ['order:export']));
    await ok(cast.admin.post(`/v1/role_variant/${id}`, { withheld: ['order:reject'] }));
    const { items } = await ok(cast.admin.get(`/v1/audit/list?filter_entity=role_variant`));
    const edit = items.find(
      (one: { action: string; entity_id: number }) => one.action === 'update' && one.entity_id === id,
    );
    const { before, after } = await ok(cast.admin.get(`/v1/audit/${edit.id}`));
    expect([before.withheld, after.withheld]).toEqual([['order:export'], ['order:reject']]);
  });

  it('ends an open stream, which begins again with the other rights', async () => {
    const response = await cast.app.request('/v1/events', { headers: { authorization: cast.sales.key } });
    const reader = response.body?.getReader();
    const ended = (async () => {
      while (!(await reader?.read())?.done);
      return 'ended';
    })();
    await within(cast.sales.id, 3, ['order:export'], async () => {
      await expect(ended).resolves.toBe('ended');
    });
  });

  if (engine === 'postgres')
    it('is seen by a second process at once', async () => {
      const second: TestProduct = await startProduct(cast.database);
      const there = client(second.request, cast.sales.key, cast.sales.id);
      expect((await there.get('/v1/order/export')).status).toBe(200);
      await within(cast.sales.id, 3, ['order:export'], async () => {
        expect((await there.get('/v1/order/export')).status).toBe(403);
      });
      expect((await there.get('/v1/order/export')).status).toBe(200);
      await second.product.stop();
    });
});
