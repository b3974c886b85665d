import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Cast } from '../support/cast.ts';
import { forAnyEngine } from '../support/database.ts';
import { type OidcIssuer, oidcApp } from '../support/oidcIssuer.ts';
import { labels, type OidcWorld, publicUrl, startOidcWorld } from '../support/oidcWorld.ts';
import { ok, password } from '../support/product.ts';

/** Sign-in with OpenID Connect providers: who gets in, who does not, and what is stored (issue 35, section 1). */

forAnyEngine('a sign-in with a provider', (engine) => {
  let world: OidcWorld;
  let cast: Cast;
  let issuer: OidcIssuer;
  let provider: number;
  beforeAll(async () => {
    world = await startOidcWorld(engine);
    ({ cast, issuer, provider } = world);
  }, 120_000);
  afterAll(() => world.close());
  beforeEach(async () => {
    Object.assign(issuer, { person: undefined, claims: {}, failing: undefined, returnedIssuer: undefined });
    await configure({ makes_accounts: false, trusts_factor: false, active: true });
  });
  const configure: OidcWorld['configure'] = (values) => world.configure(values);
  const goTo: OidcWorld['goTo'] = (...given) => world.goTo(...given);
  const finish: OidcWorld['finish'] = (...given) => world.finish(...given);
  const signInAs: OidcWorld['signInAs'] = (person) => world.signInAs(person);
  const linkTo: OidcWorld['linkTo'] = (...given) => world.linkTo(...given);
  const count: OidcWorld['count'] = (table) => world.count(table);
  const lastAudit: OidcWorld['lastAudit'] = (action) => world.lastAudit(action);

  it('goes to the provider with PKCE, a state and a nonce, and never shows the secret', async () => {
    issuer.person = { sub: 'way' };
    const { url } = await goTo();
    const sent = Object.fromEntries(url.searchParams);
    expect(sent).toMatchObject({
      response_type: 'code',
      client_id: 'console',
      redirect_uri: `${publicUrl}/login`,
      scope: 'openid profile email',
      code_challenge_method: 'S256',
    });
    for (const name of ['state', 'nonce', 'code_challenge']) expect(sent[name]).toMatch(/^[\w-]{43}$/);
    const shown = await ok(cast.admin.get(`/v1/identity_provider/${provider}`));
    expect(JSON.stringify(shown)).not.toContain(oidcApp.client_secret);
    expect(shown.redirect_uri).toBe(`${publicUrl}/login`);
    const { rows } = await cast.database.executeSql('select stored_secret from identity_provider');
    expect(JSON.stringify(rows)).not.toContain(oidcApp.client_secret);
  });

  it('signs in the account that was linked while signed in, by issuer and subject', async () => {
    const linked = await ok(linkTo(cast.sales.key, { sub: 'anna', name: 'Anna' }));
    expect(linked.user.id).toBe(cast.sales.id);
    const { items } = await ok(cast.request('GET', '/v1/oidc/identity', { key: linked.api_key }));
    expect(items).toMatchObject([{ name: 'Anna', ...labels }]);
    const signedIn = await ok(signInAs({ sub: 'anna', name: 'Anna', email: 'other@x.example' }));
    expect(signedIn).toMatchObject({ role: 'SalesMan', user: { id: cast.sales.id } });
    const sessions = await ok(cast.request('GET', '/v1/session/list', { key: signedIn.api_key }));
    expect(sessions.items.map(({ method }: { method: string }) => method)).toContain('oidc');
    // Another person with the same address is somebody else.
    const other = await signInAs({ sub: 'bert', name: 'Anna' });
    expect([other.status, other.body.code]).toEqual([401, 'oidc_unknown']);
    const again = await linkTo((await cast.login('sales.other')).key, { sub: 'anna' });
    expect([again.status, again.body.code]).toEqual([422, 'oidc_in_use']);
    await ok(cast.request('POST', '/v1/oidc/unlink', { key: signedIn.api_key, body: { id: items[0].id } }));
    expect((await signInAs({ sub: 'anna' })).status).toBe(401);
    cast = { ...cast, sales: await cast.login('sales') };
  });

  it('makes no account unless it is told to, and audits who was refused', async () => {
    const before = [await count('users'), await count('user_identity'), await count('session')];
    const answer = await signInAs({ sub: 'stranger', email: 'stranger@x.example', email_verified: true });
    expect([answer.status, answer.body.code]).toEqual([401, 'oidc_unknown']);
    expect([await count('users'), await count('user_identity'), await count('session')]).toEqual(before);
    expect(await lastAudit('login')).toMatchObject({ result: 'denied', after: { reason: 'oidc_unknown' } });
  });

  it.each<[string, () => Partial<OidcIssuer>]>([
    ['of another nonce', () => ({ claims: { nonce: 'wrong' } })],
    ['of another issuer', () => ({ claims: { iss: 'https://evil.example' } })],
    ['for another client', () => ({ claims: { aud: 'another' } })],
    ['with a mixed-up issuer', () => ({ returnedIssuer: 'https://evil.example' })],
    ['that has ended', () => ({ claims: { exp: Math.floor(Date.now() / 1000) - 150 } })],
    ['that begins later', () => ({ claims: { nbf: Math.floor(Date.now() / 1000) + 150 } })],
  ])('refuses a token %s', async (_what, spoilt) => {
    Object.assign(issuer, { person: { sub: 'spoilt' }, ...spoilt() });
    const answer = await finish(await goTo());
    expect([answer.status, answer.body.code]).toEqual([401, 'oidc_refused']);
  });

  it('accepts a clock that is 90 s off', async () => {
    const linked = await ok(linkTo(cast.sales.key, { sub: 'clock' }));
    for (const seconds of [90, -90]) {
      const at = Math.floor(Date.now() / 1000) + seconds;
      issuer.claims = { iat: at, nbf: at, exp: Math.max(at, 0) };
      await ok(signInAs({ sub: 'clock' }));
    }
    cast = { ...cast, sales: { ...cast.sales, key: linked.api_key } };
  });

  it('accepts each code and state once, and only in the browser that began', async () => {
    issuer.person = { sub: 'clock' };
    const way = await goTo();
    const stolen = await finish({ ...way, verifier: 'another' });
    expect([stolen.status, stolen.body.code]).toEqual([401, 'oidc_state']);
    await ok(finish(way));
    const replayed = await finish(way);
    expect([replayed.status, replayed.body.code]).toEqual([401, 'oidc_state']);
    // The code of a finished sign-in, with the state of another.
    const next = await goTo();
    const mixed = new URLSearchParams(next.parameters);
    mixed.set('code', new URLSearchParams(way.parameters).get('code') ?? '');
    const reused = await finish({ ...next, parameters: mixed.toString() });
    expect([reused.status, reused.body.code]).toEqual([401, 'oidc_refused']);
  });

  it('fetches the keys again for an unknown one, and else keeps them', async () => {
    await ok(signInAs({ sub: 'clock' }));
    issuer.requests.length = 0;
    await ok(signInAs({ sub: 'clock' }));
    expect(issuer.requests).not.toContain('/keys');
    expect(issuer.requests).not.toContain('/.well-known/openid-configuration');
    await issuer.rotateKey();
    await ok(signInAs({ sub: 'clock' }));
    expect(issuer.requests.filter((path) => path === '/keys')).toHaveLength(1);
  });

  it('says clearly that the provider is down, while the password works', async () => {
    issuer.person = { sub: 'clock' };
    const way = await goTo();
    issuer.failing = 503;
    const answer = await cast.request('POST', '/v1/oidc/finish', {
      body: { parameters: way.parameters, verifier: way.verifier },
      headers: { 'X-LANG': 'zh' },
    });
    expect([answer.status, answer.body.title]).toEqual([401, '暂时无法连接登录提供方，请稍后重试，或使用密码登录']);
    await cast.login('operations');
  });

  it('says that the person cancelled, and that a provider was switched off', async () => {
    const cancelled = await finish(await goTo());
    expect([cancelled.status, cancelled.body.code]).toEqual([401, 'oidc_cancelled']);
    issuer.person = { sub: 'clock' };
    const way = await goTo();
    await configure({ active: false });
    expect((await finish(way)).body.code).toBe('oidc_off');
    const begun = await cast.request('POST', '/v1/oidc/begin', { body: { provider_id: provider } });
    expect([begun.status, begun.body.code]).toEqual([401, 'oidc_off']);
  });

  it('links the account with the verified mail address once its password was given', async () => {
    await ok(cast.admin.post(`/v1/user/${cast.otherSales.id}`, { params: { liaison_mail: 'Olga@x.example' } }));
    const person = { sub: 'olga', email: 'olga@x.example' };
    expect((await signInAs({ ...person, email_verified: false })).status).toBe(401);
    const asked = await signInAs({ ...person, email_verified: true });
    expect([asked.status, asked.body.password_needed]).toEqual([202, true]);
    const link = (given: string, ticket = asked.body.ticket) =>
      cast.request('POST', '/v1/oidc/link', { body: { ticket, password: given } });
    expect((await link('wrong')).status).toBe(401);
    expect((await link(password, 'forged')).body.code).toBe('oidc_state');
    expect((await ok(link(password))).user.id).toBe(cast.otherSales.id);
    expect((await ok(signInAs(person))).user.id).toBe(cast.otherSales.id);
  });

  const mapping = () => ({
    makes_accounts: true,
    role_claim: 'realm_access.roles',
    role_map: [
      { value: 'ops', role: 'GeneralAdmin' },
      { value: 'seller', role: 'SalesMan' },
      { value: 'buyer', role: 'Enterprise' },
    ],
    mail_domains: [{ domain: 'first.example', enterprise_id: cast.enterprise }],
  });
  const withRoles = (...roles: string[]) => ({ realm_access: { roles } });

  it('makes an account with the least role that fits, which follows the claim from then on', async () => {
    await configure(mapping());
    const person = { sub: 'mia', preferred_username: 'mia.b', name: 'Mia B', email: 'mia@y.example' };
    const refused = await signInAs({ ...person, ...withRoles('cook') });
    expect([refused.status, refused.body.code]).toEqual([401, 'oidc_no_role']);
    const made = await ok(signInAs({ ...person, ...withRoles('ops', 'seller') }));
    expect(made).toMatchObject({ role: 'SalesMan', user: { name: 'mia.b', nick_name: 'Mia B' } });
    const promoted = await ok(signInAs({ ...person, ...withRoles('ops') }));
    expect([promoted.role, promoted.user.id]).toEqual(['GeneralAdmin', made.user.id]);
    expect((await cast.request('GET', '/v1/user/config', { key: made.api_key })).status).toBe(401);
    const gone = await signInAs({ ...person, ...withRoles('cook') });
    expect([gone.status, gone.body.code]).toEqual([401, 'oidc_no_role']);
  });

  it('stores names and addresses as every other text, and leaves out what cannot be stored', async () => {
    await configure({ ...mapping(), role_map: [{ value: 'Verkäufer  Nord', role: 'SalesMan' }] });
    const made = async (sub: string, person: object) => {
      const { user } = await ok(signInAs({ sub, ...withRoles('Verka\u0308ufer\u00a0Nord'), ...person }));
      return [user.nick_name, (await ok(cast.admin.get(`/v1/user/${user.id}`))).params.liaison_mail ?? null];
    };
    const mail = (email: string) => ({ email, email_verified: true });
    const long = 'x'.repeat(49);
    expect(await made('u1', { name: ' Zoe\u0308 \u200b\u3000Li ', ...mail('Zoe\u200b＠z.example') })).toEqual([
      'Zoë Li',
      'Zoe@z.example',
    ]);
    expect(await made('u2', { name: `${long}😀 and more`, ...mail('no address') })).toEqual([`${long}😀`, null]);
    expect(await made('u3', { name: 'Nul\0and\u202eturned\ud800', ...mail('a\0@z.example') })).toEqual([
      'Nul and turned',
      null,
    ]);
    expect(await made('u4', { name: '\u200b', preferred_username: 'seen' })).toEqual(['seen', null]);
    const foreign = await signInAs({ sub: 'u\0', name: 'Nobody', ...withRoles('Verkäufer Nord') });
    expect([foreign.status, foreign.body.code]).toEqual([401, 'oidc_refused']);
  });

  it('makes one account of two first sign-ins at the same time', async () => {
    await configure(mapping());
    issuer.person = { sub: 'twin', preferred_username: 'twin.one', ...withRoles('seller') };
    const ways = [await goTo(), await goTo()];
    const answers = await Promise.all(ways.map((way) => ok(finish(way))));
    expect(new Set(answers.map(({ user }) => user.id)).size).toBe(1);
  });

  it('counts wrong passwords of a link like those of a sign-in', async () => {
    await ok(cast.admin.post(`/v1/user/${cast.operations.id}`, { params: { liaison_mail: 'ops@x.example' } }));
    const { body } = await signInAs({ sub: 'guesser', email: 'ops@x.example', email_verified: true });
    const codes: string[] = [];
    for (let tries = 0; tries < 7; tries += 1) {
      const guess = { ticket: body.ticket, password: `wrong ${tries}` };
      codes.push((await cast.request('POST', '/v1/oidc/link', { body: guess })).body.code);
    }
    expect(codes).toEqual([...Array(5).fill('password_wrong'), 'login_locked', 'login_locked']);
    await cast.database.executeSql('delete from rate_limit');
  });

  it('finds the enterprise by the verified mail domain, or by its code in a claim', async () => {
    await configure(mapping());
    const person = { sub: 'ben', email: 'ben@FIRST.example', ...withRoles('buyer') };
    expect((await signInAs(person)).body.code).toBe('oidc_no_enterprise');
    const made = await ok(signInAs({ ...person, email_verified: true }));
    expect([made.role, made.user.enterprise_id]).toEqual(['Enterprise', cast.enterprise]);
    await configure({ ...mapping(), enterprise_claim: 'company' });
    const other = await ok(signInAs({ sub: 'carl', company: 'second', ...withRoles('buyer') }));
    expect(other.user.enterprise_id).toBe(cast.otherEnterprise);
    expect((await signInAs({ sub: 'dora', company: 'third', ...withRoles('buyer') })).body.code).toBe(
      'oidc_no_enterprise',
    );
  });

  it.each<[string, object, string, RegExp]>([
    ['an issuer that does not answer', { issuer: 'http://127.0.0.1:9' }, 'issuer', /ECONNREFUSED/],
    ['an issuer inside the network', { issuer: 'http://10.0.0.1' }, 'issuer', /private_address/],
    ['a wrong client', { client_id: 'nobody' }, 'client_id', /invalid_client/],
    ['a wrong secret', { client_secret: 'wrong' }, 'client_secret', /invalid_client/],
    ['scopes without openid', { scopes: 'profile' }, 'scopes', /openid/],
    ['scopes that the provider refuses', { scopes: 'openid secret' }, 'scopes', /invalid_scope/],
    ['accounts without a claim', { makes_accounts: true, role_claim: null }, 'role_claim', /./],
    ['accounts without roles', { makes_accounts: true, role_claim: 'groups', role_map: [] }, 'role_map', /./],
    [
      'customers without an enterprise',
      {
        makes_accounts: true,
        role_claim: 'groups',
        role_map: [{ value: 'buyer', role: 'Enterprise' }],
        enterprise_claim: null,
        mail_domains: [],
      },
      'enterprise_claim',
      /enterprise/,
    ],
  ])('refuses %s at the field, with what the provider answered', async (_what, values, field, sentence) => {
    const answer = await cast.admin.post(`/v1/identity_provider/${provider}`, values);
    expect([answer.status, Object.keys(answer.body.error.fields)]).toEqual([422, [field]]);
    expect(answer.body.error.fields[field][0]).toMatch(sentence);
  });

  it('refuses a redirect address that the provider does not know', async () => {
    issuer.redirectUri = 'https://elsewhere.example/login';
    const given = { ...labels, issuer: issuer.url, ...oidcApp };
    const answer = await cast.admin.post('/v1/identity_provider', given);
    issuer.redirectUri = `${publicUrl}/login`;
    expect(answer.status).toBe(422);
    expect(answer.body.error.fields.redirect_uri[0]).toContain(`${publicUrl}/login`);
  });

  it('asks for the code of the second factor, unless the provider is trusted with it', async () => {
    await ok(linkTo((await cast.login('operations')).key, { sub: 'factor' }));
    await cast.database.executeSql(`update users set second_factor = true where name = 'operations'`);
    const asked = await signInAs({ sub: 'factor' });
    expect([asked.status, asked.body.second_factor]).toEqual([202, true]);
    await configure({ trusts_factor: true });
    expect((await ok(signInAs({ sub: 'factor' }))).role).toBe('GeneralAdmin');
    await cast.database.executeSql(`update users set second_factor = false where name = 'operations'`);
  });
});
