import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { allScopes, endpointScope } from '../../contract/access/scopes.ts';
import { type EndpointName, endpointNamed, endpoints } from '../../contract/endpoints/index.ts';
import { contract } from '../../contract/index.ts';
import { isToken, newToken } from '../../server/domain/serviceAccount/tokenText.ts';
import { allActionEndpoints, allRecordEndpoints } from '../../server/http/paths.ts';
import { allocationBody, approvedOrder, type Cast, delivery, startCast } from '../support/cast.ts';
import { forAnyEngine } from '../support/database.ts';
import { type Client, client, ok } from '../support/product.ts';

/** Service accounts and their tokens: what a program may do with one (issue 34, section 1). */

it('a token has a checksum, so that every mistyped one is refused without a look into the database', () => {
  const token = newToken();
  expect(isToken(token)).toBe(true);
  for (let at = 4; at < token.length; at += 1) {
    const other = token[at] === 'a' ? 'b' : 'a';
    expect(isToken(token.slice(0, at) + other + token.slice(at + 1))).toBe(false);
  }
  for (const text of ['', 'lct_', token.slice(0, -1), `${token}0`, token.replace('lct_', 'lcx_'), ` ${token}`])
    expect(isToken(text), text).toBe(false);
});

forAnyEngine('a token of a service account', (engine) => {
  let cast: Cast;
  beforeAll(async () => {
    // The clock would end every session while the test is days ahead.
    cast = await startCast(engine, { withoutClock: true });
  }, 120_000);
  afterAll(() => cast.close());

  /** An account that somebody makes, and a program that calls with a new token of it. */
  async function program(maker: Client, account: object, token: object) {
    const { id, user_id } = await ok(maker.post('/v1/service_account', { name: 'Shop', ...account }));
    const made = await ok(maker.post('/v1/service_token', { account_id: id, name: 'First', ...token }));
    return {
      ...made,
      account: id as number,
      user: user_id as number,
      calls: client(cast.request, made.token, user_id),
    };
  }
  const buy = (buyer: Client) =>
    buyer.post('/v1/order', {
      category_id: 1001,
      product_id: cast.productId,
      purchased: { hosts: 5 },
      params: delivery,
    });
  const codeOf = async (answer: ReturnType<Client['get']>) => {
    const { status, body } = await answer;
    return [status, body.code];
  };
  const refused = async (answer: ReturnType<Client['get']>) => {
    const { status, body } = await answer;
    return [status, Object.keys(body.error?.fields ?? {})];
  };

  it('is shown once, and does what its scopes say, as the user of its account', async () => {
    const shop = await program(cast.customer, {}, { scopes: ['order:create'] });
    expect(shop.token).toMatch(/^lct_[0-9A-Za-z]{49}$/);
    expect(shop).toMatchObject({ prefix: shop.token.slice(0, 8), last_four: shop.token.slice(-4) });
    expect(await ok(cast.customer.get(`/v1/service_token/${shop.id}`))).toMatchObject({ token: null });
    const order = await ok(buy(shop.calls));
    const seen = await ok(cast.customer.get(`/v1/order/${order.id}`));
    expect(seen.user).toMatchObject({ id: shop.user, nick_name: 'Shop' });
    const { items } = await ok(cast.admin.get(`/v1/history/order/${order.id}`));
    expect(JSON.stringify(items)).toContain('Shop');
    const read = await shop.calls.get(`/v1/order/${order.id}`);
    expect([read.status, read.body.code]).toEqual([403, 'missing_scope']);
    expect(read.body.title).toContain('order:read');
  });

  it('may be sent with or without Bearer, and never in the address', async () => {
    const { token } = await program(cast.customer, {}, { scopes: ['order:read'] });
    for (const authorization of [token, `Bearer ${token}`, `bearer ${token}`])
      expect((await cast.request('GET', '/v1/order/list', { headers: { authorization } })).status).toBe(200);
    expect((await cast.request('GET', `/v1/order/list?access_token=${token}`)).status).toBe(401);
  });

  it('needs the scope of the step that it takes, not that of an edit', async () => {
    const order = await ok(buy(cast.customer));
    const step = { status: 1, use_period: 365, assign_period: 30 };
    const account = { role: 'SalesMan' };
    const editor = await program(cast.operations, account, { scopes: ['order:edit', 'order:read'] });
    // The account is no salesman of the enterprise, so the record is not its own, whatever its scopes are.
    expect(await codeOf(editor.calls.post(`/v1/order/${order.id}`, step))).toEqual([404, 'not_found']);
    await ok(cast.sales.post(`/v1/order/${order.id}`, step));
    const reader = await program(cast.admin, { role: 'GeneralAdmin' }, { scopes: ['*:read', 'order:edit'] });
    expect(await codeOf(reader.calls.post(`/v1/order/${order.id}`, { status: 2 }))).toEqual([403, 'missing_scope']);
    const approver = await program(cast.admin, { role: 'GeneralAdmin' }, { scopes: ['order:approve'] });
    expect((await ok(approver.calls.post(`/v1/order/${order.id}`, { status: 2 }))).status).toBe(2);
  });

  it('with an empty list of scopes may do nothing, and one that reads everything writes nothing', async () => {
    const none = await program(cast.admin, { role: 'SuperAdmin' }, {});
    const reader = await program(cast.admin, { role: 'SuperAdmin' }, { scopes: ['*:read'] });
    const path = (text: string) => text.replace('{entity}', 'order').replace(/\{\w+\}/g, '1');
    const all = [
      ...allRecordEndpoints(contract).map((one) => ({ ...one, group: one.entity.name })),
      ...allActionEndpoints(contract).map((one) => ({ ...one, group: one.entity.name })),
      ...(Object.keys(endpoints) as EndpointName[]).map(endpointNamed).filter(({ roles }) => Array.isArray(roles)),
    ];
    expect(all.length).toBeGreaterThan(150);
    for (const { method, path: declared } of all) {
      const call = () =>
        cast.request(method, path(declared), { key: none.token, ...(method === 'POST' && { body: {} }) });
      const { status, body } = await call();
      // A record that is not there is not found; nothing else is answered to a token without scopes.
      expect([status, body.code], `${method} ${declared}`).toSatisfy(
        ([code]: [number]) =>
          code === 403 || (code === 404 && method === 'POST') || (code === 422 && method === 'POST'),
      );
      if (method === 'GET') continue;
      const wrote = await cast.request(method, path(declared), {
        key: reader.token,
        ...(method === 'POST' && { body: {} }),
      });
      expect(wrote.status, `${method} ${declared}`).not.toBe(200);
    }
    for (const list of ['/v1/order/list', '/v1/dashboard', '/v1/search?q=mover', '/v1/history/product/1'])
      expect((await reader.calls.get(list)).status, list).toBe(200);
  }, 120_000);

  it('never changes passwords, sessions, accounts or tokens, and acts for nobody', async () => {
    const all = { scopes: ['*:*', 'user:*'] };
    const most = await program(cast.admin, { role: 'SuperAdmin' }, all);
    const sales = await program(cast.admin, { role: 'SalesMan' }, { scopes: ['*:*'] });
    const own = cast.customer.id;
    const body = { password: 'Another-2026' };
    expect(await refused(most.calls.post(`/v1/user/${own}`, body))).toEqual([422, ['password']]);
    const person = { name: 'made.by.token', nick_name: 'X', role_id: 1, ...body };
    expect(await refused(most.calls.post('/v1/user', person))).toEqual([422, ['password']]);
    const calls = [
      most.calls.get('/v1/session/list'),
      most.calls.get('/v1/service_account/list'),
      most.calls.post('/v1/service_account', { name: 'More', role: 'SuperAdmin' }),
      most.calls.get('/v1/service_token/list'),
      most.calls.post('/v1/service_token', { account_id: most.account, name: 'More', scopes: ['*:*'] }),
      most.calls.post(`/v1/service_token/rotate/${most.id}`, {}),
      most.calls.post(`/v1/service_token/revoke/${most.id}`, {}),
      most.calls.post('/v1/auth/password', { password: 'a', password1: 'b', password2: 'b' }),
      most.calls.post('/v1/auth/logout', {}),
      sales.calls.post(`/v1/auth/login/user/${own}`, {}),
    ];
    for (const answer of calls) expect(await codeOf(answer)).toEqual([403, 'not_for_tokens']);
  });

  it('has done what its account says, to whoever manages the account, without names of what was refused', async () => {
    const shop = await program(cast.customer, {}, { scopes: ['order:*'] });
    const order = await ok(buy(shop.calls));
    const foreign = await ok(buy(cast.otherCustomer));
    expect((await shop.calls.get(`/v1/order/${foreign.id}`)).status).toBe(404);
    const activity = (client: Client) => client.get(`/v1/service_account/activity/${shop.account}`);
    const { items, total } = await ok(activity(cast.customer));
    expect(total).toBe(items.length);
    const made = items.find(({ action }: { action: string }) => action === 'create');
    expect(made).toMatchObject({ entity: 'order', entity_id: order.id, record_name: order.code, failed: false });
    expect(JSON.stringify(items)).not.toContain(foreign.code);
    expect((await activity(cast.otherCustomer)).status).toBe(404);
    expect((await activity(cast.sales)).status).toBe(403);
  });

  it('sees what a user of its role sees, and an enterprise only itself', async () => {
    await ok(buy(cast.otherCustomer));
    const shop = await program(cast.customer, {}, { scopes: ['*:read'] });
    const lists = ['order', 'project', 'enterprise_product', 'user'];
    for (const name of lists) {
      const theirs = await ok(shop.calls.get(`/v1/${name}/list?per_page=100`));
      const own = await ok(cast.customer.get(`/v1/${name}/list?per_page=100`));
      const ids = ({ items }: { items: { id: number }[] }) =>
        items.map(({ id }) => id).filter((id) => id !== shop.user);
      expect(ids(theirs), name).toEqual(ids(own));
    }
  });

  it('is refused with a sentence that says why, once it is revoked, expired, removed or from elsewhere', async () => {
    const revoked = await program(cast.customer, {}, { scopes: ['order:read'] });
    await ok(cast.customer.post(`/v1/service_token/revoke/${revoked.id}`, {}));
    expect(await codeOf(revoked.calls.get('/v1/order/list'))).toEqual([401, 'token_revoked']);
    const removed = await program(cast.customer, {}, { scopes: ['order:read'] });
    await ok(cast.customer.delete(`/v1/service_account/${removed.account}`));
    expect(await codeOf(removed.calls.get('/v1/order/list'))).toEqual([401, 'token_account_removed']);
    const networks = ['203.0.113.0/24', '2001:db8::/32', '198.51.100.7'];
    const bound = await program(cast.customer, {}, { scopes: ['order:read'], networks });
    const from = async (address: string) =>
      (await cast.request('GET', '/v1/order/list', { key: bound.token, address })).status;
    expect(await from('203.0.113.9')).toBe(200);
    expect(await from('::ffff:203.0.113.9')).toBe(200);
    expect(await from('2001:db8:1::1')).toBe(200);
    expect(await from('198.51.100.7')).toBe(200);
    expect([await from('198.51.100.8'), await from('2001:db9::1'), await from('')]).toEqual([401, 401, 401]);
    expect(await codeOf(cast.request('GET', '/v1/order/list', { key: bound.token, address: '10.0.0.1' }))).toEqual([
      401,
      'token_network',
    ]);
    // The answer to a token that does not exist gives no reason.
    expect(await codeOf(cast.request('GET', '/v1/order/list', { key: newToken() }))).toEqual([401, 'signed_out']);
  });

  it('ends after its days, and a rotated one after the chosen overlap', async () => {
    const start = Date.now();
    const shop = await program(cast.customer, {}, { scopes: ['order:read'], expires_in_days: 30 });
    const goTo = (days: number) =>
      vi.useFakeTimers({ toFake: ['Date'], now: new Date(start + days * 86_400_000 + 60_000) });
    const renewed = await ok(cast.customer.post(`/v1/service_token/rotate/${shop.id}`, { keep_days: 2 }));
    expect(renewed.token).not.toBe(shop.token);
    const calls = client(cast.request, renewed.token, shop.user);
    try {
      goTo(1);
      expect([(await shop.calls.get('/v1/order/list')).status, (await calls.get('/v1/order/list')).status]).toEqual([
        200, 200,
      ]);
      goTo(3);
      expect(await codeOf(shop.calls.get('/v1/order/list'))).toEqual([401, 'token_expired']);
      expect((await calls.get('/v1/order/list')).status).toBe(200);
      goTo(31);
      expect(await codeOf(calls.get('/v1/order/list'))).toEqual([401, 'token_expired']);
    } finally {
      vi.useRealTimers();
    }
    expect(await refused(cast.customer.post(`/v1/service_token/rotate/${renewed.id}`, { keep_days: 8 }))).toEqual([
      422,
      ['keep_days'],
    ]);
    await ok(cast.customer.post(`/v1/service_token/revoke/${renewed.id}`, {}));
    expect((await cast.customer.post(`/v1/service_token/rotate/${renewed.id}`, {})).status).toBe(422);
  });

  it('is made by nobody for more than they have', async () => {
    const account = (maker: Client, body: object) => refused(maker.post('/v1/service_account', { name: 'A', ...body }));
    expect(await account(cast.operations, { role: 'SuperAdmin' })).toEqual([422, ['role']]);
    expect(await account(cast.operations, {})).toEqual([422, ['role']]);
    expect(await account(cast.admin, { role: 'Enterprise' })).toEqual([422, ['enterprise_id']]);
    expect(await account(cast.customer, { role: 'GeneralAdmin' })).toEqual([422, ['role']]);
    expect((await account(cast.sales, { role: 'SalesMan' }))[0]).toBe(403);
    const own = await ok(cast.customer.post('/v1/service_account', { name: 'Own' }));
    expect(own).toMatchObject({ role: 'Enterprise', enterprise: { id: cast.enterprise } });
    const token = (maker: Client, body: object) =>
      refused(maker.post('/v1/service_token', { account_id: own.id, name: 'T', ...body }));
    expect(await token(cast.customer, { scopes: ['order:approve'] })).toEqual([422, ['scopes']]);
    expect(await token(cast.customer, { scopes: ['order:read', 'nonsense'] })).toEqual([422, ['scopes']]);
    expect(await token(cast.customer, { scopes: ['session:read'] })).toEqual([422, ['scopes']]);
    expect(await token(cast.customer, { networks: ['everywhere'] })).toEqual([422, ['networks']]);
    expect(await token(cast.customer, { networks: ['10.0.0.0/33'] })).toEqual([422, ['networks']]);
    expect(await token(cast.customer, { expires_in_days: 0 })).toEqual([422, ['expires_in_days']]);
    expect(await token(cast.customer, { expires_in_days: 31 })).toEqual([422, ['expires_in_days']]);
    expect((await token(cast.otherCustomer, { scopes: [] }))[0]).toBe(422);
    expect(
      await ok(cast.admin.post('/v1/service_token', { account_id: own.id, name: 'T', expires_in_days: 0 })),
    ).toMatchObject({
      expires_at: null,
    });
    const acting = await ok(cast.sales.post(`/v1/auth/login/user/${cast.customer.id}`));
    const salesman = client(cast.request, acting.api_key, cast.customer.id);
    expect((await salesman.post('/v1/service_account', { name: 'B' })).body.code).toBe('not_while_acting');
    expect((await salesman.post('/v1/service_token', { account_id: own.id, name: 'B' })).body.code).toBe(
      'not_while_acting',
    );
  });

  it('cannot be signed in with, and unless it is a salesman, its user is found nowhere among the users', async () => {
    const shop = await program(cast.admin, { role: 'GeneralAdmin' }, { scopes: ['*:read'] });
    const { items } = await ok(cast.admin.get('/v1/user/list?filter_role_id=2&per_page=100'));
    expect(items.map(({ id }: { id: number }) => id)).not.toContain(shop.user);
    expect((await cast.admin.get(`/v1/user/${shop.user}`)).status).toBe(404);
    const body = { name: 'Not theirs', code: 'NOTTHEIRS', sales_user_id: shop.user };
    expect(await refused(cast.admin.post('/v1/enterprise', body))).toEqual([422, ['sales_user_id']]);
  });

  it('reads of the timeline of an order what its scopes let it read (issue 34)', async () => {
    const orders = await program(cast.customer, {}, { scopes: ['order:read'] });
    const both = await program(cast.customer, {}, { scopes: ['order:read', 'licence:read'] });
    const order = await approvedOrder(cast, 1);
    const { items } = await ok(allocationBody(cast, order, 1));
    const inTimeline = async ({ calls }: typeof both) =>
      (await ok(calls.get(`/v1/timeline/order/${order}`))).items.map(({ entity }: { entity: string }) => entity);
    expect(items).toHaveLength(1);
    expect(await inTimeline(both)).toContain('assignment');
    expect(new Set(await inTimeline(orders))).toEqual(new Set(['order']));
  });

  it('is limited to the requests of its account, and says in each answer how many are left', async () => {
    const shop = await program(cast.customer, { requests_per_minute: 3 }, { scopes: ['order:read'] });
    const seen: [number, string | null][] = [];
    for (let at = 0; at < 4; at += 1) {
      const { status, headers } = await shop.calls.get('/v1/order/list');
      seen.push([status, headers.get('RateLimit')?.replace(/;t=\d+/, '') ?? null]);
      if (status === 429) expect(Number(headers.get('Retry-After'))).toBeGreaterThan(0);
      expect(headers.get('RateLimit-Policy')).toBe('"token";q=3;w=60');
    }
    expect(seen.map(([status]) => status)).toEqual([200, 200, 200, 429]);
    expect(seen.map(([, left]) => left)).toEqual(['"token";r=2', '"token";r=1', '"token";r=0', '"token";r=0']);
  });

  it('says when and from where it was last used, and the audit has the first use from each address', async () => {
    const shop = await program(cast.customer, {}, { scopes: ['order:read'] });
    await cast.request('GET', '/v1/order/list', { key: shop.token, address: '203.0.113.5' });
    const seen = await ok(cast.customer.get(`/v1/service_token/${shop.id}`));
    expect(seen.last_used_address).toBe('203.0.113.5');
    expect(Date.now() - Date.parse(seen.last_used_at)).toBeLessThan(60_000);
    const { rows } = await cast.database.executeSql(
      `select action from audit where entity = 'service_token' and entity_id = ${shop.id} order by id`,
    );
    expect(rows.map(({ action }) => action)).toEqual(['create', 'use_token']);
  });
});

it('every scope of an endpoint is one of the contract', () => {
  const known = new Set(allScopes(contract).map(({ scope }) => scope));
  for (const name of Object.keys(endpoints) as EndpointName[]) {
    const scope = endpointScope(name);
    if (scope === undefined || scope.includes('*') || scope.includes('{') || !Array.isArray(endpointNamed(name).roles))
      continue;
    expect(known, name).toContain(scope);
  }
});
