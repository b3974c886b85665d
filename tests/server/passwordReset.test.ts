import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Cast, startCast } from '../support/cast.ts';
import { forAnyEngine } from '../support/database.ts';
import { parsed } from '../support/mailPage.ts';
import { client, ok, password } from '../support/product.ts';
import { recordStatements, withStatements } from '../support/statements.ts';

/** A forgotten password and an invitation (issue 35, section 3; E5). */

const chosen = 'Chosen-2026';
let cast: Cast;
let networks = 0;
/** An address without earlier requests. */
const elsewhere = () => {
  networks += 1;
  return `10.9.${networks >> 8}.${networks & 255}`;
};

const post = (path: string, body: object, address = elsewhere(), language = 'en') =>
  cast.request('POST', `/v1/auth/${path}`, { body, address, headers: { 'X-LANG': language } });
const forget = (account: string, address?: string, language?: string) =>
  post('password/forgotten', { account }, address, language);
const check = (token: string) => post('password/link', { token });
const reset = (by: object, password1 = chosen, password2 = password1) =>
  post('password/reset', { ...by, password1, password2 });
const signIn = (name: string, secret: string, address?: string) => post('login', { name, password: secret }, address);
const titleOf = ({ status, body }: { status: number; body: { title: string } }) => [status, body.title];

interface LinkMail {
  subject: string;
  text: string;
  html: string;
  token: string;
  code: string;
}

/** The mails of links to an address, the oldest first. */
const mailsTo = (address: string): LinkMail[] =>
  cast.mails
    .filter(({ to }) => to === address)
    .map(({ subject, text, html }) => ({
      subject,
      text,
      html,
      token: /\/set_password#([\w-]{43})/.exec(text)?.[1] ?? '',
      code: /([0-9A-Z]{4}-[0-9A-Z]{4})/.exec(text)?.[1] ?? '',
    }));

/** Waits until this many mails of links have come to the address. */
const linkMail = async (address: string, count = 1): Promise<LinkMail> => {
  await expect.poll(() => mailsTo(address).length).toBe(count);
  return mailsTo(address)[count - 1] as LinkMail;
};

/** Waits until the jobs of all requests so far have ended. */
const jobsEnded = () =>
  expect
    .poll(async () => Number((await cast.database.executeSql('select count(*) as n from job')).rows[0]?.['n']))
    .toBe(0);

let serial = 0;
/** A new user with a mail address. */
const person = async (more: object = {}) => {
  serial += 1;
  const name = `person.${serial}`;
  const address = `person${serial}@mail.example`;
  const body = {
    name,
    nick_name: `Person ${serial}`,
    role_id: 2,
    password,
    params: { liaison_mail: address },
    ...more,
  };
  const { id } = await ok(cast.admin.post('/v1/user', body));
  return { id: id as number, name, address };
};

const auditOf = async (action: string, id?: number) =>
  (await ok(cast.admin.get(`/v1/audit/list?filter_action=${action}&per_page=100`))).items.filter(
    (one: { entity_id: number }) => id === undefined || one.entity_id === id,
  );

forAnyEngine('a forgotten password', (engine) => {
  beforeAll(async () => {
    cast = await startCast(engine, {}, { PUBLIC_URL: 'https://licences.example' });
  });
  afterAll(() => cast.close());

  it('is replaced by a link, once; other sessions end, and the new password signs in', async () => {
    const { id, name, address } = await person();
    const there = await cast.login(name);
    expect(await ok(forget(name))).toEqual({ success: true });
    const { token, subject, html } = await linkMail(address);
    expect(subject).toBe('Reset your password');
    expect([...parsed(html).querySelectorAll('a')].map(({ href }) => href)).toEqual([
      `https://licences.example/set_password#${token}`,
    ]);
    // However often a scanner opens the page or the page checks the link, it stays valid.
    for (let round = 0; round < 3; round += 1)
      expect(await ok(check(token))).toMatchObject({ name, invitation: false });
    expect((await there.get('/v1/user/config')).status).toBe(200);
    expect(await ok(reset({ token }))).toEqual({ success: true });
    expect((await there.get('/v1/user/config')).status).toBe(401);
    expect((await signIn(name, password)).body.code).toBe('login_failed');
    expect((await ok(signIn(name, chosen))).must_change_password).toBe(false);
    const ended = [422, 'This link is incomplete, was used already or has expired: ask for a new one'];
    expect(titleOf(await check(token))).toEqual(ended);
    expect(titleOf(await reset({ token }, 'Another-2026'))).toEqual(ended);
    expect(await auditOf('reset_password', id)).toMatchObject([{ actor: { id }, result: 'done' }]);
  });

  it('is replaced by the short code as well, in the language of the account, by name or by mail address', async () => {
    const { name, address } = await person();
    await ok((await cast.login(name)).post('/v1/user/update_config', { language: 'zh-CN' }));
    await ok(forget(address.toUpperCase()));
    const { subject, text, code, token } = await linkMail(address);
    expect(subject).toBe('重置密码');
    expect(text).toContain(`用户名：${name}`);
    const wrong = await reset({ account: name, code: '0000-0000' });
    expect([wrong.status, wrong.body.error.fields]).toEqual([
      422,
      { code: ['The code is wrong, was used already or has expired: check it, or ask for a new e-mail'] },
    ]);
    await ok(reset({ account: address, code: ` ${code.toLowerCase().replace('-', ' ')} ` }));
    await ok(signIn(name, chosen));
    expect((await check(token)).status).toBe(422);
    expect((await reset({ account: name, code })).status).toBe(422);
  });

  it('answers the same for each account, and mails only a person who has a password and may sign in', async () => {
    const without = await person({ params: {} });
    const managed = await person({
      role_id: 4,
      enterprise_id: cast.enterprise,
      params: { liaison_mail: 'managed@mail.example', tutelage: true },
    });
    const removed = await person();
    await ok(cast.admin.delete(`/v1/user/${removed.id}`));
    const dingtalk = await person();
    await cast.database.executeSql(`update users set password_hash = null where id = ${dingtalk.id}`);
    await ok(cast.admin.post('/v1/service_account', { name: 'Robot', role: 'GeneralAdmin' }));
    const robot = (await cast.database.executeSql("select name from users where kind = 'service' limit 1")).rows[0];
    await cast.database.executeSql(
      `update users set params = '{"liaison_mail": "robot@mail.example"}', password_hash = 'x' where kind = 'service'`,
    );
    const before = cast.mails.length;
    const names = [without.name, managed.name, removed.name, removed.address, dingtalk.name, String(robot?.['name'])];
    for (const account of [...names, 'nobody.at.all', 'nobody@mail.example', 'robot@mail.example'])
      expect(await ok(forget(account))).toEqual({ success: true });
    await jobsEnded();
    expect(cast.mails.slice(before).map(({ to }) => to)).toEqual([]);
  });

  it('follows the rule for passwords, without using up the link', async () => {
    const { name, address } = await person();
    await ok(forget(name));
    const { token } = await linkMail(address);
    const fieldsOf = async (...given: [string, string?]) => (await reset({ token }, ...given)).body.error.fields;
    expect(await fieldsOf(chosen, '')).toEqual({ password2: ['Please enter the new password again'] });
    expect(await fieldsOf(chosen, 'Other-2026')).toEqual({ password2: ['The repeated password is not right'] });
    for (const weak of ['short1', 'onlyletters', '12345678', 'password123'])
      expect(await fieldsOf(weak)).toHaveProperty('password1');
    expect(await fieldsOf(password)).toEqual({ password1: ['The new password must differ from the old one'] });
    await ok(reset({ token }));
  });

  it.each([
    ['unknown', async () => 'A'.repeat(43)],
    ['cut short', async (token: string) => token.slice(0, 20)],
    [
      'expired',
      async (token: string) => {
        await cast.database.executeSql(`update account_ticket set expires_at = now() - interval '1 second'`);
        return token;
      },
    ],
  ])('refuses a link that is %s, with the way to a new one in both languages', async (_, spoil) => {
    const { name, address } = await person();
    await ok(forget(name));
    const token = await spoil((await linkMail(address)).token);
    expect(titleOf(await reset({ token }))).toEqual([
      422,
      'This link is incomplete, was used already or has expired: ask for a new one',
    ]);
    const zh = await post('password/link', { token }, undefined, 'zh');
    expect(titleOf(zh)).toEqual([422, '该链接不完整、已使用或已过期，请重新获取']);
    await ok(signIn(name, password));
  });

  it('has a link for half an hour', async () => {
    const { name, address } = await person();
    await ok(forget(name));
    const { expires_at } = await ok(check((await linkMail(address)).token));
    const minutes = (Date.parse(expires_at) - Date.now()) / 60_000;
    expect(minutes).toBeGreaterThan(28);
    expect(minutes).toBeLessThanOrEqual(30);
  });

  it('loses its links with a new password, another address, or the account', async () => {
    const spoil: readonly ((id: number, name: string) => Promise<unknown>)[] = [
      (id) => ok(cast.admin.post(`/v1/user/${id}`, { password: 'Given-2026' })),
      (id) => ok(cast.admin.post(`/v1/user/${id}`, { params: { liaison_mail: 'other@mail.example' } })),
      (id) => ok(cast.admin.delete(`/v1/user/${id}`)),
      async (_, name) =>
        ok(
          (await cast.login(name)).post('/v1/auth/password', {
            password,
            password1: 'Own-2026-x',
            password2: 'Own-2026-x',
          }),
        ),
    ];
    for (const change of spoil) {
      const { id, name, address } = await person();
      await ok(forget(name));
      const { token } = await linkMail(address);
      await change(id, name);
      expect((await check(token)).status).toBe(422);
      expect((await reset({ token })).status).toBe(422);
    }
  });

  it('keeps no token: neither in a table, nor in a list, nor in the audit', async () => {
    const { name, address } = await person();
    await ok(forget(name));
    const { token, code } = await linkMail(address);
    await jobsEnded();
    const { rows: tables } = await cast.database.executeSql(
      `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
    );
    for (const { name: table } of tables as { name: string }[]) {
      const { rows } = await cast.database.executeSql(`select count(*) as n from ${table} t
        where t::text like '%${token}%' or t::text like '%${code}%' or t::text like '%${code.replace('-', '')}%'`);
      expect([table, Number(rows[0]?.['n'])]).toEqual([table, 0]);
    }
    await ok(reset({ token }));
    const seen = JSON.stringify((await ok(cast.admin.get('/v1/audit/list?is_paginate=false'))).items);
    expect(seen).not.toContain(token);
    expect(seen).not.toContain(chosen);
  });

  it('gets a mail at most five times an hour, and each network twenty answers', async () => {
    const { name, address } = await person();
    for (let round = 0; round < 8; round += 1) {
      await ok(forget(name));
      await jobsEnded();
    }
    expect(mailsTo(address)).toHaveLength(5);
    const network = elsewhere();
    for (let round = 0; round < 20; round += 1) await ok(forget('nobody.at.all', network));
    expect((await forget('nobody.at.all', network)).status).toBe(429);
    expect((await forget('nobody.at.all')).status).toBe(200);
  });

  it('counts guesses at the code as those at a password, for known and unknown accounts alike', async () => {
    const { name, address } = await person();
    await ok(forget(name));
    const { code, token } = await linkMail(address);
    for (const account of [name, 'nobody.at.all']) {
      const network = elsewhere();
      const guess = (typed: string) =>
        post('password/reset', { account, code: typed, password1: chosen, password2: chosen }, network);
      const answers = [];
      for (let at = 0; at < 7; at += 1) answers.push((await guess(`0000-000${at}`)).body.code);
      expect(answers.filter((one) => one === 'login_locked').length).toBe(2);
      if (account === name) expect((await guess(code)).body.error.fields).toHaveProperty('code');
    }
    // A right link clears the wrong passwords of its user from that network.
    const network = elsewhere();
    for (let at = 0; at < 6; at += 1) await signIn(name, `Guess-${at}x`, network);
    expect((await signIn(name, password, network)).body.code).toBe('login_locked');
    await ok(post('password/reset', { token, password1: chosen, password2: chosen }, network));
    await ok(signIn(name, chosen, network));
  });

  it('is not reached by whoever may not set a password: a token, or a salesman who acts', async () => {
    const { id: account_id } = await ok(cast.admin.post('/v1/service_account', { name: 'Desk', role: 'GeneralAdmin' }));
    const { token } = await ok(cast.admin.post('/v1/service_token', { account_id, name: 'Desk', scopes: ['user:*'] }));
    const { id } = await person();
    const robot = client(cast.request, token, 0);
    const changed = await robot.post(`/v1/user/${id}`, { params: { liaison_mail: 'thief@mail.example' } });
    expect([changed.status, Object.keys(changed.body.error.fields)]).toEqual([422, ['params.liaison_mail']]);
    await ok(robot.post(`/v1/user/${id}`, { params: { comment: 'A comment' } }));
    const invited = await robot.post('/v1/user', {
      name: 'by.robot',
      nick_name: 'By robot',
      role_id: 2,
      invite: true,
      params: { liaison_mail: 'thief@mail.example' },
    });
    expect([invited.status, Object.keys(invited.body.error.fields)]).toEqual([422, ['invite']]);
    const acting = await ok(cast.sales.post(`/v1/auth/login/user/${cast.customer.id}`));
    const buyer = client(cast.request, acting.api_key, cast.customer.id);
    const own = await buyer.post(`/v1/user/${cast.customer.id}`, { params: { liaison_mail: 'thief@mail.example' } });
    expect([own.status, Object.keys(own.body.error.fields)]).toEqual([422, ['params.liaison_mail']]);
  });
});

describe('an invitation', () => {
  beforeAll(async () => {
    cast = await startCast('pglite');
  });
  afterAll(() => cast.close());

  const invite = async (more: object = {}) => {
    serial += 1;
    const [name, address] = [`invited.${serial}`, `invited${serial}@mail.example`];
    const body = {
      name,
      nick_name: 'New Colleague',
      role_id: 2,
      invite: true,
      params: { liaison_mail: address },
      ...more,
    };
    return { name, address, answer: await cast.admin.post('/v1/user', body) };
  };

  it('takes the place of a password: the person chooses one, and signs in', async () => {
    const { name, address, answer } = await invite();
    const { id, invited } = await ok(Promise.resolve(answer));
    expect(invited).toBe(true);
    const { token, subject, text } = await linkMail(address);
    expect(subject).toBe('You are invited');
    expect(text).toContain('Admin has created an account for you.');
    expect(await ok(check(token))).toMatchObject({ name, invitation: true });
    const days = (Date.parse((await ok(check(token))).expires_at) - Date.now()) / 86_400_000;
    expect(Math.round(days)).toBe(7);
    expect((await signIn(name, chosen)).status).toBe(422);
    await ok(reset({ token }));
    expect((await ok(signIn(name, chosen))).must_change_password).toBe(false);
    expect((await ok(cast.admin.get(`/v1/user/${id}`))).invited).toBe(false);
    expect(await auditOf('accept_invitation', id)).toHaveLength(1);
    expect(titleOf(await reset({ token }))).toEqual([
      422,
      'This invitation was used already or has expired: sign in, or ask the person who invited you to send it again',
    ]);
    expect((await cast.admin.post(`/v1/user/invite/${id}`)).body.title).toBe('This user has chosen a password already');
  });

  it('is sent again, which ends the earlier link; a typed password ends it too', async () => {
    const { name, address, answer } = await invite();
    const { id } = answer.body;
    const first = await linkMail(address);
    await ok(cast.admin.post(`/v1/user/invite/${id}`));
    const second = await linkMail(address, 2);
    expect((await check(first.token)).status).toBe(422);
    expect((await check(second.token)).status).toBe(200);
    expect(await auditOf('invite', id)).toHaveLength(1);
    await ok(cast.admin.post(`/v1/user/${id}`, { password: 'Given-2026' }));
    expect((await check(second.token)).status).toBe(422);
    expect((await ok(signIn(name, 'Given-2026'))).must_change_password).toBe(true);
  });

  it('needs a mail address; without one, or without a choice, a password is needed as before', async () => {
    const { answer } = await invite({ params: {} });
    expect([answer.status, answer.body.error.fields]).toEqual([
      422,
      { 'params.liaison_mail': ['The current item cannot be empty'] },
    ]);
    const plain = await invite({ invite: false });
    expect(plain.answer.body.error.fields).toEqual({ password: ['The current item cannot be empty'] });
    const left = await cast.admin.post('/v1/user', { name: 'no.choice', nick_name: 'No', role_id: 2 });
    expect(left.body.error.fields).toEqual({ password: ['The current item cannot be empty'] });
    const managed = await invite({
      role_id: 4,
      enterprise_id: cast.enterprise,
      params: { liaison_mail: 'managed@mail.example', tutelage: true },
    });
    expect(managed.answer.status).toBe(422);
  });
});

describe('the answer to who forgot a password, on PostgreSQL', () => {
  beforeAll(async () => {
    // Without jobs, the statements of a request are those that its answer waits for.
    cast = await startCast('postgres', { withoutWorkers: true });
    recordStatements();
  });
  afterAll(async () => {
    vi.restoreAllMocks();
    await cast.close();
  });

  it('waits for the same work whether there is such an account or not (E5)', async () => {
    const { name, address } = await person();
    const workFor = async (account: string) => {
      const { statements } = await withStatements(() => ok(forget(account)));
      return statements.map(({ text }) => text);
    };
    await workFor(name);
    const known = await workFor(name);
    expect(known.length).toBeGreaterThan(2);
    for (const account of ['nobody.at.all', address, 'nobody@mail.example', 'admin'])
      expect(await workFor(account)).toEqual(known);
  });
});

describe('two uses of one link at the same time, on PostgreSQL', () => {
  beforeAll(async () => {
    cast = await startCast('postgres');
  });
  afterAll(() => cast.close());

  it('set one password', async () => {
    const { name, address } = await person();
    await ok(forget(name));
    const { token, code } = await linkMail(address);
    const given = ['First-2026', 'Second-2026', 'Third-2026'];
    const answers = await Promise.all(
      given.map((one, at) => reset(at === 1 ? { account: name, code } : { token }, one)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422]);
    const winner = given[answers.findIndex(({ status }) => status === 200)] ?? '';
    for (const one of given) expect((await signIn(name, one)).status).toBe(one === winner ? 200 : 422);
  });
});
