import { Secret } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stepOfCode } from '../../server/domain/account/signIn/totp.ts';
import { type Cast, startCast } from '../support/cast.ts';
import { forAnyEngine } from '../support/database.ts';
import { asIfChosen, type Client, client, ok, password } from '../support/product.ts';
import { totpCode } from '../support/totpCode.ts';

/** The second factor: an authenticator app and recovery codes (issue 35, section 2; E4). */

let cast: Cast;
let networks = 0;
/** An address without earlier requests. */
const elsewhere = () => {
  networks += 1;
  return `10.8.${networks >> 8}.${networks & 255}`;
};

/** A code that no step near the present one has. */
const wrongCode = (secret: string): string => {
  const near = [-2, -1, 0, 1, 2, 3].map((step) => totpCode(secret, step));
  return (
    ['000000', '111111', '222222', '333333', '444444', '555555', '666666'].find((one) => !near.includes(one)) ?? ''
  );
};

const signIn = (name: string, address: string, headers = {}) =>
  cast.request('POST', '/v1/auth/login', { body: { name, password }, address, headers });
const second = (ticket: string, code: string, address: string) =>
  cast.request('POST', '/v1/auth/login/second_factor', { body: { ticket, code }, address });

let serial = 0;
const person = async (more: object = {}) => {
  serial += 1;
  const name = `factor.${serial}`;
  const body = {
    name,
    nick_name: name,
    role_id: 2,
    password,
    params: { liaison_mail: `${name}@mail.example` },
    ...more,
  };
  const { id } = await ok(cast.admin.post('/v1/user', body));
  await asIfChosen(cast.database, id);
  return { id: id as number, name };
};

/** Sets up the second factor of a client; the present code can be used again, as it could in half a minute. */
async function enrol(who: Client): Promise<{ secret: string; codes: string[] }> {
  const { secret } = await ok(who.post('/v1/auth/second_factor/begin', { password }));
  const { recovery_codes } = await ok(who.post('/v1/auth/second_factor/confirm', { code: totpCode(secret) }));
  await cast.database.executeSql(`update second_factor set last_step = null where user_id = ${who.id}`);
  return { secret, codes: recovery_codes };
}
const enrolled = async (more: object = {}) => {
  const who = await person(more);
  const there = await cast.login(who.name);
  return { ...who, there, ...(await enrol(there)) };
};

describe('the codes of RFC 6238, appendix B', () => {
  const secret = new Secret({ buffer: new TextEncoder().encode('12345678901234567890').buffer as ArrayBuffer }).base32;
  it.each([
    [59, '94287082'],
    [1_111_111_109, '07081804'],
    [1_111_111_111, '14050471'],
    [1_234_567_890, '89005924'],
    [2_000_000_000, '69279037'],
    [20_000_000_000, '65353130'],
  ])('at second %i', (seconds, vector) => {
    // Six digits are the last six of eight.
    const code = vector.slice(2);
    const at = (offset: number, after?: number) => stepOfCode(secret, code, new Date((seconds + offset) * 1000), after);
    const step = Math.floor(seconds / 30);
    expect([at(0), at(-30), at(30)]).toEqual([step, step, step]);
    expect([at(-90), at(90)]).toEqual([undefined, undefined]);
    expect([at(0, step), at(0, step - 1), at(0, step + 1)]).toEqual([undefined, step, undefined]);
  });

  it.each(['', '28708', '2870821', '28708a', '２８７０８２', '287 082'])('as typed: “%s”', (typed) => {
    const isSix = ['２８７０８２', '287 082'].includes(typed);
    expect(stepOfCode(secret, typed, new Date(59_000))).toBe(isSix ? 1 : undefined);
  });
});

forAnyEngine('a second factor', (engine) => {
  beforeAll(async () => {
    cast = await startCast(engine, {}, { PUBLIC_URL: 'https://licences.example' });
  });
  afterAll(() => cast.close());

  it('leaves the sign-in of an account without one as it was', async () => {
    const { name } = await person();
    const { status, body } = await signIn(name, elsewhere());
    expect([status, Object.keys(body).sort()]).toEqual([
      200,
      ['acting_since', 'api_key', 'behalf_id', 'behalf_name', 'expires_at', 'must_change_password', 'role', 'user'],
    ]);
  });

  it('is set up with the password and a first code, and shows ten recovery codes once', async () => {
    const { name, id } = await person();
    const there = await cast.login(name);
    expect(await ok(there.get('/v1/auth/second_factor'))).toEqual({
      enabled: false,
      enabled_at: null,
      recovery_codes_left: 0,
      passkeys: 0,
      required: false,
      due_at: null,
    });
    const wrong = await there.post('/v1/auth/second_factor/begin', { password: 'Wrong-2026' });
    expect([wrong.status, wrong.body.error.fields]).toEqual([422, { password: ['The password is incorrect'] }]);
    expect((await there.post('/v1/auth/second_factor/confirm', { code: '123456' })).body.code).toBe('factor_not_begun');
    const { secret, uri } = await ok(there.post('/v1/auth/second_factor/begin', { password }));
    expect(uri).toBe(
      `otpauth://totp/licences.example:${name}?issuer=licences.example&secret=${secret}&algorithm=SHA1&digits=6&period=30`,
    );
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    const refused = await there.post('/v1/auth/second_factor/confirm', { code: wrongCode(secret) });
    expect(Object.keys(refused.body.error.fields)).toEqual(['code']);
    // Until it is confirmed, the password alone signs in.
    expect((await signIn(name, elsewhere())).status).toBe(200);
    const { recovery_codes } = await ok(there.post('/v1/auth/second_factor/confirm', { code: totpCode(secret) }));
    expect(new Set(recovery_codes).size).toBe(10);
    for (const code of recovery_codes) expect(code).toMatch(/^([0-9A-Z]{4}-){3}[0-9A-Z]{4}$/);
    expect(await ok(there.get('/v1/auth/second_factor'))).toMatchObject({ enabled: true, recovery_codes_left: 10 });
    expect((await ok(cast.admin.get(`/v1/user/${id}`))).second_factor).toBe(true);
    const { rows } = await cast.database.executeSql(`select secret_sealed from second_factor where user_id = ${id}`);
    expect(String(rows[0]?.['secret_sealed'])).toMatch(/^v3\./);
    const stored = await cast.database.executeSql('select code_hash from recovery_code');
    for (const code of recovery_codes) expect(JSON.stringify(stored.rows)).not.toContain(code.replaceAll('-', ''));
  });

  it('asks for a code after the password, and opens no session before', async () => {
    const { name, secret } = await enrolled();
    const address = elsewhere();
    const first = await signIn(name, address);
    expect([first.status, Object.keys(first.body).sort()]).toEqual([
      202,
      ['expires_at', 'passkey', 'second_factor', 'ticket'],
    ]);
    const minutes = (Date.parse(first.body.expires_at) - Date.now()) / 60_000;
    expect(minutes).toBeGreaterThan(4);
    expect(minutes).toBeLessThanOrEqual(5);
    const { ticket } = first.body;
    expect((await cast.request('GET', '/v1/user/config', { key: ticket })).status).toBe(401);
    const wrong = await second(ticket, wrongCode(secret), address);
    expect([wrong.status, wrong.body.error.fields]).toEqual([
      422,
      { code: ['The code is wrong or was used already: wait for the next one, or check the clock of your device'] },
    ]);
    const code = totpCode(secret);
    const { api_key, user } = await ok(second(ticket, code, address));
    expect(user.name).toBe(name);
    await ok(cast.request('GET', '/v1/user/config', { key: api_key }));
    // The ticket is used up, and so is the code.
    expect((await second(ticket, totpCode(secret, 1), address)).body.code).toBe('sign_in_ended');
    const again = await ok202(signIn(name, address));
    expect((await second(again.ticket, code, address)).status).toBe(422);
    expect((await second(again.ticket, totpCode(secret, 1), address)).status).toBe(200);
  });

  it.each([
    ['another network', async (ticket: string) => [ticket, elsewhere()]],
    ['an unknown ticket', async (_: string, address: string) => ['A'.repeat(43), address]],
    [
      'an expired ticket',
      async (ticket: string, address: string) => {
        await cast.database.executeSql(`update account_ticket set expires_at = now() - interval '1 second'`);
        return [ticket, address];
      },
    ],
    [
      'a password that was changed meanwhile',
      async (ticket: string, address: string, id: number) => {
        await ok(cast.admin.post(`/v1/user/${id}`, { password: 'Given-2026' }));
        return [ticket, address];
      },
    ],
    [
      'an account that was deleted meanwhile',
      async (ticket: string, address: string, id: number) => {
        await ok(cast.admin.delete(`/v1/user/${id}`));
        return [ticket, address];
      },
    ],
  ] as const)('does not follow with %s', async (_, spoil) => {
    const { name, secret, id } = await enrolled();
    const address = elsewhere();
    const { ticket } = await ok202(signIn(name, address));
    const [given = '', from = ''] = await spoil(ticket, address, id);
    const answer = await second(given, totpCode(secret), from);
    expect([answer.status, answer.body.title]).toEqual([422, 'This sign-in took too long: start again']);
  });

  it('takes each recovery code once, counts those left, and replaces them', async () => {
    const { name, there, codes, secret } = await enrolled();
    const address = elsewhere();
    const use = async (code: string) => second((await ok202(signIn(name, address))).ticket, code, address);
    const [one = '', two = ''] = codes;
    await ok(use(one.toLowerCase().replaceAll('-', ' ')));
    expect((await use(one)).status).toBe(422);
    expect((await ok(there.get('/v1/auth/second_factor'))).recovery_codes_left).toBe(9);
    const { recovery_codes } = await ok(
      there.post('/v1/auth/second_factor/recovery_codes', { code: totpCode(secret) }),
    );
    expect((await ok(there.get('/v1/auth/second_factor'))).recovery_codes_left).toBe(10);
    expect((await use(two)).status).toBe(422);
    await ok(use(recovery_codes[0]));
    const { items } = await ok(cast.admin.get('/v1/audit/list?filter_action=use_recovery_code'));
    expect(items).toHaveLength(2);
  });

  it('is replaced by another app, and turned off, with a code', async () => {
    const { name, there, secret } = await enrolled();
    const next = await ok(there.post('/v1/auth/second_factor/begin', { password }));
    const address = elsewhere();
    await ok(second((await ok202(signIn(name, address))).ticket, totpCode(secret), address));
    await ok(there.post('/v1/auth/second_factor/confirm', { code: totpCode(next.secret) }));
    const { ticket } = await ok202(signIn(name, address));
    expect((await second(ticket, totpCode(secret, 1), address)).status).toBe(422);
    expect((await there.post('/v1/auth/second_factor/remove', { code: wrongCode(next.secret) })).status).toBe(422);
    await ok(there.post('/v1/auth/second_factor/remove', { code: totpCode(next.secret, 1) }));
    expect((await signIn(name, address)).status).toBe(200);
    expect((await second(ticket, totpCode(next.secret, 1), address)).status).toBe(422);
  });

  it('counts guesses: five per network, ten in all, with those of passwords', async () => {
    const { name, secret } = await enrolled();
    const tries = async (address: string, count: number) => {
      const { ticket } = await ok202(signIn(name, address));
      const codes: string[] = [];
      for (let at = 0; at < count; at += 1) codes.push((await second(ticket, wrongCode(secret), address)).body.code);
      return { ticket, locked: codes.filter((one) => one === 'login_locked').length };
    };
    const [here, there] = [elsewhere(), elsewhere()];
    expect((await tries(here, 7)).locked).toBe(2);
    expect((await tries(there, 6)).locked).toBe(1);
    // A right password does not forgive the wrong codes, and a third network gets no more of them.
    const third = await tries(elsewhere(), 1);
    expect(third.locked).toBe(1);
    const { ticket } = await ok202(signIn(name, here));
    expect((await second(ticket, totpCode(secret), here)).body.code).toBe('login_locked');
    const denied = await ok(cast.admin.get('/v1/audit/list?filter_action=login&filter_result=denied'));
    expect(denied.total).toBeGreaterThan(9);
  });

  it('is reset by a SuperAdmin only, with a message and a mail to the person, whose sessions end', async () => {
    const { id, name, there } = await enrolled();
    expect((await cast.operations.post(`/v1/user/reset_second_factor/${id}`)).status).toBe(403);
    expect((await cast.admin.post(`/v1/user/reset_second_factor/${cast.admin.id}`)).status).toBe(422);
    await ok(cast.admin.post(`/v1/user/reset_second_factor/${id}`));
    expect((await there.get('/v1/user/config')).status).toBe(401);
    expect((await signIn(name, elsewhere())).status).toBe(200);
    await expect
      .poll(() => cast.mails.filter(({ to }) => to === `${name}@mail.example`).map(({ subject }) => subject))
      .toEqual([
        'Your two-step verification was reset by admin. If you did not ask for it, tell your administrator at once',
      ]);
    const { items } = await ok(cast.admin.get('/v1/audit/list?filter_action=reset_factor'));
    expect(items).toMatchObject([{ entity_id: id, actor: { id: cast.admin.id } }]);
    expect((await cast.admin.post(`/v1/user/reset_second_factor/${id}`)).body.title).toBe(
      'This user has no two-step verification',
    );
  });

  it('is nobody else’s: not of a salesman who acts, nor of a token', async () => {
    const acting = await ok(cast.sales.post(`/v1/auth/login/user/${cast.customer.id}`));
    const buyer = client(cast.request, acting.api_key, cast.customer.id);
    expect((await buyer.post('/v1/auth/second_factor/begin', { password })).body.code).toBe('not_while_acting');
    const { id: account_id } = await ok(cast.admin.post('/v1/service_account', { name: 'Desk', role: 'GeneralAdmin' }));
    const { token } = await ok(cast.admin.post('/v1/service_token', { account_id, name: 'Desk', scopes: ['user:*'] }));
    const robot = client(cast.request, token, 0);
    expect((await robot.get('/v1/auth/second_factor')).status).toBe(403);
    expect((await robot.post('/v1/auth/second_factor/begin', { password })).status).toBe(403);
  });
});

describe('a second factor that the role needs', () => {
  afterAll(() => cast.close());
  const names = (body: object) => Object.keys(body).filter((name) => name.includes('second_factor'));

  it('is asked for at the end of the days of grace, and before everything else then', async () => {
    cast = await startCast('pglite', {}, { REQUIRE_SECOND_FACTOR: 'GeneralAdmin', SECOND_FACTOR_GRACE_DAYS: '3' });
    const { name, id } = await person();
    const salesman = await person({ role_id: 3 });
    expect(names(await ok(signIn(salesman.name, elsewhere())))).toEqual([]);
    const first = await ok(signIn(name, elsewhere()));
    expect(names(first)).toEqual(['second_factor_due_at']);
    const days = (Date.parse(first.second_factor_due_at) - Date.now()) / 86_400_000;
    expect(Math.round(days)).toBe(3);
    // A session does not outlive the days of grace, and another sign-in does not begin them anew.
    expect(first.expires_at).toBe(first.second_factor_due_at);
    expect((await ok(signIn(name, elsewhere()))).second_factor_due_at).toBe(first.second_factor_due_at);
    await cast.database.executeSql(
      `update second_factor set due_at = now() - interval '1 second' where user_id = ${id}`,
    );
    const late = await ok(signIn(name, elsewhere()));
    expect(names(late)).toEqual(['must_enrol_second_factor']);
    const there = client(cast.request, late.api_key, id);
    const refused = await there.get('/v1/user/config');
    expect([refused.status, refused.body.code]).toEqual([403, 'factor_due']);
    expect((await there.get('/v1/order/list')).status).toBe(403);
    expect((await there.get(`/v1/user/${id}`)).status).toBe(200);
    expect(await ok(there.get('/v1/auth/second_factor'))).toMatchObject({ enabled: false, required: true });
    const { secret } = await enrol(there);
    expect((await there.get('/v1/order/list')).status).toBe(200);
    const off = await there.post('/v1/auth/second_factor/remove', { code: totpCode(secret) });
    expect([off.status, off.body.code]).toEqual([422, 'factor_required']);
  });
});

describe('two uses of one code at the same time, on PostgreSQL', () => {
  beforeAll(async () => {
    cast = await startCast('postgres');
  });
  afterAll(() => cast.close());

  it('open one session, with a code of the app and with a recovery code', async () => {
    const { name, secret, codes } = await enrolled();
    const address = elsewhere();
    for (const code of [totpCode(secret), codes[0] ?? '']) {
      const tickets = [];
      for (let at = 0; at < 3; at += 1) tickets.push((await ok202(signIn(name, address))).ticket as string);
      const answers = await Promise.all(tickets.map((ticket) => second(ticket, code, address)));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422]);
    }
  });

  it('open one session with one ticket and two codes', async () => {
    const { name, codes } = await enrolled();
    const address = elsewhere();
    const { ticket } = await ok202(signIn(name, address));
    const answers = await Promise.all(codes.slice(0, 3).map((code) => second(ticket, code, address)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422]);
    // The codes of the refused ones are not used up.
    const { items } = await ok(cast.admin.get('/v1/audit/list?filter_action=use_recovery_code'));
    expect(items).toHaveLength(2);
  });
});

/** The body of an answer with 202. */
async function ok202(answer: ReturnType<Cast['request']>) {
  const { status, body } = await answer;
  if (status !== 202) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body;
}
