import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deviceKey, deviceName, placeOfAddress } from '../../server/domain/account/signIn/device.ts';
import { readConfig } from '../../server/start/config.ts';
import { agents } from '../support/agents.ts';
import { type Cast, startCast } from '../support/cast.ts';
import { forAnyEngine } from '../support/database.ts';
import { asIfChosen, ok, password } from '../support/product.ts';
import { totpCode } from '../support/totpCode.ts';

/** The sessions of a user: device, network, way of signing in, their limits, and their end (issue 35, section 4; B25). */

describe('a device', () => {
  it.each([
    [agents.chrome, 'Chrome 131, Windows'],
    [agents.firefox, 'Firefox 133, Linux'],
    [agents.iphone, 'Safari 18, iOS'],
    ['curl/8.5.0', 'curl/8.5.0'],
    ['', null],
    [null, null],
    [`Chrome ${'x'.repeat(5000)}`, `Chrome ${'x'.repeat(53)}`],
  ])('of %s is %s', (agent, name) => {
    expect(deviceName(agent)).toBe(name);
  });

  it('is the same after an update, and another one with another browser or system', () => {
    expect(deviceKey(agents.laterChrome)).toBe(deviceKey(agents.chrome));
    expect(deviceKey('curl/8.6.1')).toBe(deviceKey('curl/8.5.0'));
    expect(new Set([agents.chrome, agents.firefox, agents.iphone, 'curl/8.5.0', ''].map(deviceKey)).size).toBe(5);
  });
});

describe('the place of an address', () => {
  it.each([
    ['127.0.0.1', 'local'],
    ['::1', 'local'],
    ['::ffff:127.0.0.1', 'local'],
    ['10.1.2.3', 'private'],
    ['172.16.0.1', 'private'],
    ['192.168.3.4', 'private'],
    ['100.64.0.1', 'private'],
    ['169.254.1.1', 'private'],
    ['fd00::1', 'private'],
    ['fe80::1', 'private'],
    ['::ffff:10.1.2.3', 'private'],
    ['203.0.113.7', 'public'],
    ['8.8.8.8', 'public'],
    ['2a00:1450:4001::1', 'public'],
    ['unknown', null],
    [null, null],
  ])('%s is %s', (address, place) => {
    expect(placeOfAddress(address)).toBe(place);
  });
});

describe('the limits of sessions', () => {
  it.each([
    ['SESSION_IDLE_HOURS', '0'],
    ['SESSION_IDLE_HOURS', '-1'],
    ['SESSION_IDLE_HOURS', 'long'],
    ['SESSION_IDLE_HOURS', '3000'],
    ['SESSION_MAX_DAYS', '0'],
    ['SESSION_MAX_DAYS', '91'],
  ])('%s=%s is refused at the start', (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(name);
  });
});

let cast: Cast;
let serial = 0;
const person = async () => {
  serial += 1;
  const name = `seen.${serial}`;
  const params = { liaison_mail: `${name}@mail.example` };
  const { id } = await ok(cast.admin.post('/v1/user', { name, nick_name: name, role_id: 2, password, params }));
  await asIfChosen(cast.database, id);
  return { id: id as number, name };
};
const signIn = (name: string, agent: string, address = '127.0.0.1') =>
  cast.request('POST', '/v1/auth/login', { body: { name, password }, address, headers: { 'user-agent': agent } });
const keyOf = async (name: string, agent: string, address?: string): Promise<string> =>
  (await ok(signIn(name, agent, address))).api_key;
const sessionsOf = async (key: string) => (await ok(cast.request('GET', '/v1/session/list', { key }))).items;
const status = async (key: string) => (await cast.request('GET', '/v1/user/config', { key })).status;
const newDeviceMails = async (id: number) => {
  const { rows } = await cast.database.executeSql(
    `select "values" from mail where notice = 'new_device' and user_id = ${id} order by id`,
  );
  return rows.map(({ values }) => values);
};

forAnyEngine('the sessions of a user', (engine) => {
  beforeAll(async () => {
    cast = await startCast(engine, {}, { SESSION_IDLE_HOURS: '2', SESSION_MAX_DAYS: '1' });
  });
  afterAll(() => cast.close());

  it('show the device, the network and the way of signing in', async () => {
    const { name } = await person();
    await keyOf(name, agents.firefox, '10.2.3.4');
    const key = await keyOf(name, agents.chrome, '203.0.113.9');
    const shown = (await sessionsOf(key)).map(({ device, place, method, current }: Record<string, unknown>) => [
      device,
      place,
      method,
      current,
    ]);
    expect(shown).toEqual([
      ['Chrome 131, Windows', 'public', 'password', true],
      ['Firefox 133, Linux', 'private', 'password', false],
    ]);
  });

  it('say that a code was used, and that somebody acts', async () => {
    const { name } = await person();
    const key = await keyOf(name, agents.chrome);
    const { secret } = await ok(cast.request('POST', '/v1/auth/second_factor/begin', { key, body: { password } }));
    await ok(cast.request('POST', '/v1/auth/second_factor/confirm', { key, body: { code: totpCode(secret) } }));
    const first = await signIn(name, agents.chrome, '203.0.113.9');
    const body = { ticket: first.body.ticket, code: totpCode(secret, 1) };
    const answer = cast.request('POST', '/v1/auth/login/second_factor', { body, address: '203.0.113.9' });
    const { api_key } = await ok(answer);
    const own = (await sessionsOf(api_key)).find((one: { current: boolean }) => one.current);
    expect(own.method).toBe('password_code');
    await ok(cast.sales.post(`/v1/auth/login/user/${cast.customer.id}`));
    const { items } = await ok(cast.sales.get('/v1/session/list'));
    const acted = items.filter((one: { user_id: number }) => one.user_id === cast.customer.id);
    expect(acted.map(({ method }: { method: string }) => method)).toEqual(['acting']);
  });

  it('cause an e-mail when one begins on a device that was not used before, with the first as no news', async () => {
    const { id, name } = await person();
    await keyOf(name, agents.chrome, '203.0.113.9');
    await keyOf(name, agents.laterChrome, '203.0.113.10');
    expect(await newDeviceMails(id)).toEqual([]);
    await keyOf(name, agents.firefox, '203.0.113.9');
    const expected = { device: 'Firefox 133, Linux', address: '203.0.113.9' };
    expect(await newDeviceMails(id)).toEqual([expected]);
    await keyOf(name, agents.firefox, '203.0.113.11');
    await keyOf(name, agents.chrome);
    expect(await newDeviceMails(id)).toEqual([expected]);
    // A wrong password is no sign-in.
    await cast.request('POST', '/v1/auth/login', {
      body: { name, password: 'Wrong-2026' },
      headers: { 'user-agent': agents.iphone },
    });
    expect(await newDeviceMails(id)).toEqual([expected]);
  });

  it('end together but for the one that asks, and the audit says so', async () => {
    const { id, name } = await person();
    const others = [await keyOf(name, agents.chrome), await keyOf(name, agents.iphone)];
    const own = await keyOf(name, agents.firefox);
    const stranger = await person();
    const elsewhere = await keyOf(stranger.name, agents.chrome);
    expect(await ok(cast.request('POST', '/v1/auth/logout/others', { key: own }))).toEqual({ success: true });
    expect(await Promise.all([...others, own, elsewhere].map(status))).toEqual([401, 401, 200, 200]);
    expect((await sessionsOf(own)).length).toBe(1);
    const { items } = await ok(cast.admin.get('/v1/audit/list?filter_action=logout_others'));
    expect(items.map((one: { entity_id: number }) => one.entity_id)).toEqual([id]);
  });

  it('end also those in which a salesman acts, and not while acting', async () => {
    const there = await cast.login('sales');
    const acting = await ok(there.post(`/v1/auth/login/user/${cast.customer.id}`));
    const refused = await cast.request('POST', '/v1/auth/logout/others', { key: acting.api_key });
    expect([refused.status, refused.body.code]).toEqual([422, 'not_while_acting']);
    const again = await cast.login('sales');
    await ok(again.post('/v1/auth/logout/others'));
    expect(await Promise.all([acting.api_key, there.key, again.key].map(status))).toEqual([401, 401, 200]);
  });

  it('end when they were not used for the hours, and after the days, of the settings', async () => {
    const { id, name } = await person();
    const before = Date.now();
    const { api_key, expires_at } = await ok(signIn(name, agents.chrome));
    const day = 24 * 3_600_000;
    expect(Date.parse(expires_at)).toBeGreaterThanOrEqual(before + day);
    expect(Date.parse(expires_at)).toBeLessThanOrEqual(Date.now() + day);
    const seen = (minutes: number) =>
      cast.database.executeSql(
        `update session set seen_at = now() - interval '${minutes} minutes' where user_id = ${id}`,
      );
    await seen(119);
    expect(await status(api_key)).toBe(200);
    await seen(121);
    expect(await status(api_key)).toBe(401);
  });
});

forAnyEngine('without SIGN_IN_MAILS', (engine) => {
  beforeAll(async () => {
    cast = await startCast(engine, {}, { SIGN_IN_MAILS: '0' });
  });
  afterAll(() => cast.close());

  it('nobody gets an e-mail for a new device', async () => {
    const { id, name } = await person();
    await keyOf(name, agents.chrome);
    await keyOf(name, agents.firefox);
    expect(await newDeviceMails(id)).toEqual([]);
  });
});

forAnyEngine('what needs a recent sign-in', (engine) => {
  beforeAll(async () => {
    cast = await startCast(engine);
  });
  afterAll(() => cast.close());

  let accounts = 0;
  const newAccount = async (): Promise<number> => {
    accounts += 1;
    return (await ok(cast.admin.post('/v1/service_account', { name: `Bot ${accounts}`, role: 'GeneralAdmin' }))).id;
  };
  const token = (key: string, account_id: number) =>
    cast.request('POST', '/v1/service_token', { key, body: { account_id, name: 'First', scopes: ['order:read'] } });
  const confirm = (key: string, body: object) => cast.request('POST', '/v1/auth/confirm', { key, body });
  /** Makes the sign-ins of a user older. */
  const age = (id: number, minutes: number) =>
    cast.database.executeSql(
      `update session set created_at = created_at - interval '${minutes} minutes',
       confirmed_at = confirmed_at - interval '${minutes} minutes' where user_id = ${id}`,
    );
  const administrator = async () => {
    const who = await person();
    await cast.database.executeSql(`update users set role_id = 1 where id = ${who.id}`);
    return { ...who, key: await keyOf(who.name, agents.chrome) };
  };

  it('is done within ten minutes of it, and then asks for the password', async () => {
    const account = await newAccount();
    const { id, key } = await administrator();
    await age(id, 9);
    expect((await token(key, account)).status).toBe(200);
    await age(id, 2);
    const refused = await token(key, account);
    expect([refused.status, refused.body.code]).toEqual([403, 'confirm_with_password']);
    const wrong = await confirm(key, { password: 'Wrong-2026' });
    expect([wrong.status, Object.keys(wrong.body.error.fields)]).toEqual([422, ['password']]);
    const empty = await confirm(key, {});
    expect([empty.status, Object.keys(empty.body.error.fields)]).toEqual([422, ['password']]);
    expect((await token(key, account)).status).toBe(403);
    await ok(confirm(key, { password }));
    const { id: made } = await ok(token(key, account));
    await age(id, 11);
    const rotated = await cast.request('POST', `/v1/service_token/rotate/${made}`, { key, body: { keep_days: 0 } });
    expect(rotated.body.code).toBe('confirm_with_password');
    // To take a right away needs no confirmation.
    await ok(cast.request('POST', `/v1/service_token/revoke/${made}`, { key }));
  });

  it('asks for a code where there is a second factor, and takes a password in its place from nobody', async () => {
    const account = await newAccount();
    const { id, key } = await administrator();
    const { secret } = await ok(cast.request('POST', '/v1/auth/second_factor/begin', { key, body: { password } }));
    await ok(cast.request('POST', '/v1/auth/second_factor/confirm', { key, body: { code: totpCode(secret) } }));
    await cast.database.executeSql(`update second_factor set last_step = null where user_id = ${id}`);
    await age(id, 11);
    expect((await token(key, account)).body.code).toBe('confirm_with_code');
    expect(Object.keys((await confirm(key, { password })).body.error.fields)).toEqual(['code']);
    await ok(confirm(key, { code: totpCode(secret) }));
    await ok(token(key, account));
  });

  it('counts wrong passwords as a change of the password does', async () => {
    const { key } = await administrator();
    const answers: number[] = [];
    for (let at = 0; at < 7; at += 1) answers.push((await confirm(key, { password: `Wrong-${at}` })).status);
    expect(answers.slice(0, 5)).toEqual([422, 422, 422, 422, 422]);
    expect(answers[6]).toBe(422);
    // After five wrong ones the right one is refused as well.
    expect((await confirm(key, { password })).status).not.toBe(200);
  });

  it('is asked before the two-step verification of somebody else is reset', async () => {
    const { id, key } = await administrator();
    const other = await person();
    await cast.database.executeSql(`update users set second_factor = true where id = ${other.id}`);
    await age(id, 11);
    const reset = () => cast.request('POST', `/v1/user/reset_second_factor/${other.id}`, { key });
    expect((await reset()).body.code).toBe('confirm_with_password');
    await ok(confirm(key, { password }));
    expect((await reset()).status).toBe(200);
  });

  it('sends an account with neither password nor second factor to sign in again', async () => {
    const account = await newAccount();
    const { id, key } = await administrator();
    await cast.database.executeSql(`update users set password_hash = null where id = ${id}`);
    await age(id, 11);
    expect((await token(key, account)).body.code).toBe('confirm_by_sign_in');
    expect((await confirm(key, { password })).body.code).toBe('confirm_by_sign_in');
  });

  it('can be repeated with the same request key after the confirmation', async () => {
    const account = await newAccount();
    const { id, key } = await administrator();
    await age(id, 11);
    const body = { account_id: account, name: 'Second', scopes: ['order:read'] };
    const headers = { 'idempotency-key': 'the-same-key-as-before' };
    const send = () => cast.request('POST', '/v1/service_token', { key, body, headers });
    expect((await send()).status).toBe(403);
    await ok(confirm(key, { password }));
    expect((await send()).status).toBe(200);
  });

  it('is not confirmed by somebody who acts', async () => {
    const acting = await ok(cast.sales.post(`/v1/auth/login/user/${cast.customer.id}`));
    expect((await confirm(acting.api_key, { password })).body.code).toBe('not_while_acting');
  });
});
