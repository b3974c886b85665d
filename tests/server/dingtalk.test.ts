import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createDingtalk, type DingtalkSettings } from '../../server/gateways/dingtalk.ts';
import { type Cast, startCast } from '../support/cast.ts';
import { eitherEngine } from '../support/database.ts';
import { type Provider, startDingtalk } from '../support/dingtalk.ts';
import { ok } from '../support/product.ts';

const app = { clientId: 'ding-app', clientSecret: 'the secret of the app' };
const corpId = 'corp-1';
let provider: Provider;
let cast: Cast;
beforeAll(async () => {
  provider = await startDingtalk({ ...app, corpId });
  const dingtalk = createDingtalk({ ...app, corpId, apiUrl: provider.url, loginUrl: 'https://login.dingtalk.com' });
  cast = await startCast(eitherEngine, { dingtalk });
  await ok(cast.admin.post(`/v1/user/${cast.sales.id}`, { phone: '+86 138 0013 2045' }));
});
afterAll(async () => {
  await cast.close();
  await provider.close();
});

interface Way {
  /** The state parameter that is returned with the code. */
  readonly state: string;
  /** The verifier that the browser stores. */
  readonly verifier?: string;
}

/** Goes through the page of the provider. */
async function jump(uri = '/login', key?: string): Promise<Way> {
  const headers = { accept: 'application/json' };
  const path = `/v1/oauth/jump/dingtalk?uri=${encodeURIComponent(uri)}`;
  const { url, verifier } = await ok(cast.request('GET', path, { key, headers }));
  return { state: new URL(url).searchParams.get('state') ?? '', verifier };
}
const enter = (code: string, { state, verifier }: Way, key?: string) =>
  cast.request(
    'GET',
    `/v1/oauth/login/dingtalk?authCode=${code}&state=${state}${verifier ? `&verifier=${verifier}` : ''}`,
    { key },
  );

const lin = { unionId: 'union-lin', openId: 'open-lin', nick: 'Lin', mobile: '13800132045', corpId };

describe('the way to DingTalk (R-CALL-15)', () => {
  it('leads to the published page, and back to a page of this console', async () => {
    const answer = await cast.app.request('/v1/oauth/jump/dingtalk?uri=/login');
    const url = new URL(answer.headers.get('location') ?? '');
    expect(`${url.origin}${url.pathname}`).toBe('https://login.dingtalk.com/oauth2/auth');
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      client_id: app.clientId,
      response_type: 'code',
      scope: 'openid corpid',
      prompt: 'consent',
      redirect_uri: 'http://127.0.0.1:8080/login',
    });
  });

  it.each([
    'https://elsewhere.example/login',
    '//elsewhere.example',
    '/\\elsewhere.example',
    '/enterprise',
    'javascript:1',
    'http://127.0.0.1:8080@elsewhere.example/login',
  ])('refuses to come back to %s', async (uri) => {
    const answer = await cast.request('GET', `/v1/oauth/jump/dingtalk?uri=${encodeURIComponent(uri)}`);
    expect([answer.status, Object.keys(answer.body.error.fields)]).toEqual([422, ['uri']]);
  });

  it('tells the address to a page that asks for JSON', async () => {
    const answer = await cast.request('GET', '/v1/oauth/jump/dingtalk?uri=/login', {
      headers: { accept: 'application/json' },
    });
    expect(answer.body.url).toMatch(/^https:\/\/login\.dingtalk\.com\//);
    expect(answer.body.verifier).toMatch(/^[\w-]{32}$/);
    expect(answer.body.url).not.toContain(answer.body.verifier);
    expect((await cast.request('GET', '/v1/auth/config')).body).toEqual({
      dingtalk: true,
      passkey_origin: 'http://localhost:8080',
    });
  });
});

describe('signing in with DingTalk (R-CALL-14, R-USER-05)', () => {
  it('knows a salesman by the phone, binds the account, and then knows it by its binding', async () => {
    const first = await ok(enter(provider.grant(lin), await jump()));
    expect([first.user.id, first.role]).toEqual([cast.sales.id, 'SalesMan']);
    expect((await cast.request('GET', '/v1/user/config', { key: first.api_key })).status).toBe(200);
    const relation = await ok(cast.sales.get('/v1/user_oauth/relation'));
    expect(relation).toMatchObject({ bound: true, nick: 'Lin' });
    const moved = { ...lin, mobile: '13900000000', corpId: 'corp-2' };
    expect((await ok(enter(provider.grant(moved), await jump()))).user.id).toBe(cast.sales.id);
  });

  it('stores the name there as every other text', async () => {
    const nick = `Lin\u200b\u0000 \u202e${'林'.repeat(94)}😀😀`;
    const bound = { ...lin, unionId: 'union-other', mobile: '13800132046', nick };
    await ok(cast.admin.post(`/v1/user/${cast.otherSales.id}`, { phone: '13800132046' }));
    const { user } = await ok(enter(provider.grant(bound), await jump()));
    expect(user.id).toBe(cast.otherSales.id);
    const relation = await ok(cast.otherSales.get('/v1/user_oauth/relation'));
    expect(relation.nick).toBe(`Lin ${'林'.repeat(94)}😀😀`);
  });

  it.each<[string, () => Promise<[string, Way]>, string]>([
    ['a wrong code', async () => ['no-code', await jump()], 'authCode'],
    [
      'a state of ours that was used',
      async () => {
        const way = await jump();
        await enter('no-code', way);
        return [provider.grant(lin), way];
      },
      'state',
    ],
    ['a state that is none of ours', async () => [provider.grant(lin), { state: 'made-up' }], 'state'],
    [
      'a state of another browser',
      async () => [provider.grant(lin), { ...(await jump()), verifier: (await jump()).verifier ?? '' }],
      'state',
    ],
    [
      'a state alone, which anybody may have sent',
      async () => [provider.grant(lin), { state: (await jump()).state }],
      'state',
    ],
    [
      'a state whose jump was followed by no page of ours',
      async () => {
        const answer = await cast.app.request('/v1/oauth/jump/dingtalk?uri=/login');
        const state = new URL(answer.headers.get('location') ?? '').searchParams.get('state') ?? '';
        return [provider.grant(lin), { state }];
      },
      'state',
    ],
    [
      'an account of another corporation',
      async () => [provider.grant({ ...lin, unionId: 'other', corpId: 'corp-2' }), await jump()],
      '_',
    ],
    [
      'an account that nobody has',
      async () => [provider.grant({ ...lin, unionId: 'nobody', mobile: '15900000000' }), await jump()],
      '_',
    ],
    [
      'an account without a phone',
      async () => [provider.grant({ unionId: 'mute', openId: 'open-mute', nick: 'M' }), await jump()],
      '_',
    ],
  ])('refuses %s', async (_name, given, field) => {
    const [code, state] = await given();
    const answer = await enter(code, state);
    expect([answer.status, Object.keys(answer.body.error.fields)]).toEqual([422, [field]]);
    expect(JSON.stringify(answer.body)).not.toContain(app.clientSecret);
  });

  it('takes a code alone, as the specification has it, and then binds to nobody who is signed in', async () => {
    const code = provider.grant({ unionId: 'alone', openId: 'open-alone', nick: 'A' });
    const answer = await cast.request('GET', `/v1/oauth/login/dingtalk?authCode=${code}`, { key: cast.customer.key });
    expect([answer.status, answer.body.title]).toEqual([422, 'This DingTalk account is not bound to any user']);
    const known = provider.grant(lin);
    expect((await ok(cast.request('GET', `/v1/oauth/login/dingtalk?authCode=${known}`))).user.id).toBe(cast.sales.id);
  });

  it('refuses a code that was used', async () => {
    const code = provider.grant(lin);
    await ok(enter(code, await jump()));
    expect((await enter(code, await jump())).status).toBe(422);
  });

  it('says so when the provider is down, and makes no account', async () => {
    const users = (await ok(cast.admin.get('/v1/user/list'))).total;
    provider.failWith(503);
    const answer = await enter(provider.grant(lin), await jump());
    provider.failWith(undefined);
    expect([answer.status, answer.body.title]).toEqual([422, 'DingTalk cannot be reached, please try again']);
    expect((await ok(cast.admin.get('/v1/user/list'))).total).toBe(users);
  });
});

describe('binding (R-CALL-11, R-CALL-12, R-CALL-13)', () => {
  const ida = { unionId: 'union-ida', openId: 'open-ida', nick: 'Ida', corpId: 'anywhere' };

  it('binds the account to who started, and to nobody else', async () => {
    const state = await jump('/userinfo', cast.customer.key);
    expect((await enter(provider.grant(ida), state)).status).toBe(422);
    const unasked = await jump('/userinfo', cast.customer.key);
    const byState = await enter(provider.grant(ida), { state: unasked.state }, cast.customer.key);
    expect(byState.body.code).toBe('oauth_state');
    const again = await jump('/userinfo', cast.customer.key);
    const bound = await ok(enter(provider.grant(ida), again, cast.customer.key));
    expect(bound.user.id).toBe(cast.customer.id);
    expect((await ok(enter(provider.grant(ida), await jump()))).user.id).toBe(cast.customer.id);
    const other = await cast.login('second');
    const taken = await enter(provider.grant(ida), await jump('/userinfo', other.key), other.key);
    expect(taken.body.title).toBe('This DingTalk account is bound to another user');
  });

  it('is listed for administrators, who may end it', async () => {
    const { items } = await ok(cast.admin.get(`/v1/user_oauth/list?filter_user_id=${cast.customer.id}`));
    expect(items).toMatchObject([{ nick: 'Ida', provider: 'dingtalk', user: { id: cast.customer.id } }]);
    expect(items[0]).not.toHaveProperty('union_id');
    await ok(cast.operations.delete(`/v1/user_oauth/${items[0].id}`));
    expect((await enter(provider.grant(ida), await jump())).status).toBe(422);
  });

  it('is refused while acting and under tutelage', async () => {
    const customer = await cast.login('first');
    await ok(enter(provider.grant(ida), await jump('/userinfo', customer.key), customer.key));
    const acting = await ok(cast.sales.post(`/v1/auth/login/user/${cast.customer.id}`));
    const answer = await cast.request('GET', '/v1/oauth/jump/dingtalk?uri=/userinfo', { key: acting.api_key });
    expect(answer.status).toBe(422);
    await ok(cast.admin.post(`/v1/user/${cast.customer.id}`, { params: { tutelage: true } }));
    const refused = await enter(provider.grant(ida), await jump());
    expect(refused.body.title).toMatch(/managed by your sales contact/);
  });
});

/** DingTalk as a SuperAdmin sets it up, without a restart (issue 35, sections 1 and 6). */
describe('the settings of the sign-in with DingTalk', () => {
  const page = '/v1/setting/sign_in/1';
  const right = {
    dingtalk_client_id: app.clientId,
    dingtalk_client_secret: app.clientSecret,
    dingtalk_corp_id: corpId,
  };
  let own: Cast;
  beforeAll(async () => {
    own = await startCast(
      eitherEngine,
      {},
      {
        DINGTALK_API_URL: provider.url,
        DINGTALK_LOGIN_URL: provider.url,
      },
    );
    await ok(own.admin.post(`/v1/user/${own.sales.id}`, { phone: '138 0013 2045' }));
  });
  afterAll(() => own.close());
  const isOffered = async () => (await own.request('GET', '/v1/auth/config')).body.dingtalk;
  const signIn = () => own.request('GET', `/v1/oauth/login/dingtalk?authCode=${provider.grant(lin)}`);

  it.each<[string, object, string]>([
    ['without a secret', { ...right, dingtalk_client_secret: '' }, 'dingtalk_client_secret'],
    ['without a client ID', { dingtalk_client_secret: app.clientSecret }, 'dingtalk_client_id'],
    ['without a corporation', { ...right, dingtalk_corp_id: null }, 'dingtalk_corp_id'],
    ['with a secret that DingTalk refuses', { ...right, dingtalk_client_secret: 'wrong' }, 'dingtalk_client_secret'],
    ['with the client of another app', { ...right, dingtalk_client_id: 'another' }, 'dingtalk_client_secret'],
  ])('are refused %s, at the field', async (_name, body, field) => {
    const answer = await own.admin.post(page, body);
    expect([answer.status, Object.keys(answer.body.error.fields)]).toEqual([422, [field]]);
    expect([await isOffered(), (await signIn()).body.code]).toEqual([false, 'oauth_off']);
  });

  it('are refused while DingTalk does not answer, and nothing is saved', async () => {
    provider.failWith(503);
    const answer = await own.admin.post(page, right);
    provider.failWith(undefined);
    expect([answer.status, Object.keys(answer.body.error.fields)]).toEqual([422, ['dingtalk_client_id']]);
    expect(await isOffered()).toBe(false);
  });

  it('sign people in at once, show no secret, and end the sign-in when they are emptied', async () => {
    const saved = await ok(own.admin.post(page, right));
    expect(saved).toMatchObject({ dingtalk_client_id: app.clientId, dingtalk_corp_id: corpId, locked_fields: [] });
    expect(JSON.stringify(saved)).not.toContain(app.clientSecret);
    await expect.poll(isOffered, { timeout: 6_000 }).toBe(true);
    expect((await ok(signIn())).user.id).toBe(own.sales.id);
    const { rows } = await own.database.executeSql('select stored_dingtalk_secret as secret from sign_in_setting');
    expect(String(rows[0]?.['secret'])).not.toContain(app.clientSecret);
    // An empty secret keeps the present one; another app needs its own.
    await ok(own.admin.post(page, { dingtalk_client_secret: '', grace_days: 9 }));
    expect((await own.admin.post(page, { dingtalk_client_id: 'another' })).status).toBe(422);
    expect((await ok(signIn())).user.id).toBe(own.sales.id);
    const audited = await own.database.executeSql(`select * from audit where entity = 'sign_in_setting'`);
    const history = JSON.stringify(audited.rows);
    expect([history.includes('dingtalk_client_id'), history.includes(app.clientSecret)]).toEqual([true, false]);
    await ok(own.admin.post(page, { dingtalk_client_id: null }));
    await expect.poll(isOffered, { timeout: 6_000 }).toBe(false);
    expect((await signIn()).body.code).toBe('oauth_off');
  });

  it('say whether its second factor is enough', async () => {
    await ok(own.admin.post(page, right));
    await expect.poll(isOffered, { timeout: 6_000 }).toBe(true);
    await own.database.executeSql(`update users set second_factor = true where id = ${own.sales.id}`);
    expect((await signIn()).status).toBe(202);
    await ok(own.admin.post(page, { dingtalk_trusts_factor: true }));
    await expect.poll(async () => (await signIn()).status, { timeout: 6_000 }).toBe(200);
  });
});

it('an app that the environment names is shown and locked, and is used', async () => {
  const env = {
    DINGTALK_CLIENT_ID: app.clientId,
    DINGTALK_CLIENT_SECRET: app.clientSecret,
    DINGTALK_CORP_ID: corpId,
    DINGTALK_API_URL: provider.url,
  };
  const own = await startCast(eitherEngine, {}, env);
  try {
    const shown = await ok(own.admin.get('/v1/setting/sign_in/1'));
    expect(shown).toMatchObject({ dingtalk_client_id: app.clientId, dingtalk_corp_id: corpId });
    expect([...shown.locked_fields].sort()).toEqual([
      'dingtalk_client_id',
      'dingtalk_client_secret',
      'dingtalk_corp_id',
    ]);
    expect(JSON.stringify(shown)).not.toContain(app.clientSecret);
    expect((await own.admin.post('/v1/setting/sign_in/1', { dingtalk_client_id: 'another' })).status).toBe(422);
    await ok(own.admin.post(`/v1/user/${own.sales.id}`, { phone: '13800132045' }));
    const answer = await own.request('GET', `/v1/oauth/login/dingtalk?authCode=${provider.grant(lin)}`);
    expect([answer.status, answer.body.user.id]).toEqual([200, own.sales.id]);
  } finally {
    await own.close();
  }
});

const tokenPath = '/v1.0/oauth2/userAccessToken';
const gateway = (changed: Partial<DingtalkSettings> = {}, fetcher?: typeof fetch) =>
  createDingtalk({ ...app, corpId, apiUrl: provider.url, loginUrl: provider.url, ...changed }, fetcher);
/** The provider, with one of its responses replaced. */
const answering =
  (path: string, body: BodyInit | null, status = 200): typeof fetch =>
  async (url, init) =>
    String(url).endsWith(path) ? new Response(body, { status }) : fetch(url, init);
/** Does not answer until the signal aborts. */
const silent: typeof fetch = (_url, init) =>
  new Promise((_resolve, reject) => init?.signal?.addEventListener('abort', () => reject(init.signal?.reason)));
/** A provider that has been stopped. */
const gone: typeof fetch = async (_url, init) => {
  const other = await startDingtalk({ ...app, corpId });
  await other.close();
  return fetch(other.url, init);
};
/** A response that begins and never ends. */
const endless: typeof fetch = async (_url, init) =>
  new Response(
    new ReadableStream({
      start: (stream) => init?.signal?.addEventListener('abort', () => stream.error(init.signal?.reason)),
    }),
  );

describe('the gateway', () => {
  afterEach(() => {
    provider.failWith(undefined);
    vi.restoreAllMocks();
  });

  it('writes every part of the authorize address so that it comes back as it was', async () => {
    const redirectUri = 'https://console.example/login?from=a b&to=c+d#é';
    const url = gateway().authorizeUrl(redirectUri, 'a&b=c +%é');
    expect(url).toContain('&scope=openid%20corpid&');
    provider.grant(lin);
    const answer = await fetch(url, { redirect: 'manual' });
    const back = new URL(answer.headers.get('location') ?? '');
    expect([answer.status, back.origin, back.searchParams.get('to')]).toEqual([302, 'https://console.example', 'c d']);
    expect(new URL(url).searchParams.get('redirect_uri')).toBe(redirectUri);
    expect(back.searchParams.get('state')).toBe('a&b=c +%é');
    expect(await gateway().account(back.searchParams.get('authCode') ?? '')).toMatchObject({ unionId: lin.unionId });
  });

  it.each([
    ['all that it tells', lin, lin],
    ['no phone where the app may not read it', { ...lin, mobile: undefined }, { ...lin, mobile: null }],
    ['the corporation that was chosen', { ...lin, corpId: 'corp-2' }, { ...lin, corpId: 'corp-2' }],
  ])('takes a good code for an account: %s', async (_name, account, expected) => {
    provider.requests.length = 0;
    expect(await gateway().account(provider.grant(account))).toEqual(expected);
    expect(provider.requests.map(({ path, status }) => `${status} ${path}`)).toEqual([
      `200 ${tokenPath}`,
      '200 /v1.0/contact/users/me',
    ]);
  });

  const used = async () => {
    const code = provider.grant(lin);
    await gateway().account(code);
    return code;
  };
  const unused = async () => provider.grant(lin);
  const down = async () => {
    provider.failWith(500);
    return unused();
  };
  const me = '/users/me';
  const leak = 'a-token-of-somebody';
  const noName = JSON.stringify({ openId: 'o', nick: leak });
  const number = JSON.stringify({ unionId: 'u', openId: 'o', nick: 'n', mobile: 138 });

  it.each<
    [string, 'DingtalkRefused' | 'Error', RegExp, () => Promise<string>, Partial<DingtalkSettings>, typeof fetch?]
  >([
    ['a code that was used', 'DingtalkRefused', /400/, used, {}],
    ['a wrong code', 'DingtalkRefused', /400/, async () => 'a-wrong-code', {}],
    ['a wrong secret', 'DingtalkRefused', /400/, unused, { clientSecret: 'a-wrong-secret' }],
    ['a wrong client id', 'DingtalkRefused', /400/, unused, { clientId: 'another-app' }],
    ['a provider that fails', 'Error', /500/, down, {}],
    ['a provider that is not there', 'Error', /ECONNREFUSED/, unused, {}, gone],
    ['a token that is refused', 'Error', /401/, unused, {}, answering(me, leak, 401)],
    ['a redirect', 'Error', /302/, unused, {}, answering(tokenPath, null, 302)],
    ['an answer that is no JSON', 'Error', /no JSON object/, unused, {}, answering(tokenPath, leak)],
    ['an answer that is null', 'Error', /no JSON object/, unused, {}, answering(tokenPath, 'null')],
    ['an empty answer', 'Error', /no JSON object/, unused, {}, answering(me, '')],
    ['an answer without a token', 'Error', /no accessToken/, unused, {}, answering(tokenPath, `{"x":"${leak}"}`)],
    ['a token of two lines', 'Error', /no answer/, unused, {}, answering(tokenPath, `{"accessToken":"${leak}\\n."}`)],
    ['a profile of nobody', 'Error', /no unionId/, unused, {}, answering(me, noName)],
    ['a profile of another type', 'Error', /mobile .* not a text/, unused, {}, answering(me, number)],
    ['silence', 'Error', /in time/, unused, {}, silent],
    ['an answer that never ends', 'Error', /in time/, unused, {}, endless],
  ])('says no secret of %s', async (_name, name, message, codeOf, changed, fetcher) => {
    const code = await codeOf();
    const limit = AbortSignal.timeout;
    const limits = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => limit.call(AbortSignal, ms / 10));
    const error = await gateway(changed, fetcher)
      .account(code)
      .catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ name, message: expect.stringMatching(message) });
    const wholeError = `${error} ${(error as Error).stack} ${JSON.stringify(error)} ${(error as Error).cause}`;
    for (const secret of [code, app.clientSecret, 'a-wrong-secret', leak]) expect(wholeError).not.toContain(secret);
    expect(limits.mock.calls.every(([ms]) => ms === 10_000)).toBe(true);
    expect(limits).toHaveBeenCalled();
  });

  const json = { 'content-type': 'application/json' };
  const body = { ...app, grantType: 'authorization_code' };
  it.each<[string, string, string, HeadersInit, object?]>([
    ['another content type', 'Missingbody', tokenPath, { 'content-type': 'text/plain' }, body],
    ['another grantType', 'invalidParameter', tokenPath, json, { ...body, grantType: 'password' }],
    ['no code', 'invalidParameter.authCode.notFound', tokenPath, json, body],
    ['no token', 'InvalidAuthentication', '/v1.0/contact/users/me', {}],
    ['a wrong token', 'InvalidAuthentication', '/v1.0/contact/users/me', { 'x-acs-dingtalk-access-token': 'no' }],
    ['an authorize page without its query', 'invalidParameter', '/oauth2/auth', {}],
  ])('is held against a provider that refuses %s', async (_name, code, path, headers, sent) => {
    const init = sent ? { method: 'POST', headers, body: JSON.stringify(sent) } : { headers };
    const answer = await fetch(`${provider.url}${path}`, init);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toEqual({ code, message: expect.any(String), requestid: expect.any(String) });
  });
});
