import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../server/db/connection.ts';
import { passkeySiteOf } from '../../server/domain/account/signIn/passkeySite.ts';
import { type Cast, startCast } from '../support/cast.ts';
import { addressOf, forAnyEngine } from '../support/database.ts';
import { asIfChosen, type Client, client, ok, password, startProduct } from '../support/product.ts';
import { type SoftAuthenticator, softAuthenticator } from '../support/softAuthenticator.ts';
import { totpCode } from '../support/totpCode.ts';

/** Passkeys: in place of the password, as the second step, and to confirm a session (issue 35, section 2). */

const origin = 'https://licences.example';
const env = { PUBLIC_URL: origin };
const sentence = 'The passkey was not accepted. Try again, or sign in another way';

let cast: Cast;
let networks = 0;
/** An address without earlier requests. */
const elsewhere = () => {
  networks += 1;
  return `10.9.${networks >> 8}.${networks & 255}`;
};

const post = (path: string, body: object, address: string, from: Pick<Cast, 'request'> = cast) =>
  from.request('POST', `/v1/auth/${path}`, { body, address });
const signIn = (name: string, address: string) => post('login', { name, password }, address);
const begin = async (address: string, ticket?: string) =>
  (await ok(post('login/passkey/begin', { ...(ticket && { ticket }) }, address))).options;
const finish = (credential: object, address: string, ticket?: string) =>
  post('login/passkey', { credential, ...(ticket && { ticket }) }, address);

let serial = 0;
async function person(more: object = {}) {
  serial += 1;
  const name = `passkey.${serial}`;
  const params = { liaison_mail: `${name}@mail.example` };
  const { id } = await ok(
    cast.admin.post('/v1/user', { name, nick_name: name, role_id: 2, password, params, ...more }),
  );
  await asIfChosen(cast.database, id);
  return { id: id as number, name };
}

/** Adds a passkey of a new authenticator, or of a given one. */
async function add(who: Client, device = softAuthenticator(origin), name = 'Laptop') {
  const { options } = await ok(who.post('/v1/auth/passkey/begin'));
  const added = await ok(who.post('/v1/auth/passkey', { name, credential: device.create(options) }));
  return { device, ...(added as { id: number; recovery_codes?: string[] }) };
}

/** A person with a passkey and no authenticator app. */
async function holder(more: object = {}) {
  const who = await person(more);
  const there = await cast.login(who.name);
  const { device, id: passkey, recovery_codes = [] } = await add(there);
  return { ...who, there, device, passkey, codes: recovery_codes };
}

async function enrolApp(who: Client): Promise<string> {
  const { secret } = await ok(who.post('/v1/auth/second_factor/begin', { password }));
  await ok(who.post('/v1/auth/second_factor/confirm', { code: totpCode(secret) }));
  await cast.database.executeSql(`update second_factor set last_step = null where user_id = ${who.id}`);
  return secret;
}

/** As if the sign-ins of a user were twenty minutes old. */
const grow = (id: number) =>
  cast.database.executeSql(`update session set created_at = created_at - interval '20 minutes',
    confirmed_at = null where user_id = ${id}`);

async function alone(device: SoftAuthenticator, address: string, faults = {}) {
  return finish(device.get(await begin(address), faults), address);
}

/** The body of an answer with 202. */
async function ok202(answer: ReturnType<Cast['request']>) {
  const { status, body } = await answer;
  if (status !== 202) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body;
}

describe('the site of passkeys', () => {
  it.each([
    ['https://licences.example', 'licences.example', 'https://licences.example'],
    ['https://licences.example:8443', 'licences.example', 'https://licences.example:8443'],
    ['https://Licences.Example/console', 'licences.example', 'https://licences.example'],
    ['http://localhost:8080', 'localhost', 'http://localhost:8080'],
    ['http://desk.localhost:8080', 'desk.localhost', 'http://desk.localhost:8080'],
    ['http://127.0.0.1:8080', 'localhost', 'http://localhost:8080'],
    ['http://[::1]:8080', 'localhost', 'http://localhost:8080'],
    ['http://0.0.0.0:8080', 'localhost', 'http://localhost:8080'],
  ])('of %s is %s', (publicUrl, rpID, site) => {
    expect(passkeySiteOf(publicUrl)).toEqual({ rpID, origin: site });
  });
  it.each(['http://licences.example', 'http://192.168.1.5:8080', 'https://192.168.1.5', 'https://[2001:db8::1]'])(
    'of %s does not exist',
    (publicUrl) => expect(passkeySiteOf(publicUrl)).toBeUndefined(),
  );
});

forAnyEngine('passkeys', (engine) => {
  beforeAll(async () => {
    cast = await startCast(engine, {}, env);
  });
  afterAll(() => cast.close());

  it('are added, listed with their last use, renamed and removed', async () => {
    const { name } = await person();
    const there = await cast.login(name);
    expect(await ok(there.get('/v1/auth/passkey'))).toEqual({ origin, items: [] });
    const { options } = await ok(there.post('/v1/auth/passkey/begin'));
    expect(options).toMatchObject({
      rp: { id: 'licences.example' },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    const { device, id, recovery_codes } = await add(there);
    expect(recovery_codes).toHaveLength(10);
    const second = await add(there, softAuthenticator(origin), 'Phone');
    expect(second.recovery_codes).toBeUndefined();
    await ok(alone(device, elsewhere()));
    const { items } = await ok(there.get('/v1/auth/passkey'));
    expect(items).toMatchObject([
      { id, name: 'Laptop', last_used_at: expect.stringContaining('T') },
      { id: second.id, name: 'Phone', last_used_at: null },
    ]);
    await ok(there.post(`/v1/auth/passkey/rename/${id}`, { name: 'Work laptop' }));
    await ok(there.post(`/v1/auth/passkey/remove/${second.id}`));
    expect((await ok(there.get('/v1/auth/passkey'))).items).toMatchObject([{ id, name: 'Work laptop' }]);
    for (const action of ['add_passkey', 'rename_passkey', 'remove_passkey'])
      expect((await ok(cast.admin.get(`/v1/audit/list?filter_action=${action}`))).items[0]).toMatchObject({
        actor: { id: there.id },
        entity_id: there.id,
      });
  });

  it('need a name of at most 60 characters', async () => {
    const { there, passkey, device } = await holder();
    const { options } = await ok(there.post('/v1/auth/passkey/begin'));
    for (const name of ['', '  ', 'x'.repeat(61), undefined]) {
      const added = await there.post('/v1/auth/passkey', { name, credential: device.create(options) });
      expect([added.status, Object.keys(added.body.error.fields)]).toEqual([422, ['name']]);
      expect((await there.post(`/v1/auth/passkey/rename/${passkey}`, { name })).status).toBe(422);
    }
  });

  it('sign in without a name and a password, and without a code', async () => {
    const { device, name, there } = await holder();
    await enrolApp(there);
    const answer = await alone(device, elsewhere());
    expect([answer.status, answer.body.user?.name]).toEqual([200, name]);
    const { items } = await ok(cast.request('GET', '/v1/session/list', { key: answer.body.api_key }));
    expect(items.find(({ current }: { current: boolean }) => current)).toMatchObject({ method: 'passkey' });
  });

  it('are the second step after the password', async () => {
    const { device, name, id, codes } = await holder();
    expect((await ok(cast.admin.get(`/v1/user/${id}`))).second_factor).toBe(true);
    const address = elsewhere();
    const { ticket, passkey } = await ok202(signIn(name, address));
    expect(passkey).toBe(true);
    const options = await begin(address, ticket);
    expect(options.allowCredentials).toHaveLength(1);
    // An authenticator that gets the credential names no account.
    const { api_key } = await ok(finish(device.get(options, { userHandle: undefined }), address, ticket));
    const { items } = await ok(cast.request('GET', '/v1/session/list', { key: api_key }));
    expect(items.find(({ current }: { current: boolean }) => current)).toMatchObject({ method: 'password_passkey' });
    // Or a recovery code.
    const again = await ok202(signIn(name, address));
    await ok(post('login/second_factor', { ticket: again.ticket, code: codes[0] }, address));
  });

  it('are not offered to an account that has only an app', async () => {
    const { name } = await person();
    await enrolApp(await cast.login(name));
    expect(await ok202(signIn(name, elsewhere()))).toMatchObject({ passkey: false });
  });

  const faults: readonly (readonly [string, object])[] = [
    ['another origin', { origin: 'https://licences.example.evil.example' }],
    ['another port', { origin: `${origin}:8443` }],
    ['another relying party', { rpId: 'evil.example' }],
    ['a person who was not verified', { userVerified: false }],
    ['another kind of answer', { type: 'webauthn.create' }],
    ['another challenge', { challenge: Buffer.alloc(32, 7).toString('base64url') }],
    ['a challenge that is no text', { challenge: 7 }],
    ['a counter that stands still', { step: 0 }],
    ['a counter that goes back', { step: -1 }],
  ];
  it.each(faults)('refuse %s, alone and as the second step', async (_, fault) => {
    const { device, name } = await holder();
    const address = elsewhere();
    await ok(alone(device, address, { step: 5 }));
    const first = await alone(device, address, fault);
    expect([first.status, first.body.title]).toEqual([401, sentence]);
    for (const one of device.credentials) one.counter = 5;
    const { ticket } = await ok202(signIn(name, address));
    const second = await finish(device.get(await begin(address, ticket), fault), address, ticket);
    expect([second.status, second.body.title]).toEqual([401, sentence]);
    for (const one of device.credentials) one.counter = 5;
    await ok(finish(device.get(await begin(address, ticket)), address, ticket));
  });

  it.each([
    ['client_data', 'e30'],
    ['client_data', 'bm8ganNvbg'],
    ['client_data', 'W10'],
    ['client_data', 'bnVsbA'],
    ['authenticator_data', 'AAAA'],
    ['authenticator_data', '!!'],
    ['signature', 'MEUCIQ'],
    ['id', 'AAAA'],
    ['id', '\u{1f511}'],
    ['user_handle', 'AAAA'],
    ['user_handle', null],
  ])('refuse an answer with the %s “%s”', async (field, value) => {
    const { device } = await holder();
    const address = elsewhere();
    const credential = { ...device.get(await begin(address)), [field]: value };
    const answer = await finish(credential, address);
    expect([answer.status, answer.body.title]).toEqual([401, sentence]);
  });

  it.each([
    [
      'a challenge that was used',
      async (device: SoftAuthenticator, address: string) => {
        const options = await begin(address);
        await ok(finish(device.get(options), address));
        return finish(device.get(options), address);
      },
    ],
    [
      'a challenge that a wrong answer has used',
      async (device: SoftAuthenticator, address: string) => {
        const options = await begin(address);
        await finish(device.get(options, { userVerified: false }), address);
        return finish(device.get(options), address);
      },
    ],
    [
      'a challenge that has expired',
      async (device: SoftAuthenticator, address: string) => {
        const options = await begin(address);
        await cast.database.executeSql(`update passkey_challenge set expires_at = now() - interval '1 second'`);
        return finish(device.get(options), address);
      },
    ],
    [
      'a challenge of another network',
      async (device: SoftAuthenticator, address: string) => finish(device.get(await begin(address)), elsewhere()),
    ],
    [
      'a challenge for another purpose',
      async (device: SoftAuthenticator, address: string, there: Client) =>
        finish(device.get((await ok(there.post('/v1/auth/confirm/passkey/begin'))).options), address),
    ],
    [
      'a passkey that was removed',
      async (device: SoftAuthenticator, address: string, there: Client) => {
        const [{ id }] = (await ok(there.get('/v1/auth/passkey'))).items;
        await ok(there.post(`/v1/auth/passkey/remove/${id}`));
        return alone(device, address);
      },
    ],
    [
      'an account that was deleted',
      async (device: SoftAuthenticator, address: string, there: Client) => {
        await ok(cast.admin.delete(`/v1/user/${there.id}`));
        return alone(device, address);
      },
    ],
    [
      'a passkey of nobody',
      async (_: SoftAuthenticator, address: string) => {
        const foreign = softAuthenticator(origin);
        foreign.create({ rp: { id: 'licences.example' }, user: { id: 'AAAA' }, challenge: 'AAAA' });
        return alone(foreign, address);
      },
    ],
  ] as const)('refuse %s', async (_, answerOf) => {
    const { device, there } = await holder();
    const answer = await answerOf(device, elsewhere(), there);
    expect([answer.status, answer.body.title]).toEqual([401, sentence]);
  });

  it('are of no use for the second step of somebody else', async () => {
    const one = await holder();
    const other = await holder();
    const address = elsewhere();
    const { ticket } = await ok202(signIn(one.name, address));
    const options = await begin(address, ticket);
    const foreign = other.device.get({ rpId: options.rpId, challenge: options.challenge });
    expect((await finish(foreign, address, ticket)).status).toBe(401);
    // The challenge of a second step opens no session by itself.
    const next = await begin(address, ticket);
    expect((await finish(one.device.get(next), address)).status).toBe(401);
    expect((await finish(one.device.get(await begin(address)), address, 'A'.repeat(43))).body.code).toBe(
      'sign_in_ended',
    );
  });

  it('do not sign in an account that is managed by sales', async () => {
    const { device, id } = await holder();
    await cast.database.executeSql(`update users set params = '{"tutelage": true}' where id = ${id}`);
    const answer = await alone(device, elsewhere());
    expect([answer.status, answer.body.code]).toEqual([422, 'tutelage']);
  });

  it('are counted with wrong passwords, and in the audit', async () => {
    const { device, name, id } = await holder();
    const address = elsewhere();
    for (let at = 0; at < 5; at += 1) expect((await alone(device, address, { userVerified: false })).status).toBe(401);
    expect((await alone(device, address)).body.code).toBe('login_locked');
    expect((await signIn(name, address)).body.code).toBe('login_locked');
    await ok(alone(device, elsewhere()));
    const { items } = await ok(
      cast.admin.get('/v1/audit/list?filter_action=login&filter_result=denied&per_page=100&sort=-id'),
    );
    expect(items.filter((one: { entity_id: number }) => one.entity_id === id)).toHaveLength(5);
    const stranger = elsewhere();
    const foreign = softAuthenticator(origin);
    foreign.create({ rp: { id: 'licences.example' }, user: { id: 'AAAA' }, challenge: 'AAAA' });
    for (let at = 0; at < 30; at += 1) expect((await alone(foreign, stranger)).status).toBe(401);
    expect((await alone(foreign, stranger)).body.code).toBe('login_locked');
  });

  it('confirm a session after ten minutes, which is asked for before one is added or removed', async () => {
    const { there, device, passkey, codes } = await holder();
    const asked = async () => (await there.post(`/v1/auth/passkey/begin`)).body.code;
    expect(await asked()).toBeUndefined();
    await grow(there.id);
    expect(await asked()).toBe('confirm_with_passkey');
    expect((await there.post(`/v1/auth/passkey/remove/${passkey}`)).body.code).toBe('confirm_with_passkey');
    const { options } = await ok(there.post('/v1/auth/confirm/passkey/begin'));
    const wrong = device.get(options, { userVerified: false });
    const refused = await there.post('/v1/auth/confirm/passkey', { credential: wrong });
    expect([refused.status, refused.body.code]).toEqual([422, 'passkey_failed']);
    expect(await asked()).toBe('confirm_with_passkey');
    const next = await ok(there.post('/v1/auth/confirm/passkey/begin'));
    await ok(there.post('/v1/auth/confirm/passkey', { credential: device.get(next.options) }));
    expect(await asked()).toBeUndefined();
    await grow(there.id);
    await ok(there.post('/v1/auth/confirm', { code: codes[0] }));
    await ok(there.post(`/v1/auth/passkey/remove/${passkey}`));
  });

  it('are added only with the challenge of the same session, once, and by one account', async () => {
    const { there, name } = await holder();
    const device = softAuthenticator(origin);
    const { options } = await ok(there.post('/v1/auth/passkey/begin'));
    const refusedAs = async (who: Client, credential: object) => {
      const { status, body } = await who.post('/v1/auth/passkey', { name: 'Key', credential });
      return [status, body.code];
    };
    const stranger = await cast.login((await person()).name);
    expect(await refusedAs(stranger, device.create(options))).toEqual([422, 'passkey_not_added']);
    for (const fault of [{ origin: 'https://evil.example' }, { userVerified: false }, { rpId: 'evil.example' }]) {
      const { options: next } = await ok(there.post('/v1/auth/passkey/begin'));
      expect(await refusedAs(there, device.create(next, fault))).toEqual([422, 'passkey_not_added']);
      expect(await refusedAs(there, device.create(next))).toEqual([422, 'passkey_not_added']);
    }
    const { options: own } = await ok(there.post('/v1/auth/passkey/begin'));
    const credential = device.create(own);
    await ok(there.post('/v1/auth/passkey', { name: 'Key', credential }));
    // The same credential, with a challenge of its own, for another account.
    const theirs = await ok(stranger.post('/v1/auth/passkey/begin'));
    const copied = { ...credential, client_data: device.create(theirs.options).client_data };
    expect(await refusedAs(stranger, copied)).toEqual([422, 'passkey_not_added']);
    expect((await ok(there.get('/v1/auth/passkey'))).items).toHaveLength(2);
    expect(name).toBeTruthy();
  });

  it('are at most twenty of an account', async () => {
    const { there, id } = await holder();
    await cast.database.executeSql(`insert into passkey (user_id, name, credential_id, public_key, counter, transports, created_at)
      select ${id}, 'Key', 'more-${id}-' || g, 'AAAA', 0, '{}', now() from generate_series(1, 19) g`);
    expect((await there.post('/v1/auth/passkey/begin')).body.title).toBe('An account has at most 20 passkeys');
  });

  it('belong to their owner alone', async () => {
    const { passkey } = await holder();
    expect((await cast.admin.post(`/v1/auth/passkey/rename/${passkey}`, { name: 'Mine' })).status).toBe(404);
    expect((await cast.admin.post(`/v1/auth/passkey/remove/${passkey}`)).status).toBe(404);
    const acting = await ok(cast.sales.post(`/v1/auth/login/user/${cast.customer.id}`));
    const buyer = client(cast.request, acting.api_key, cast.customer.id);
    expect((await buyer.get('/v1/auth/passkey')).body.code).toBe('not_while_acting');
    expect((await buyer.post('/v1/auth/passkey/begin')).body.code).toBe('not_while_acting');
    expect((await buyer.post('/v1/auth/confirm/passkey/begin')).body.code).toBe('not_while_acting');
    expect((await buyer.post(`/v1/auth/passkey/remove/${passkey}`)).body.code).toBe('not_while_acting');
    const { id: account_id } = await ok(cast.admin.post('/v1/service_account', { name: 'Desk', role: 'GeneralAdmin' }));
    const { token } = await ok(cast.admin.post('/v1/service_token', { account_id, name: 'Desk', scopes: ['user:*'] }));
    const robot = client(cast.request, token, 0);
    expect((await robot.get('/v1/auth/passkey')).status).toBe(403);
    for (const path of ['passkey/begin', 'passkey/remove/1', 'confirm/passkey/begin'])
      expect((await robot.post(`/v1/auth/${path}`)).status).toBe(403);
  });

  it('are the whole second factor where the app is turned off, and leave it with the last one', async () => {
    const { there, name, passkey } = await holder();
    const secret = await enrolApp(there);
    await ok(there.post('/v1/auth/second_factor/remove', { code: totpCode(secret) }));
    expect(await ok(there.get('/v1/auth/second_factor'))).toMatchObject({ enabled: false, recovery_codes_left: 10 });
    expect((await signIn(name, elsewhere())).status).toBe(202);
    await ok(there.post(`/v1/auth/passkey/remove/${passkey}`));
    expect((await signIn(name, elsewhere())).status).toBe(200);
    expect(await ok(there.get('/v1/auth/second_factor'))).toMatchObject({ recovery_codes_left: 0 });
  });

  it('leave the app where the last one is removed', async () => {
    const { there, name, passkey } = await holder();
    const secret = await enrolApp(there);
    await ok(there.post(`/v1/auth/passkey/remove/${passkey}`));
    const address = elsewhere();
    const { ticket } = await ok202(signIn(name, address));
    await ok(post('login/second_factor', { ticket, code: totpCode(secret) }, address));
  });

  it('get new recovery codes after a confirmation, where there is no app', async () => {
    const { there, name, codes } = await holder();
    await grow(there.id);
    expect((await there.post('/v1/auth/second_factor/recovery_codes')).body.code).toBe('confirm_with_passkey');
    await ok(there.post('/v1/auth/confirm', { code: codes[0] }));
    const { recovery_codes } = await ok(there.post('/v1/auth/second_factor/recovery_codes'));
    const address = elsewhere();
    const { ticket } = await ok202(signIn(name, address));
    expect((await post('login/second_factor', { ticket, code: codes[1] }, address)).status).toBe(422);
    await ok(post('login/second_factor', { ticket, code: recovery_codes[0] }, address));
    await enrolApp(there);
    const missing = await there.post('/v1/auth/second_factor/recovery_codes');
    expect([missing.status, Object.keys(missing.body.error.fields)]).toEqual([422, ['code']]);
  });

  it('are removed by a reset, with a message and a mail', async () => {
    const { id, name, device } = await holder();
    await ok(cast.admin.post(`/v1/user/reset_second_factor/${id}`));
    expect((await signIn(name, elsewhere())).status).toBe(200);
    expect((await alone(device, elsewhere())).status).toBe(401);
    await expect.poll(() => cast.mails.filter(({ to }) => to === `${name}@mail.example`).length).toBe(1);
  });
});

describe('passkeys where the role needs a second factor', () => {
  afterAll(() => cast.close());

  it('are enough, also for a session that may do nothing else first', async () => {
    cast = await startCast(
      'pglite',
      {},
      { ...env, REQUIRE_SECOND_FACTOR: 'GeneralAdmin', SECOND_FACTOR_GRACE_DAYS: '0' },
    );
    const { name, id } = await person();
    const late = await ok(signIn(name, elsewhere()));
    expect(late.must_enrol_second_factor).toBe(true);
    const there = client(cast.request, late.api_key, id);
    expect((await there.get('/v1/order/list')).status).toBe(403);
    await grow(id);
    expect((await there.post('/v1/auth/passkey/begin')).body.code).toBe('confirm_with_password');
    await ok(there.post('/v1/auth/confirm', { password }));
    const { device, id: passkey } = await add(there);
    expect((await there.get('/v1/order/list')).status).toBe(200);
    expect((await ok(alone(device, elsewhere()))).must_enrol_second_factor).toBeUndefined();
    expect((await there.post(`/v1/auth/passkey/remove/${passkey}`)).body.code).toBe('factor_required');
    // With another one, the first may go.
    await add(there);
    await ok(there.post(`/v1/auth/passkey/remove/${passkey}`));
  });
});

describe('passkeys on a server without a suitable address', () => {
  afterAll(() => cast.close());

  it('are refused with the reason', async () => {
    cast = await startCast('pglite', {}, { PUBLIC_URL: 'http://192.168.1.5:8080' });
    expect(await ok(cast.admin.get('/v1/auth/passkey'))).toEqual({ origin: null, items: [] });
    expect((await ok(cast.request('GET', '/v1/auth/config'))).passkey_origin).toBeNull();
    const headers = { 'x-lang': 'zh' };
    const refused = await cast.admin.post('/v1/auth/passkey/begin', {}, headers);
    expect([refused.status, refused.body.title]).toEqual([
      422,
      '该服务器不能使用通行密钥：访问地址须为 https 开头的域名',
    ]);
    expect((await post('login/passkey/begin', {}, elsewhere())).body.code).toBe('passkey_off');
  });
});

describe('passkeys with several processes, on PostgreSQL', () => {
  beforeAll(async () => {
    cast = await startCast('postgres', {}, { ...env, REQUIRE_SECOND_FACTOR: 'GeneralAdmin' });
  });
  afterAll(() => cast.close());

  it('answer another process than the one that asked', async () => {
    const { device, name } = await holder();
    const database = await openDatabase({ databaseUrl: await addressOf(cast.database) });
    const other = await startProduct(database, { withoutWorkers: true }, env);
    try {
      const address = elsewhere();
      const credential = device.get(await begin(address));
      const { user } = await ok(post('login/passkey', { credential }, address, other));
      expect(user.name).toBe(name);
      expect((await finish(credential, address)).status).toBe(401);
    } finally {
      await other.close();
    }
  });

  it('open one session with one answer that is sent several times', async () => {
    const { device } = await holder();
    const address = elsewhere();
    const credential = device.get(await begin(address));
    const answers = await Promise.all([1, 2, 3].map(() => finish(credential, address)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401]);
  });

  it('are guessed at five times, however many guesses are sent at once', async () => {
    const { device } = await holder();
    const address = elsewhere();
    const guesses: object[] = [];
    for (let at = 0; at < 12; at += 1) guesses.push(device.get(await begin(address), { userVerified: false }));
    const answers = await Promise.all(guesses.map((credential) => finish(credential, address)));
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(5);
    expect(answers.filter(({ body }) => body.code === 'login_locked')).toHaveLength(7);
  });

  it('leave one factor that the role needs where the last two are removed at the same time', async () => {
    const { there, passkey, name } = await holder();
    const { id } = await add(there);
    const answers = await Promise.all([passkey, id].map((one) => there.post(`/v1/auth/passkey/remove/${one}`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
    const secret = await enrolApp(there);
    const [{ id: left }] = (await ok(there.get('/v1/auth/passkey'))).items;
    const code = totpCode(secret);
    const both = await Promise.all([
      there.post(`/v1/auth/passkey/remove/${left}`),
      there.post('/v1/auth/second_factor/remove', { code }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 422]);
    expect((await signIn(name, elsewhere())).status).toBe(202);
  });
});
