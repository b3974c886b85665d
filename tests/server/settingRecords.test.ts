import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../server/db/connection.ts';
import { startCast } from '../support/cast.ts';
import { addressOf, forEachEngine } from '../support/database.ts';
import { ok, password, startProduct } from '../support/product.ts';

type Cast = Awaited<ReturnType<typeof startCast>>;

const signIn = '/v1/setting/sign_in/1';
const mail = '/v1/setting/mail/1';
const pages = [signIn, mail, '/v1/setting/product/1'];

/** Waits until a process has looked at the settings again. */
async function eventually(check: () => unknown): Promise<void> {
  await expect.poll(check, { timeout: 6_000, interval: 50 }).toBeTruthy();
}

let cast: Cast;

forEachEngine('the settings of a console', (engine) => {
  beforeAll(async () => {
    cast = await startCast(engine);
  });
  afterAll(() => cast.close());

  it('are one record each, with the defaults, that nobody creates or deletes', async () => {
    expect(await ok(cast.admin.get(signIn))).toMatchObject({
      id: 1,
      idle_hours: '12.0',
      max_days: '7.0',
      sign_in_mails: true,
      factor_roles: [],
      grace_days: 7,
      locked_fields: [],
    });
    const { items, total } = await ok(cast.admin.get('/v1/setting/sign_in/list'));
    expect([items.length, total]).toEqual([1, 1]);
    for (const page of pages) {
      expect((await cast.admin.post(page.replace(/\/1$/, ''), {})).status).toBe(404);
      expect((await cast.admin.delete(page)).status).toBe(405);
      expect((await cast.admin.get(page.replace(/1$/, '2'))).status).toBe(404);
    }
  });

  it('are read and changed by SuperAdmins alone', async () => {
    for (const page of pages)
      for (const client of [cast.operations, cast.sales, cast.customer]) {
        expect((await client.get(page)).status).toBe(403);
        expect((await client.post(page, {})).status).toBe(403);
      }
  });

  it.each([
    [signIn, { idle_hours: '0' }, 'idle_hours'],
    [signIn, { idle_hours: '2161' }, 'idle_hours'],
    [signIn, { max_days: null }, undefined],
    [signIn, { max_days: 'long' }, 'max_days'],
    [signIn, { grace_days: 366 }, 'grace_days'],
    [signIn, { factor_roles: ['Nobody'] }, 'factor_roles[0]'],
    [mail, { sender_en: 'Licence console' }, 'sender_en'],
    [mail, { sender_zh: '许可 <a@b.example>, <c@d.example>' }, 'sender_zh'],
    [mail, { smtp_host: 'smtp://mail.example' }, 'smtp_host'],
    [mail, { smtp_host: 'mail.example:25' }, 'smtp_host'],
    [mail, { smtp_port: 0 }, 'smtp_port'],
    [mail, { smtp_encryption: 'rot13' }, 'smtp_encryption'],
  ])('%s refuses %j at its field', async (page, body, field) => {
    const before = await ok(cast.admin.get(page));
    const answer = await cast.admin.post(page, body);
    if (field === undefined) return expect(answer.body.max_days).toBe('7.0');
    expect(answer.status).toBe(422);
    expect(Object.keys(answer.body.error.fields)).toEqual([field]);
    expect(await ok(cast.admin.get(page))).toEqual(before);
  });

  it('say of a number that it is written as a text, and how', async () => {
    const refusal = async (idle_hours: unknown) => (await cast.admin.post(signIn, { idle_hours })).body.error.fields;
    expect(JSON.stringify(await refusal(1.5))).toContain('1.5');
    expect(await refusal(1.25)).toEqual(await refusal('1.25'));
    expect((await cast.admin.post(signIn, { idle_hours: '1.5' })).status).toBe(200);
  });

  it('are refused with the version of somebody who saw an earlier one', async () => {
    const { version } = await ok(cast.admin.get(signIn));
    await ok(cast.admin.post(signIn, { grace_days: 8 }, { 'if-match': `"${version}"` }));
    const stale = await cast.admin.post(signIn, { grace_days: 9 }, { 'if-match': `"${version}"` });
    expect([stale.status, stale.body.code]).toEqual([422, 'stale']);
    expect((await ok(cast.admin.get(signIn))).grace_days).toBe(8);
  });

  it('apply to this process without a restart, and are in the audit and the history', async () => {
    const { settings } = cast.product.services;
    await ok(
      cast.admin.post(signIn, { idle_hours: '0.5', max_days: '2', sign_in_mails: false, factor_roles: ['SalesMan'] }),
    );
    await eventually(() => settings.session.idleMs === 1_800_000);
    expect(settings.session.maxAgeMs).toBe(2 * 86_400_000);
    expect(settings.signInMails).toBe(false);
    expect(settings.secondFactor).toEqual({ roles: ['SalesMan'], graceDays: 8 });
    const { items } = await ok(cast.admin.get('/v1/history/sign_in_setting/1'));
    expect(items.length).toBeGreaterThan(0);
  });

  it('limit a session that begins afterwards', async () => {
    await ok(cast.admin.post(signIn, { max_days: '1', factor_roles: [] }));
    await eventually(() => cast.product.services.settings.session.maxAgeMs === 86_400_000);
    const { key } = await cast.login('operations');
    const { items } = await ok(cast.request('GET', '/v1/session/list', { key }));
    const own = items.find((one: { current: boolean }) => one.current);
    const lasts = Date.parse(own.expires_at) - Date.parse(own.created_at);
    expect(Math.abs(lasts - 86_400_000)).toBeLessThan(60_000);
  });

  it('never answer the password of the mail server, and send it to no other server', async () => {
    const server = { smtp_host: 'smtp.first.example', smtp_user: 'licence', smtp_password: 'a mail secret' };
    const saved = await ok(cast.admin.post(mail, server));
    expect(JSON.stringify(saved)).not.toContain('a mail secret');
    const { rows } = await cast.database.executeSql('select stored_password from mail_setting');
    expect(String(rows[0]?.['stored_password'])).not.toContain('a mail secret');
    const moved = await cast.admin.post(mail, { smtp_host: 'smtp.second.example' });
    expect(moved.status).toBe(422);
    expect(Object.keys(moved.body.error.fields)).toEqual(['smtp_password']);
    await ok(cast.admin.post(mail, { sender_en: 'Vendor <licence@vendor.example>' }));
    await ok(cast.admin.post(mail, { smtp_host: 'smtp.second.example', smtp_password: 'another secret' }));
    await ok(cast.admin.post(mail, { smtp_host: null }));
    const left = await cast.database.executeSql('select stored_password from mail_setting');
    expect(left.rows[0]?.['stored_password']).toBeNull();
    const { items } = await ok(cast.admin.get('/v1/audit/list?filter_entity=mail_setting'));
    expect(JSON.stringify(items)).not.toMatch(/a mail secret|another secret/);
  });

  it('give e-mails their sender, and the product its name', async () => {
    await ok(cast.admin.post('/v1/setting/product/1', { name_en: 'Harbor Keys', name_zh: '港湾许可' }));
    const { settings } = cast.product.services;
    await eventually(() => settings.productName.zh === '港湾许可' && settings.senders.en.startsWith('Vendor'));
    await ok(cast.admin.post(`/v1/user/${cast.admin.id}`, { params: { liaison_mail: 'admin@vendor.example' } }));
    const answer = await ok(
      cast.request('POST', '/v1/setting/mail/test', { key: cast.admin.key, body: {}, headers: { 'x-lang': 'zh' } }),
    );
    expect(answer).toEqual({ address: 'admin@vendor.example', saved_as_file: true });
    const sent = cast.mails.at(-1);
    expect(sent).toMatchObject({ to: 'admin@vendor.example', from: 'Vendor <licence@vendor.example>' });
    expect(sent?.subject).toContain('港湾许可');
    expect(sent?.html).toContain('港湾许可');
  });
});

describe('settings that the environment sets', () => {
  beforeAll(async () => {
    cast = await startCast(
      'postgres',
      {},
      {
        SESSION_IDLE_HOURS: '2',
        SIGN_IN_MAILS: '0',
        REQUIRE_SECOND_FACTOR: 'SalesMan, GeneralAdmin',
        SECOND_FACTOR_GRACE_DAYS: '30',
        MAIL_FROM: 'Env <env@vendor.example>',
        SMTP_URL: 'smtps://licence:s%40cret@smtp.vendor.example',
      },
    );
  });
  afterAll(() => cast.close());

  it('are shown with their value, and locked', async () => {
    expect(await ok(cast.admin.get(signIn))).toMatchObject({
      idle_hours: '2.0',
      max_days: '7.0',
      sign_in_mails: false,
      factor_roles: ['SalesMan', 'GeneralAdmin'],
      grace_days: 30,
      locked_fields: ['idle_hours', 'sign_in_mails', 'factor_roles', 'grace_days'],
    });
    const shown = await ok(cast.admin.get(mail));
    expect(shown).toMatchObject({
      sender_en: 'Env <env@vendor.example>',
      sender_zh: null,
      smtp_host: 'smtp.vendor.example',
      smtp_port: 465,
      smtp_encryption: 'tls',
      smtp_user: 'licence',
    });
    expect(JSON.stringify(shown)).not.toContain('cret@');
  });

  it.each([
    [signIn, { idle_hours: '3', max_days: '3' }, 'idle_hours', 'SESSION_IDLE_HOURS'],
    [signIn, { sign_in_mails: true }, 'sign_in_mails', 'SIGN_IN_MAILS'],
    [signIn, { factor_roles: [] }, 'factor_roles', 'REQUIRE_SECOND_FACTOR'],
    [mail, { smtp_password: 'typed' }, 'smtp_password', 'SMTP_URL'],
  ])('%s refuses %j at its field, in both languages', async (page, body, field, variable) => {
    const before = await ok(cast.admin.get(page));
    const answer = await cast.admin.post(page, body);
    expect(answer.status).toBe(422);
    expect(answer.body.error.fields).toEqual({ [field]: [`Set by the environment: ${variable}`] });
    const chinese = await cast.admin.post(page, body, { 'x-lang': 'zh' });
    expect(chinese.body.error.fields[field][0]).toMatch(new RegExp(`由环境变量 ${variable} 设定`));
    expect(await ok(cast.admin.get(page))).toEqual(before);
  });

  it('accept a record that is sent back as it was read, and change what is free', async () => {
    const { idle_hours, sign_in_mails, factor_roles, grace_days } = await ok(cast.admin.get(signIn));
    const body = { idle_hours, sign_in_mails, factor_roles, grace_days, max_days: '3' };
    expect(await ok(cast.admin.post(signIn, body))).toMatchObject({ idle_hours: '2.0', max_days: '3.0' });
    const { settings } = cast.product.services;
    await eventually(() => settings.session.maxAgeMs === 3 * 86_400_000);
    expect(settings.session.idleMs).toBe(2 * 3_600_000);
    const { rows } = await cast.database.executeSql('select idle_hours from sign_in_setting');
    expect(rows[0]?.['idle_hours']).toBe('12.0');
  });

  it('refuse the start with a value that the setting cannot have', async () => {
    await expect(startProduct(cast.database, {}, { SMTP_URL: 'no address' })).rejects.toThrow('SMTP_URL');
  });
});

describe('another process of the same database', () => {
  it('uses a changed setting within seconds, and refuses with a session that it makes shorter', async () => {
    const first = await startCast('postgres');
    const database = await openDatabase({ databaseUrl: await addressOf(first.database) });
    const other = await startProduct(database);
    try {
      expect(other.product.services.settings.session.idleMs).toBe(12 * 3_600_000);
      await ok(first.admin.post(signIn, { idle_hours: '1', factor_roles: ['SuperAdmin'], grace_days: 0 }));
      await eventually(() => other.product.services.settings.session.idleMs === 3_600_000);
      await first.database.executeSql(`update session set seen_at = now() - interval '2 hours'`);
      expect((await other.request('GET', '/v1/order/list', { key: first.sales.key })).status).toBe(401);
      const signed = await other.request('POST', '/v1/auth/login', { body: { name: 'admin', password } });
      expect(signed.body.must_enrol_second_factor).toBe(true);
    } finally {
      await other.close();
      await first.close();
    }
  });
});
