import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { Cast } from '../../support/cast.ts';
import { forAnyEngine } from '../../support/database.ts';
import { type Client, ok, password } from '../../support/product.ts';
import {
  type Directory,
  enterpriseSchema,
  refusalOf,
  startDirectory,
  startDirectoryWorld,
  userSchema,
} from './directory.ts';

/** SCIM 2.0: the users of a company directory (issue 35, section 5; RFC 7643, RFC 7644). */

forAnyEngine('a directory', (engine) => {
  let cast: Cast;
  let directory: Directory;
  beforeAll(async () => {
    ({ cast, directory } = await startDirectoryWorld(engine));
  }, 120_000);
  afterAll(() => cast.close());

  let serial = 0;
  function fresh(name: string): string {
    serial += 1;
    return `${name}.${serial}`;
  }
  async function salesman(values: object = {}) {
    const answer = await directory.create({ userName: fresh('person'), userType: 'SalesMan', ...values });
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    return answer.body;
  }
  const account = (id: string | number) => ok(cast.admin.get(`/v1/user/${id}`));
  const rowsOf = async (statement: string) => (await cast.database.executeSql(statement)).rows;
  const auditOf = (id: string) =>
    rowsOf(`select action, actor_id from audit where entity = 'user' and entity_id = ${id} order by id`);
  /** A person whom the console made, with a password. */
  async function person(role_id: number, more: object = {}): Promise<{ id: number; name: string }> {
    const name = fresh('known');
    return ok(cast.admin.post('/v1/user', { name, nick_name: name, role_id, password, ...more }));
  }
  /** A salesman who owns an enterprise. */
  async function owner(code: string) {
    const made = await person(3);
    const enterprise = await ok(cast.admin.post('/v1/enterprise', { name: code, code, sales_user_id: made.id }));
    return { ...made, enterprise: enterprise.id as number };
  }
  const forget = (name: string) => cast.request('POST', '/v1/auth/password/forgotten', { body: { account: name } });

  it('creates a user of the least role by default, in the enterprise that it names', async () => {
    const { status, body, headers } = await directory.create({
      userName: 'li.na',
      externalId: 'e-1',
      name: { givenName: 'Na', familyName: 'Li' },
      emails: [{ value: 'li.na@first.example', type: 'work', primary: true }],
      [enterpriseSchema]: { organization: 'first' },
    });
    expect(status, JSON.stringify(body)).toBe(201);
    expect(headers.get('location')).toBe(body.meta.location);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(body.meta.location).toMatch(new RegExp(`/scim/v2/Users/${body.id}$`));
    expect(body).toMatchObject({
      schemas: [userSchema, enterpriseSchema],
      userName: 'li.na',
      externalId: 'e-1',
      name: { givenName: 'Na', familyName: 'Li' },
      displayName: 'Na Li',
      active: true,
      emails: [{ value: 'li.na@first.example', type: 'work', primary: true }],
      userType: 'Subordinate',
      [enterpriseSchema]: { organization: 'FIRST' },
      meta: { resourceType: 'User', version: headers.get('etag') },
    });
    expect(await account(body.id)).toMatchObject({
      name: 'li.na',
      role: 'Subordinate',
      enterprise: { id: cast.enterprise },
      parent_id: null,
      params: { liaison_mail: 'li.na@first.example' },
    });
    expect((await auditOf(body.id)).map(({ action, actor_id }) => [action, actor_id])).toEqual([
      ['create', directory.user],
      ['link_directory', directory.user],
    ]);
    const [row] = await rowsOf(`select password_hash, must_change_password from users where id = ${body.id}`);
    expect(row).toEqual({ password_hash: null, must_change_password: false });
    expect((await directory.get(`/Users/${body.id}`)).body).toEqual(body);
  });

  it('gives an enterprise user to the salesman of the enterprise', async () => {
    const values = { userName: fresh('buyer'), userType: 'enterprise', [enterpriseSchema]: { organization: 'FIRST' } };
    const { body } = await directory.create(values);
    expect(await account(body.id)).toMatchObject({ role: 'Enterprise', parent_id: cast.sales.id });
  });

  it('is refused, with a sentence that says the cure, what no user can be', async () => {
    const cases: [values: object, type: string, cure: RegExp, status?: number][] = [
      [{ userType: 'SuperAdmin' }, 'invalidValue', /create them in the console/],
      [{ userType: 'Boss' }, 'invalidValue', /SalesMan, Enterprise or Subordinate/],
      [{}, 'invalidValue', /send its code as organization/],
      [{ userType: 'Enterprise' }, 'invalidValue', /send its code as organization/],
      [{ [enterpriseSchema]: { organization: 'NONE' } }, 'invalidValue', /No enterprise has the code NONE/],
      [{ userName: '' }, 'invalidValue', /userName is missing/],
      [{ userName: null }, 'invalidValue', /userName is missing/],
      [{ userName: 12 }, 'invalidValue', /userName has the wrong type/],
      [{ userName: 'x'.repeat(257) }, 'invalidValue', /^userName: /],
      [{ userName: 'new\nline' }, 'invalidValue', /^userName: /],
      [{ userType: 'SalesMan', externalId: 'x'.repeat(257) }, 'invalidValue', /^externalId: /],
      [{ userType: 'SalesMan', name: 'Li Na' }, 'invalidValue', /name has the wrong type/],
      [{ userType: 'SalesMan', name: { givenName: 7 } }, 'invalidValue', /name.givenName has the wrong type/],
      [{ userType: 'SalesMan', displayName: 'x'.repeat(51) }, 'invalidValue', /^displayName: /],
      [{ userType: 'SalesMan', active: 'perhaps' }, 'invalidValue', /active has the wrong type/],
      [{ userType: 'SalesMan', emails: [{ value: 'no address' }] }, 'invalidValue', /^emails: /],
      [{ userType: 'SalesMan', emails: [{ value: 5 }] }, 'invalidValue', /emails.value has the wrong type/],
      [{ userType: 'SalesMan', phoneNumbers: [{ value: 'no number' }] }, 'invalidValue', /^phoneNumbers: /],
      [{ userType: 'SalesMan', userName: 'sales' }, 'uniqueness', /find that user with a filter/, 409],
      [{ userType: 'SalesMan', userName: 'SALES' }, 'uniqueness', /find that user with a filter/, 409],
      [{ userType: 'SalesMan', userName: 'saIes' }, 'uniqueness', /^userName: .*too similar/, 409],
      [{ userType: 'SalesMan', userName: 'admin' }, 'uniqueness', /^userName: /, 409],
    ];
    const [{ count }] = (await rowsOf('select count(*)::int as count from users')) as [{ count: number }];
    for (const [values, type, cure, status = 400] of cases) {
      const answer = await directory.create({ userName: fresh('refused'), ...values });
      expect([...refusalOf(answer), answer.body.detail], JSON.stringify(values)).toEqual([
        status,
        type,
        expect.stringMatching(cure),
      ]);
    }
    expect((await rowsOf('select count(*)::int as count from users'))[0]).toEqual({ count });
  });

  it('says its refusals in the language of the request', async () => {
    const body = { userName: fresh('refused'), userType: 'Boss' };
    const { body: refused } = await directory.send('POST', '/Users', body, { 'X-LANG': 'zh' });
    expect(refused.detail).toContain('没有名为 Boss 的角色');
  });

  it('may give names that are no login names here: the account gets one that is made of it', async () => {
    const userName = `anna-maria.of.the.long.names.${fresh('x')}@company.example`;
    const made = await salesman({ userName });
    expect(made.userName).toBe(userName);
    expect((await account(made.id)).name).toBe('anna-maria.of.the.long.n');
    expect((await directory.find(`userName eq "${userName.toUpperCase()}"`)).map(({ id }) => id)).toEqual([made.id]);
    expect(refusalOf(await directory.create({ userName, userType: 'SalesMan' }))).toEqual([409, 'uniqueness']);
    const other = await salesman({ userName: `anna-maria.of.the.long.names.${fresh('y')}@company.example` });
    expect((await account(other.id)).name).toBe('anna-maria.of.the.long.n.2');
  });

  it('are stored as every other text, and found however they are written', async () => {
    const name = fresh('Zoe\u0308');
    const sent = {
      schemas: [userSchema, enterpriseSchema],
      userName: `${name}\u200b\u00a0 Li`,
      name: { givenName: ' Zoe\u0308 ', familyName: 'Li\u00ad' },
      userType: 'ＳｕｂＯｒｄｉｎａｔｅ',
      [enterpriseSchema]: { organization: 'ＦＩＲＳＴ\u00a0' },
    };
    const { status, body } = await directory.create(sent);
    expect(status, JSON.stringify(body)).toBe(201);
    const stored = { userName: `${name} Li`.normalize('NFC'), name: { givenName: 'Zoë', familyName: 'Li' } };
    expect(body).toMatchObject(stored);
    // What was accepted once is accepted again, and changes nothing.
    const again = await directory.send('PUT', `/Users/${body.id}`, sent);
    expect([again.status, again.body.meta?.version]).toEqual([200, body.meta.version]);
  });

  it('gives an externalId once, and another directory may give the same', async () => {
    const externalId = fresh('external');
    const made = await salesman({ externalId });
    const twice = { userName: fresh('person'), userType: 'SalesMan', externalId };
    expect(refusalOf(await directory.create(twice))).toEqual([409, 'uniqueness']);
    const second = await startDirectory(cast);
    expect((await second.create({ ...twice, userName: fresh('other') })).status).toBe(201);
    const seen = await second.get(`/Users/${made.id}`);
    expect(seen.body.externalId).toBeUndefined();
    expect((await directory.find(`externalId eq "${externalId}"`)).map(({ id }) => id)).toEqual([made.id]);
  });

  it('signs a person out everywhere at once by deactivating them, and lets them in again by activating them', async () => {
    const { id, name } = await person(2, { params: { liaison_mail: 'known@mail.example' } });
    const theirs = await cast.login(name);
    await cast.database.executeSql(`insert into account_ticket (kind, user_id, token_hash, code_mac, created_at, expires_at)
      values ('reset', ${id}, 'hash-of-${id}', 'mac', now(), now() + interval '1 hour')`);
    expect((await theirs.get(`/v1/user/${id}`)).status).toBe(200);
    expect((await directory.patch(String(id), { op: 'replace', path: 'active', value: false })).body).toMatchObject({
      active: false,
      userName: name,
    });
    expect((await theirs.get(`/v1/user/${id}`)).status).toBe(401);
    const refused = await cast.request('POST', '/v1/auth/login', { body: { name, password } });
    expect([refused.status, refused.body.code]).toEqual([422, 'deactivated']);
    const wrong = await cast.request('POST', '/v1/auth/login', { body: { name, password: 'Wrong-2026' } });
    expect(wrong.body.code).toBe('login_failed');
    expect(await rowsOf(`select used_at is not null as used from account_ticket where user_id = ${id}`)).toEqual([
      { used: true },
    ]);
    expect(await account(id)).toMatchObject({ active: false });
    expect((await directory.find('active eq false')).map((one) => one.id)).toEqual([String(id)]);
    await directory.patch(String(id), { op: 'replace', path: 'active', value: true });
    expect((await theirs.get(`/v1/user/${id}`)).status).toBe(401);
    expect((await cast.login(name)).id).toBe(id);
    const actions = (await auditOf(String(id))).map(({ action }) => action);
    expect(actions.filter((one) => String(one).endsWith('activate'))).toEqual(['deactivate', 'reactivate']);
  });

  it('does what an administrator may do in the console: deactivate and activate', async () => {
    const { id, name } = await person(2);
    const theirs = await cast.login(name);
    const call = (client: Client, step: string, to: number = id) => client.post(`/v1/user/${step}/${to}`);
    expect((await call(theirs, 'deactivate')).body.code).toBe('oneself');
    expect((await call(cast.sales, 'deactivate')).status).toBe(403);
    expect((await call(cast.admin, 'deactivate', cast.admin.id)).body.title).toMatch(/delete the user instead/);
    expect((await ok(call(cast.operations, 'deactivate'))).active).toBe(false);
    expect((await theirs.get(`/v1/user/${id}`)).status).toBe(401);
    expect((await directory.get(`/Users/${id}`)).body.active).toBe(false);
    expect((await call(cast.operations, 'deactivate')).status).toBe(422);
    expect((await ok(call(cast.operations, 'reactivate'))).active).toBe(true);
    expect((await call(cast.operations, 'reactivate')).status).toBe(422);
    expect((await cast.login(name)).id).toBe(id);
  });

  it('ends the acting of a salesman whom it deactivates', async () => {
    const { id, name, enterprise } = await owner('ACTING');
    const buyer = await person(4, { enterprise_id: enterprise });
    const salesmanKey = await cast.login(name);
    const acting = await ok(salesmanKey.post(`/v1/auth/login/user/${buyer.id}`));
    const read = () => cast.request('GET', '/v1/order/list', { key: acting.api_key });
    expect((await read()).status).toBe(200);
    await directory.patch(String(id), { op: 'replace', value: { active: false } });
    expect((await read()).status).toBe(401);
  });

  it('sends no mail to people whom it deactivated', async () => {
    const gone = await person(2, { params: { liaison_mail: 'gone@mail.example' } });
    const here = await person(2, { params: { liaison_mail: 'here@mail.example' } });
    await directory.patch(String(gone.id), { op: 'replace', path: 'active', value: 'False' });
    for (const { name } of [gone, here]) expect((await forget(name)).status).toBe(200);
    await vi.waitFor(() => expect(cast.mails.map(({ to }) => to)).toContain('here@mail.example'), 10_000);
    expect(await rowsOf(`select id from mail where user_id = ${gone.id}`)).toEqual([]);
  });

  it('adopts an account: it finds it by its name, then changes it', async () => {
    const { id, name } = await person(2, { phone: '+86 137 0000 0000' });
    const [found] = await directory.find(`userName eq "${name}"`);
    expect(found).toMatchObject({ id: String(id), userName: name, userType: 'GeneralAdmin', active: true });
    expect(found.externalId).toBeUndefined();
    const adopted = await directory.patch(found.id, { op: 'add', path: 'externalId', value: 'adopted-1' });
    expect(adopted.body).toMatchObject({ id: String(id), externalId: 'adopted-1', userName: name });
    // What a directory does not send stays as it is.
    const put = { schemas: [userSchema], userName: `${name}@company.example`, externalId: 'adopted-1' };
    const { status, body } = await directory.send('PUT', `/Users/${id}`, put);
    expect([status, body.userName, body.phoneNumbers]).toEqual([
      200,
      put.userName,
      [{ value: '+86 137 0000 0000', type: 'work', primary: true }],
    ]);
    expect((await account(id)).name).toBe(name);
    expect(await directory.find(`userName eq "${name}"`)).toEqual([]);
    expect((await cast.login(name)).id).toBe(id);
  });

  it('changes neither the role nor the enterprise of a user', async () => {
    const { id, userName } = await salesman();
    const put = (more: object) => directory.send('PUT', `/Users/${id}`, { schemas: [userSchema], userName, ...more });
    expect(refusalOf(await put({ userType: 'GeneralAdmin' }))).toEqual([400, 'mutability']);
    expect((await put({ userType: 'salesman', [enterpriseSchema]: { organization: 'Vendor Ltd' } })).status).toBe(200);
    const created = await directory.create({ userName: fresh('sub'), [enterpriseSchema]: { organization: 'FIRST' } });
    const path = `${enterpriseSchema}:organization`;
    expect(refusalOf(await directory.patch(created.body.id, { op: 'replace', path, value: 'SECOND' }))).toEqual([
      400,
      'mutability',
    ]);
    expect(refusalOf(await directory.patch(created.body.id, { op: 'remove', path }))).toEqual([400, 'mutability']);
    expect(refusalOf(await directory.patch(id, { op: 'remove', path: 'userName' }))).toEqual([400, 'mutability']);
    expect(refusalOf(await directory.patch(id, { op: 'replace', path: 'id', value: '1' }))).toEqual([
      400,
      'mutability',
    ]);
  });

  it('never changes the mail address of a user with a password, who could lose the account by it', async () => {
    const { id } = await person(2, { params: { liaison_mail: 'own@mail.example' } });
    const change = { op: 'replace', path: 'emails[type eq "work"].value', value: 'other@mail.example' };
    const { status, body } = await directory.patch(String(id), change);
    expect([status, body.emails[0].value]).toEqual([200, 'own@mail.example']);
    const made = await salesman();
    expect((await directory.patch(made.id, change)).body.emails[0].value).toBe('other@mail.example');
    expect((await directory.patch(made.id, { op: 'remove', path: 'emails' })).body.emails).toBeUndefined();
  });

  it('deletes a user as the console does, and may create one of the same name', async () => {
    const made = await salesman({ userName: fresh('leaver'), externalId: fresh('left') });
    expect((await directory.send('DELETE', `/Users/${made.id}`)).status).toBe(204);
    for (const [method, body] of [['GET'], ['DELETE'], ['PUT', { userName: made.userName }]] as const)
      expect((await directory.send(method, `/Users/${made.id}`, body)).status, method).toBe(404);
    expect(await directory.find(`userName eq "${made.userName}"`)).toEqual([]);
    expect((await cast.admin.get(`/v1/user/${made.id}`)).status).toBe(404);
    const again = await salesman({ userName: made.userName, externalId: made.externalId });
    expect(again.id).not.toBe(made.id);
    expect((await account(again.id)).name).toBe(made.userName);
  });

  it('deletes a user whose record others need by ending all access, and may create one of the same name', async () => {
    const { id, name } = await person(3);
    await ok(cast.admin.post('/v1/user_product', { user_id: id, product_id: cast.productId }));
    const theirs = await cast.login(name);
    expect((await directory.send('DELETE', `/Users/${id}`)).status).toBe(204);
    expect((await theirs.get('/v1/order/list')).status).toBe(401);
    expect((await directory.get(`/Users/${id}`)).status).toBe(404);
    expect(await directory.find(`userName eq "${name}"`)).toEqual([]);
    expect(await directory.find(`id eq "${id}"`)).toEqual([]);
    expect(await account(id)).toMatchObject({ name, active: false });
    const again = await directory.create({ userName: name, userType: 'SalesMan' });
    expect([again.status, again.body.userName]).toEqual([201, name]);
    expect(again.body.id).not.toBe(String(id));
    expect((await account(again.body.id)).name).toBe(`${name}.2`);
    expect((await auditOf(String(id))).map(({ action }) => action)).toContain('leave_directory');
  });

  it('finds a user by the externalId as it sent it, in every form of writing (issue 33)', async () => {
    const sent = ' Cafe\u0301\u00a0 \u200bX ';
    const made = await salesman({ externalId: sent });
    expect(made.externalId).toBe('Café X');
    for (const written of [sent, 'Café X', 'Cafe\u0301 X'])
      expect([written, (await directory.find(`externalId eq "${written}"`)).map(({ id }) => id)]).toEqual([
        written,
        [made.id],
      ]);
    // Its case counts (RFC 7643, 3.1).
    expect(await directory.find('externalId eq "café x"')).toEqual([]);
  });

  it('takes a text of which nothing is shown for none (issue 33)', async () => {
    const blank = { externalId: '\u200b', displayName: '\u2060', name: { givenName: ' \u00ad', familyName: '' } };
    for (const made of [await salesman(blank), await salesman(blank)]) {
      expect(made).toMatchObject({ displayName: made.userName });
      expect(made).not.toHaveProperty('externalId');
      expect(made).not.toHaveProperty('name');
    }
    const nameless = await directory.create({ userName: '\u200b', userType: 'SalesMan' });
    expect(refusalOf(nameless)).toEqual([400, 'invalidValue']);
  });

  it('changes a user only in the version that it saw', async () => {
    const made = await salesman();
    const { version } = made.meta;
    const rename = (displayName: string, headers: object) =>
      directory.send('PUT', `/Users/${made.id}`, { userName: made.userName, displayName }, { ...headers });
    const renamed = await rename('First', { 'If-Match': version });
    expect([renamed.status, renamed.body.displayName]).toEqual([200, 'First']);
    expect(renamed.body.meta.version).not.toBe(version);
    expect(renamed.headers.get('etag')).toBe(renamed.body.meta.version);
    expect((await rename('Second', { 'If-Match': version })).status).toBe(412);
    expect((await rename('Third', { 'If-Match': '*' })).status).toBe(200);
    expect((await directory.send('DELETE', `/Users/${made.id}`, undefined, { 'If-Match': version })).status).toBe(412);
    const { headers } = await directory.get(`/Users/${made.id}`);
    const same = await directory.get(`/Users/${made.id}`, { 'If-None-Match': headers.get('etag') ?? '' });
    expect(same.status).toBe(304);
    const etag = headers.get('etag') ?? '';
    for (const [known, status] of [
      [`"other", ${etag}`, 304],
      [etag.replace('W/', ''), 304],
      ['*', 304],
      ['"*"', 200],
      ['"other"', 200],
    ] as const)
      expect([known, (await directory.get(`/Users/${made.id}`, { 'If-None-Match': known })).status]).toEqual([
        known,
        status,
      ]);
    expect((await rename('Fourth', { 'If-Match': '"*"' })).status).toBe(412);
    // What only the directory knows makes another version, too.
    const named = await directory.patch(made.id, { op: 'replace', path: 'name.givenName', value: 'Na' });
    expect(named.body.meta.version).not.toBe(headers.get('etag'));
    expect((await directory.patch(made.id, { op: 'replace', path: 'name.givenName', value: 'Na' })).body.meta).toEqual(
      named.body.meta,
    );
  });

  it('creates two users of one name or one externalId only once, though it asks at the same time', async () => {
    const userName = fresh('twin');
    const values = { userName, userType: 'SalesMan' };
    const answers = await Promise.all([1, 2, 3].map(() => directory.create(values)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    const externalId = fresh('twins');
    const others = await Promise.all(
      ['a', 'b', 'c'].map((end) =>
        directory.create({ userName: `${userName}${end}x`, userType: 'SalesMan', externalId }),
      ),
    );
    expect(others.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  });
});
