import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Cast, startCast } from '../support/cast.ts';
import { eitherEngine } from '../support/database.ts';
import { type Client, client, ok, password } from '../support/product.ts';

let cast: Cast;
beforeAll(async () => {
  cast = await startCast(eitherEngine);
});
afterAll(() => cast.close());

const params = {
  liaison_man: 'Ann',
  liaison_mail: 'ann@first.example',
  liaison_phone: '+86 21 5550 0101',
  tutelage: false,
  comment: 'A comment',
};
const make = (maker: Client, more: object) => maker.post('/v1/user', { nick_name: 'Somebody', password, ...more });
const ids = (items: { id: number }[]) => items.map(({ id }) => id);

describe('users (R-CALL-04, R-CALL-05, R-CALL-06, R-CALL-07, R-CALL-08, R-CALL-09, R-USER-01, R-USER-02, R-USER-03, R-USER-04, R-USER-05)', () => {
  it('keep the nine fields of their making, and sign in', async () => {
    const body = {
      role_id: 4,
      name: 'nine.fields',
      password,
      nick_name: 'Nine',
      parent_id: cast.sales.id,
      enterprise_id: cast.enterprise,
      phone: '+86 138 0000 1111',
      visible: true,
      params,
    };
    const { id } = await ok(cast.admin.post('/v1/user', body));
    const read = await ok(cast.admin.get(`/v1/user/${id}`));
    const { password: _, ...rest } = body;
    expect(read).toMatchObject({
      ...rest,
      role: 'Enterprise',
      enterprise: { id: cast.enterprise, name: 'Enterprise FIRST' },
    });
    expect(Object.keys(read).join()).not.toMatch(/password|hash/);
    await ok(cast.admin.post(`/v1/user/${id}`, { nick_name: 'Changed', params: { comment: 'Other' } }));
    expect(await ok(cast.admin.get(`/v1/user/${id}`))).toMatchObject({
      nick_name: 'Changed',
      params: { ...params, comment: 'Other' },
    });
    expect((await ok(cast.request('POST', '/v1/auth/login', { body: { name: 'NINE.fields', password } }))).role).toBe(
      'Enterprise',
    );
  });

  it('are made by GA in every role, and a new administrator is told to the others (A8, R-PERM-01)', async () => {
    for (const role_id of [2, 3, 5]) {
      const enterprise_id = role_id === 5 ? cast.enterprise : undefined;
      expect((await ok(make(cast.operations, { name: `by.ga.${role_id}`, role_id, enterprise_id }))).role_id).toBe(
        role_id,
      );
    }
    await ok(make(cast.operations, { name: 'by.ga.1', role_id: 1 }));
    const { items } = await ok(cast.admin.get('/v1/notification/list?filter_status=false&is_paginate=false'));
    expect(items).toMatchObject([{ module: null, notice_title: 'A new administrator was created: by.ga.1' }]);
  });

  it('of a salesman have that salesman as their owner, whatever is asked for (R-PERM-03, R-USER-02)', async () => {
    const { id } = await ok(make(cast.sales, { name: 'of.sales', role_id: 4, enterprise_id: cast.enterprise }));
    expect((await ok(cast.sales.get(`/v1/user/${id}`))).parent_id).toBe(cast.sales.id);
    const other = await make(cast.sales, {
      name: 'of.other',
      role_id: 4,
      enterprise_id: cast.enterprise,
      parent_id: cast.otherSales.id,
    });
    expect([other.status, Object.keys(other.body.error.fields)]).toEqual([422, ['parent_id']]);
    expect((await make(cast.sales, { name: 'too.high', role_id: 2 })).status).toBe(422);
  });

  it('have an enterprise and an owner where they are an enterprise’s, and nobody else has', async () => {
    const nowhere = await make(cast.admin, { name: 'of.nobody', role_id: 4 });
    expect([nowhere.status, nowhere.body.error.fields]).toEqual([
      422,
      { enterprise_id: ['The current item cannot be empty'] },
    ]);
    const given = { enterprise_id: cast.enterprise, parent_id: cast.sales.id };
    const { id } = await ok(make(cast.admin, { name: 'of.the.vendor', role_id: 3, ...given }));
    const read = async () => ok(cast.admin.get(`/v1/user/${id}`));
    expect(await read()).toMatchObject({ enterprise_id: null, parent_id: null });
    await ok(cast.admin.post(`/v1/user/${id}`, { parent_id: cast.sales.id }));
    expect(await read()).toMatchObject({ enterprise_id: null, parent_id: null });
  });

  it('never raise their own role, nor change the name (R-CALL-08)', async () => {
    for (const field of ['role_id', 'name'])
      expect((await cast.sales.post(`/v1/user/${cast.sales.id}`, { [field]: 1 })).body.error.fields).toHaveProperty(
        field,
      );
    expect((await cast.operations.post(`/v1/user/${cast.admin.id}`, { nick_name: 'X' })).status).toBe(422);
  });

  it('are checked before they are made: name and phone, well-formed and free (R-CALL-05, R-VALID-21)', async () => {
    const check = async (type: string, name: string, lang = 'en') =>
      (await ok(cast.customer.post('/v1/user/check', { type, name }, { 'X-LANG': lang }))) as {
        success: boolean;
        reason: string;
      };
    expect(await check('name', 'a.new.one')).toEqual({ success: true, reason: '' });
    expect(await check('name', 'SALES')).toEqual({ success: false, reason: 'This value is already in use' });
    expect(await check('name', 'SALES', 'zh')).toEqual({ success: false, reason: '该值已被使用' });
    for (const bad of ['ab', 'x'.repeat(31), 'with space']) expect((await check('name', bad)).success).toBe(false);
    expect((await check('phone', '+86 139 1111 2222')).success).toBe(true);
    expect((await cast.customer.post('/v1/user/check', { type: 'mail', name: 'x' })).status).toBe(422);
  });

  it('go: out of the list, out of their session, and their name is free again (C20, R-CALL-09)', async () => {
    const { id } = await ok(make(cast.admin, { name: 'to.go', role_id: 2 }));
    const gone = await cast.login('to.go');
    await ok(cast.admin.delete(`/v1/user/${id}`));
    expect((await gone.get('/v1/user/config')).status).toBe(401);
    expect((await cast.request('POST', '/v1/auth/login', { body: { name: 'to.go', password } })).status).toBe(422);
    expect(ids((await ok(cast.admin.get('/v1/user/list?is_paginate=false'))).items)).not.toContain(id);
    await ok(make(cast.admin, { name: 'to.go', role_id: 2 }));
    expect((await cast.admin.delete(`/v1/user/${cast.admin.id}`)).body.title).toBe(
      'You cannot delete your own account',
    );
  });

  it('of an enterprise see sub-users that are shared, or their own (C1, R-PERM-06, R-USER-05)', async () => {
    await ok(make(cast.admin, { name: 'colleague', role_id: 4, enterprise_id: cast.enterprise }));
    const colleague = await cast.login('colleague');
    const own = (await ok(make(cast.customer, { name: 'sub.own', role_id: 5 }))).id;
    expect((await colleague.get(`/v1/user/${own}`)).status).toBe(404);
    await ok(cast.customer.post(`/v1/user/${own}`, { visible: true }));
    expect((await ok(colleague.get(`/v1/user/${own}`))).visible).toBe(true);
    const subUser = await cast.login('sub.own');
    for (const path of ['user', 'order', 'enterprise', 'product', 'audit'])
      expect((await subUser.get(`/v1/${path}/list`)).status, path).toBe(403);
  });

  it('keep their language (R-CALL-17, R-CALL-18, C18)', async () => {
    expect(await ok(cast.sales.get('/v1/user/config'))).toEqual({ language: null });
    await ok(cast.sales.post('/v1/user/update_config', { language: 'zh-CN' }));
    expect(await ok(cast.sales.get('/v1/user/config'))).toEqual({ language: 'zh-CN' });
    expect((await cast.sales.post('/v1/user/update_config', { language: 'fr' })).status).toBe(422);
  });

  it('of a role and of sales are listed by their own calls (R-CALL-10, R-CALL-19, R-CALL-22)', async () => {
    const users = await ok(
      cast.sales.get(
        `/v1/role_user/list?filter_enterprise_id=${cast.enterprise}&filter_role_alias=Enterprise&is_paginate=false`,
      ),
    );
    expect(Object.keys(users.items[0])).toEqual(['id', 'name', 'nick_name']);
    expect(ids(users.items)).toContain(cast.customer.id);
    expect((await cast.sales.get('/v1/role_user/list?filter_role_alias=Nobody')).status).toBe(422);
    const all = await ok(cast.admin.get('/v1/user_sale/list?is_paginate=false'));
    expect(all.items.length).toBeGreaterThan(1);
    const one = await ok(cast.admin.get(`/v1/user_sale/list?filter_user_id=${cast.sales.id}`));
    expect(one.items).toMatchObject([{ id: cast.sales.id, customers: 1 }]);
    const owned = await ok(cast.admin.get(`/v1/enterprise_sale/list?filter_sales_user_id=${cast.sales.id}`));
    expect(owned.items).toMatchObject([
      { id: cast.enterprise, sales_user_id: cast.sales.id, sales: { name: 'sales' } },
    ]);
  });
});

describe('passwords (R-CALL-03, B5)', () => {
  it('change with the old one, and end the other sessions', async () => {
    await ok(make(cast.admin, { name: 'changer', role_id: 2 }));
    const [here, there] = [await cast.login('changer'), await cast.login('changer')];
    const change = (password_: string, password1: string, password2: string) =>
      here.post('/v1/auth/password', { password: password_, password1, password2 });
    expect((await change('Wrong-2026', 'Another-2026', 'Another-2026')).body.error.fields).toHaveProperty('password');
    expect((await change(password, 'Another-2026', 'Different-1')).body.error.fields).toHaveProperty('password2');
    for (const weak of ['short1', 'onlyletters', '12345678', 'password123', password])
      expect((await change(password, weak, weak)).body.error.fields).toHaveProperty('password1');
    await ok(change(password, 'Another-2026', 'Another-2026'));
    expect((await here.get('/v1/user/config')).status).toBe(200);
    expect((await there.get('/v1/user/config')).status).toBe(401);
    expect((await cast.request('POST', '/v1/auth/login', { body: { name: 'changer', password } })).status).toBe(422);
    await ok(cast.request('POST', '/v1/auth/login', { body: { name: 'changer', password: 'Another-2026' } }));
  });
});

describe('a password that somebody else set (D7)', () => {
  const given = 'Given-2026';
  const signIn = (name: string, secret: string) =>
    ok(cast.request('POST', '/v1/auth/login', { body: { name, password: secret } }));
  const choose = (key: string, old: string, next: string) =>
    cast.request('POST', '/v1/auth/password', { key, body: { password: old, password1: next, password2: next } });
  const looks = async (key: string, language = 'en') => {
    const headers = { 'X-LANG': language };
    const { status, body } = await cast.request('GET', '/v1/user/config', { key, headers });
    return [status, body.code, body.title].filter((one) => one !== undefined);
  };

  it('opens nothing but the choice of another one, said in both languages; then everything', async () => {
    await ok(make(cast.customer, { name: 'fresh.sub', role_id: 5, password: given }));
    const { api_key: key, must_change_password } = await signIn('fresh.sub', given);
    expect(must_change_password).toBe(true);
    expect(await looks(key)).toEqual([403, 'password_due', 'Somebody else set your password: choose a new one first']);
    expect((await looks(key, 'zh'))[2]).toBe('您的密码由他人设置，请先修改密码');
    expect((await choose(key, given, given)).body.error.fields).toHaveProperty('password1');
    expect((await looks(key))[0]).toBe(403);
    await ok(choose(key, given, password));
    expect(await looks(key)).toEqual([200]);
    expect((await signIn('fresh.sub', password)).must_change_password).toBe(false);
  });

  it('is one again after an administrator’s edit, also for who holds a link of DingTalk', async () => {
    const { id } = await ok(make(cast.admin, { name: 'edited', role_id: 2 }));
    const key = (await cast.login('edited')).key;
    await ok(cast.admin.post(`/v1/user/${id}`, { nick_name: 'Edited' }));
    expect(await looks(key)).toEqual([200]);
    await ok(cast.admin.post(`/v1/user/${id}`, { password: given }));
    expect((await looks(key))[0]).toBe(401);
    const again = await signIn('edited', given);
    expect(again.must_change_password).toBe(true);
    const jump = { key: again.api_key, headers: { accept: 'application/json' } };
    // Public endpoints answer the restricted session as well; here that DingTalk is not configured.
    expect((await cast.request('GET', '/v1/oauth/jump/dingtalk?uri=/userinfo', jump)).body.code).toBe('oauth_off');
  });

  it('holds a salesman up before acting, and nobody who acts for its user', async () => {
    await ok(make(cast.admin, { name: 'fresh.buyer', role_id: 4, enterprise_id: cast.enterprise, password: given }));
    const { id } = (await ok(cast.admin.get('/v1/user/list?search=fresh.buyer'))).items[0];
    const acting = await ok(cast.sales.post(`/v1/auth/login/user/${id}`));
    expect([acting.must_change_password, ...(await looks(acting.api_key))]).toEqual([false, 200]);
    await ok(make(cast.admin, { name: 'fresh.sales', role_id: 3, password: given }));
    const { api_key: key } = await signIn('fresh.sales', given);
    const refused = await cast.request('POST', `/v1/auth/login/user/${id}`, { key });
    expect([refused.status, refused.body.code]).toEqual([403, 'password_due']);
  });
});

describe('sessions (B25)', () => {
  it('are listed, one’s own, and ended one by one', async () => {
    const [here, there] = [await cast.login('operations'), await cast.login('operations')];
    const { items } = await ok(here.get('/v1/session/list'));
    expect(items.filter((one: { current: boolean }) => one.current)).toHaveLength(1);
    const mine = items.find((one: { current: boolean }) => one.current).id;
    for (const { id } of items) if (id !== mine) await ok(here.delete(`/v1/session/${id}`));
    expect((await there.get('/v1/user/config')).status).toBe(401);
    expect((await ok(here.get('/v1/session/list'))).total).toBe(1);
    expect(JSON.stringify(items)).not.toMatch(/key/);
    await ok(here.delete(`/v1/session/${mine}`));
    expect((await here.get('/v1/user/config')).status).toBe(401);
  });

  it('begin with a sign-in that the audit tells with its actor (C10)', async () => {
    const sales = await cast.login('sales');
    const { items } = await ok(cast.admin.get('/v1/audit/list?search=login'));
    expect(items[0]).toMatchObject({ action: 'login', entity: 'user', entity_id: sales.id, actor: { id: sales.id } });
  });

  it('of acting are the salesman’s to end, and end with the salesman’s own (C12, R-CALL-02)', async () => {
    const sales = await cast.login('sales');
    const acting = await ok(sales.post(`/v1/auth/login/user/${cast.customer.id}`));
    const hat = client(cast.request, acting.api_key, cast.customer.id);
    const { nick_name } = await ok(sales.get(`/v1/user/${sales.id}`));
    expect(acting).toMatchObject({ role: 'Enterprise', behalf_id: sales.id, behalf_name: nick_name });
    expect(Date.parse(acting.acting_since)).toBeGreaterThan(0);
    expect(
      (await hat.post('/v1/auth/password', { password, password1: 'Another-2026', password2: 'Another-2026' })).status,
    ).toBe(422);
    expect((await hat.post(`/v1/auth/login/user/${cast.otherCustomer.id}`)).status).toBe(403);
    expect((await cast.customer.post(`/v1/auth/login/user/${sales.id}`)).status).toBe(403);
    const { items } = await ok(sales.get('/v1/session/list'));
    expect(items).toContainEqual(expect.objectContaining({ user: expect.objectContaining({ id: cast.customer.id }) }));
    const back = await ok(hat.post(`/v1/auth/login/user/${sales.id}`));
    expect([back.role, back.behalf_id, back.behalf_name, back.acting_since]).toEqual(['SalesMan', null, null, null]);
    expect((await hat.get('/v1/user/config')).status).toBe(401);
    const home = client(cast.request, back.api_key, sales.id);
    const again = await ok(home.post(`/v1/auth/login/user/${cast.customer.id}`));
    await ok(home.post('/v1/auth/logout'));
    expect((await cast.request('GET', '/v1/user/config', { key: again.api_key })).status).toBe(401);
  });
});

describe('saved views (B38)', () => {
  it('are kept for their user, changed and deleted, and nobody else sees them', async () => {
    const view = { screen: '/authorization/order', name: 'Waiting', query: '{"status":0}' };
    const { id } = await ok(cast.sales.post('/v1/saved_view', view));
    expect((await cast.sales.post('/v1/saved_view', view)).status).toBe(422);
    await ok(cast.otherSales.post('/v1/saved_view', view));
    await ok(cast.sales.post(`/v1/saved_view/${id}`, { name: 'Mine' }));
    expect((await ok(cast.sales.get('/v1/saved_view/list?filter_screen=/authorization/order'))).items).toMatchObject([
      { id, name: 'Mine' },
    ]);
    expect((await cast.otherSales.get(`/v1/saved_view/${id}`)).status).toBe(404);
    await ok(cast.sales.delete(`/v1/saved_view/${id}`));
    expect((await ok(cast.sales.get('/v1/saved_view/list'))).total).toBe(0);
  });

  it('belong to a list of a screen', async () => {
    const save = async (screen: unknown) =>
      (await cast.sales.post('/v1/saved_view', { screen, name: `View ${screen}`, query: '{}' })).status;
    const known = ['/authorization/order', '/authorization/order order', '/userinfo subscription'];
    expect(await Promise.all(known.map(save))).toEqual([200, 200, 200]);
    const others = [
      '/x',
      'order',
      '/authorization',
      '/authorization/order/7',
      '/authorization/order nothing',
      '/authorization/order order order',
      ' ',
      '<script>',
      '__proto__',
    ];
    expect(await Promise.all(others.map(save))).toEqual(others.map(() => 422));
    const found = await cast.sales.post('/v1/saved_view', { screen: '/x', name: 'Lost', query: '{}' });
    expect(Object.keys(found.body.error.fields)).toEqual(['screen']);
    const { items } = await ok(cast.sales.get('/v1/saved_view/list'));
    for (const { id } of items) await ok(cast.sales.delete(`/v1/saved_view/${id}`));
  });

  it('that are shared are read by those of the same role, or of the same enterprise, and changed by their owner alone', async () => {
    const shared = { screen: '/authorization/order order', name: 'Shared', query: '{}', is_shared: true };
    const readers = async (id: number) => {
      const all = {
        sales: cast.sales,
        otherSales: cast.otherSales,
        admin: cast.admin,
        customer: cast.customer,
        other: cast.otherCustomer,
      };
      const answers = Object.entries(all).map(async ([name, who]) =>
        (await who.get(`/v1/saved_view/${id}`)).status === 200 ? [name] : [],
      );
      return (await Promise.all(answers)).flat();
    };
    const { id } = await ok(cast.sales.post('/v1/saved_view', shared));
    expect(await readers(id)).toEqual(['sales', 'otherSales']);
    expect((await cast.otherSales.post(`/v1/saved_view/${id}`, { name: 'Taken' })).status).toBe(422);
    expect((await cast.otherSales.delete(`/v1/saved_view/${id}`)).status).toBe(422);
    await ok(cast.sales.post(`/v1/saved_view/${id}`, { is_shared: false }));
    expect(await readers(id)).toEqual(['sales']);
    const theirs = await ok(cast.customer.post('/v1/saved_view', shared));
    expect(await readers(theirs.id)).toEqual(['customer']);
    for (const [who, one] of [
      [cast.sales, id],
      [cast.customer, theirs.id],
    ] as const)
      await ok(who.delete(`/v1/saved_view/${one}`));
  });
});

describe('messages (R-CALL-84, R-CALL-85, R-CALL-86, R-CALL-87, R-NOTE-01)', () => {
  it('are marked and deleted by their reader, and by nobody else', async () => {
    for (const hosts of [1, 2, 3])
      await ok(
        cast.customer.post('/v1/order', {
          category_id: 1001,
          product_id: cast.productId,
          purchased: { hosts },
          params: { delivery_method: 'payment_after_delivery', is_stamp: false },
        }),
      );
    const unread = async (reader: Client) =>
      (await ok(reader.get('/v1/notification/list?filter_status=false&is_paginate=false'))).items;
    const first = await unread(cast.sales);
    expect(first).toHaveLength(3);
    expect(first[0]).toMatchObject({ module: 'order', uuid: expect.stringMatching(/^[0-9a-f-]{36}$/) });
    await ok(cast.otherSales.post('/v1/notification/update', { ids: [first[0].uuid] }));
    expect(await unread(cast.sales)).toHaveLength(3);
    await ok(cast.sales.post('/v1/notification/update', { ids: [first[0].uuid] }));
    expect(await unread(cast.sales)).toHaveLength(2);
    await ok(cast.otherSales.post('/v1/notification/delete/all'));
    await ok(cast.sales.post('/v1/notification/update/all'));
    expect([await unread(cast.sales), (await ok(cast.sales.get('/v1/notification/list'))).total]).toEqual([[], 3]);
    await ok(cast.sales.post('/v1/notification/delete/all'));
    expect((await ok(cast.sales.get('/v1/notification/list'))).total).toBe(0);
  });
});
