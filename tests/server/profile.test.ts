import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Cast, startCast } from '../support/cast.ts';
import { forEachEngine } from '../support/database.ts';
import { asIfChosen, client, ok, password } from '../support/product.ts';

/** The profile that people edit themselves (issue 35, section 6). */
forEachEngine('the own profile', (engine) => {
  let cast: Cast;
  let serial = 0;
  beforeAll(async () => {
    cast = await startCast(engine, { withoutClock: true });
  });
  afterAll(() => cast.close());

  async function person(role_id = 2, more: object = {}) {
    serial += 1;
    const name = `own.${serial}`;
    const params = { liaison_mail: `${name}@mail.example`, liaison_man: 'Ann' };
    const body = { name, nick_name: name, phone: '13912345678', role_id, password, params, ...more };
    const { id } = await ok((role_id === 5 ? cast.customer : cast.admin).post('/v1/user', body));
    await asIfChosen(cast.database, id);
    return cast.login(name);
  }
  type Person = Awaited<ReturnType<typeof person>>;
  const read = (who: Person) => ok(who.get('/v1/profile'));
  const bodyOf = async (who: Person, change: object = {}) => {
    const { nick_name, phone, mail, language, time_zone, version } = await read(who);
    return { nick_name, phone, mail, language, time_zone, version, ...change };
  };
  const save = async (who: Person, change: object) => who.post('/v1/profile', await bodyOf(who, change));
  const rowOf = async ({ id }: Person) =>
    (await cast.database.executeSql(`select * from users where id = ${id}`)).rows[0] as Record<string, unknown>;
  const mailsTo = async ({ id }: Person) =>
    (
      await cast.database.executeSql(
        `select address, notice from mail where user_id = ${id} and notice = 'mail_changed' order by id`,
      )
    ).rows;
  const isLongAgo = ({ id }: Person) =>
    cast.database.executeSql(
      `update session set created_at = created_at - interval '1 hour', confirmed_at = null where user_id = ${id}`,
    );

  it.each([1, 2, 3, 4, 5])('is read and changed by a user of role %s, with a line in the audit', async (role_id) => {
    const more = role_id === 4 ? { enterprise_id: cast.enterprise } : {};
    const who = await person(role_id, more);
    const before = await read(who);
    expect(before).toMatchObject({ language: 'browser', time_zone: null, managed: [], managed_by: null });
    const change = { nick_name: 'Ann', phone: '13800000000', language: 'zh-CN', time_zone: 'Asia/Tokyo' };
    const after = await ok(save(who, { ...change, mail: `ann.${serial}@mail.example` }));
    expect(after).toMatchObject({ ...change, mail: `ann.${serial}@mail.example`, version: before.version + 1 });
    expect(await read(who)).toEqual(after);
    expect(await rowOf(who)).toMatchObject({ params: { liaison_man: 'Ann' } });
    const { items } = await ok(cast.admin.get(`/v1/audit/list?filter_action=change_profile&filter_actor_id=${who.id}`));
    expect(items.map(({ entity_id }: { entity_id: number }) => entity_id)).toEqual([who.id]);
  });

  it('is not written again where nothing changes', async () => {
    const who = await person();
    const { version } = await read(who);
    expect((await ok(save(who, {}))).version).toBe(version);
  });

  it.each([
    [{ nick_name: '' }, 'nick_name'],
    [{ nick_name: 'x'.repeat(51) }, 'nick_name'],
    [{ phone: 'no phone' }, 'phone'],
    [{ phone: null }, 'phone'],
    [{ mail: 'no mail' }, 'mail'],
    [{ language: 'fr' }, 'language'],
    [{ time_zone: 'Mars/Olympus' }, 'time_zone'],
    [{ time_zone: '+08:00' }, 'time_zone'],
    [{ role_id: 1 }, 'role_id'],
  ])('refuses %j at %s', async (change, field) => {
    const who = await person(2);
    const before = await read(who);
    const { status, body } = await save(who, change);
    expect([status, Object.keys(body.error.fields)]).toEqual([422, [field]]);
    expect(await read(who)).toEqual(before);
  });

  it('does not lose the e-mail address that the role requires', async () => {
    const who = await person(4, { enterprise_id: cast.enterprise });
    const { status, body } = await save(who, { mail: null });
    expect([status, Object.keys(body.error.fields)]).toEqual([422, ['mail']]);
    const other = await person(5);
    expect((await ok(save(other, { mail: null }))).mail).toBeNull();
  });

  it('is refused to whoever read an earlier version', async () => {
    const who = await person();
    const body = await bodyOf(who, { nick_name: 'First' });
    await ok(who.post('/v1/profile', body));
    const late = await who.post('/v1/profile', { ...body, nick_name: 'Second' });
    expect([late.status, late.body.code]).toEqual([422, 'stale']);
    expect((await read(who)).nick_name).toBe('First');
  });

  it('asks again who the person is before the e-mail address changes, and only then', async () => {
    const who = await person();
    await isLongAgo(who);
    await ok(save(who, { nick_name: 'Still me' }));
    const refused = await save(who, { mail: 'thief@mail.example' });
    expect([refused.status, refused.body.code]).toEqual([403, 'confirm_with_password']);
    expect(await mailsTo(who)).toEqual([]);
    await ok(who.post('/v1/auth/confirm', { password }));
    const { mail } = await read(who);
    await ok(save(who, { mail: 'new@mail.example' }));
    expect(await mailsTo(who)).toEqual([{ address: mail, notice: 'mail_changed' }]);
  });

  it('asks so also where people change their own record among the users', async () => {
    const who = await person();
    const { mail } = await read(who);
    await isLongAgo(who);
    const change = { params: { liaison_mail: 'other@mail.example' } };
    expect((await who.post(`/v1/user/${who.id}`, change)).body.code).toBe('confirm_with_password');
    await ok(who.post('/v1/auth/confirm', { password }));
    await ok(who.post(`/v1/user/${who.id}`, change));
    expect(await mailsTo(who)).toEqual([{ address: mail, notice: 'mail_changed' }]);
  });

  it('mails the former address in the language of the person, which then works no longer for a forgotten password', async () => {
    const who = await person();
    const { mail, name } = await read(who);
    await ok(save(who, { language: 'zh-CN' }));
    await ok(cast.request('POST', '/v1/auth/password/forgotten', { body: { account: name } }));
    await expect.poll(() => cast.mails.filter(({ to }) => to === mail).length).toBe(1);
    const token = /set_password#([\w-]{43})/.exec(String(cast.mails.findLast(({ to }) => to === mail)?.text))?.[1];
    await ok(save(who, { mail: 'moved@mail.example' }));
    await expect.poll(() => cast.mails.filter(({ to }) => to === mail).length).toBe(2);
    expect(cast.mails.findLast(({ to }) => to === mail)?.subject).toContain(`您的账号 ${name} 的联系邮箱已变更`);
    expect(token).toBeTruthy();
    const late = await cast.request('POST', '/v1/auth/password/link', { body: { token } });
    expect(late.status).toBe(422);
  });

  it('keeps a chosen time zone whatever browser is used, and follows the browser otherwise', async () => {
    const who = await person();
    const seenIn = async (zone: string) => {
      const body = { name: (await read(who)).name, password };
      const headers = { 'x-time-zone': zone };
      const { api_key } = await ok(cast.request('POST', '/v1/auth/login', { body, headers }));
      await cast.database.executeSql(
        `update session set seen_at = now() - interval '2 minutes' where user_id = ${who.id}`,
      );
      await ok(client(cast.request, api_key, who.id).get('/v1/user/config', headers));
      return (await rowOf(who))['time_zone'];
    };
    expect(await seenIn('Europe/Berlin')).toBe('Europe/Berlin');
    await ok(save(who, { time_zone: 'Asia/Tokyo' }));
    expect(await seenIn('Europe/Paris')).toBe('Asia/Tokyo');
    await ok(save(who, { time_zone: null }));
    expect(await seenIn('Europe/Paris')).toBe('Europe/Paris');
  });

  it('names what the directory of the company manages, and refuses to change it', async () => {
    const who = await person();
    await cast.database.executeSql(`with account as (insert into service_account (name, role)
        values ('Directory ${who.id}', 'GeneralAdmin') returning id)
      insert into directory_user (account_id, user_id, user_name, created_at, updated_at)
        select id, ${who.id}, 'who-${who.id}', now(), now() from account`);
    expect(await read(who)).toMatchObject({ managed: ['nick_name', 'phone'], managed_by: `Directory ${who.id}` });
    const refused = await save(who, { nick_name: 'Another', phone: '13700000000' });
    expect([refused.status, Object.keys(refused.body.error.fields)]).toEqual([422, ['nick_name', 'phone']]);
    expect(refused.body.error.fields.nick_name[0]).toContain(`Directory ${who.id}`);
    await ok(save(who, { language: 'en' }));
    await cast.database.executeSql(`update users set password_hash = null where id = ${who.id}`);
    expect((await read(who)).managed).toEqual(['nick_name', 'phone', 'mail']);
  });

  it('is neither read nor changed while acting', async () => {
    const sales = await cast.login('sales');
    const { api_key } = await ok(sales.post(`/v1/auth/login/user/${cast.customer.id}`));
    const acting = client(cast.request, api_key, cast.customer.id);
    for (const path of ['/v1/profile', '/v1/profile/notices'])
      expect((await acting.get(path)).body.code).toBe('not_while_acting');
    const own = await bodyOf(await cast.login('first'), { nick_name: 'Taken over' });
    expect((await acting.post('/v1/profile', own)).body.code).toBe('not_while_acting');
    const wish = { pace: 'daily', kinds: [] };
    expect((await acting.post('/v1/profile/notices', wish)).body.code).toBe('not_while_acting');
  });
});
