import { SignJWT } from 'jose';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { purgeProviderSessions } from '../../server/domain/account/oidc/providerSession.ts';
import { forAnyEngine } from '../support/database.ts';
import { oidcApp } from '../support/oidcIssuer.ts';
import { type OidcWorld, publicUrl, startOidcWorld } from '../support/oidcWorld.ts';
import { ok, password } from '../support/product.ts';

/** Signing out on both sides: here with the provider, and at the provider with here (issue 35, section 1). */

forAnyEngine('a sign-out with a provider', (engine) => {
  let world: OidcWorld;
  beforeAll(async () => {
    world = await startOidcWorld(engine);
    await ok(world.linkTo(world.cast.operations.key, { sub: 'olga' }));
    await ok(world.linkTo(world.cast.sales.key, { sub: 'sam' }));
  }, 120_000);
  afterAll(() => world.close());
  beforeEach(async () => {
    Object.assign(world.issuer, { person: undefined, claims: {}, failing: undefined, signsOut: true });
    await world.configure({ active: true, signs_out: true });
    await ok(world.cast.admin.post('/v1/oidc/test', { provider_id: world.provider }));
  });

  /** Signs a person in whose session at the provider has this number. */
  async function signIn(sub: string, sid?: string): Promise<string> {
    world.issuer.claims = sid === undefined ? {} : { sid };
    const { api_key } = await ok(world.signInAs({ sub }));
    world.issuer.claims = {};
    return api_key;
  }
  const isOpen = async (key: string) => (await world.cast.request('GET', '/v1/user/config', { key })).status === 200;
  const signOut = (key: string) => ok(world.cast.request('POST', '/v1/auth/logout', { key }));
  const send = (token: string) =>
    world.cast.request('POST', '/v1/oidc/backchannel_logout', {
      body: new URLSearchParams({ logout_token: token, other: 'value' }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
  const logOut = async (claims: Readonly<Record<string, unknown>>) => send(await world.issuer.logoutToken(claims));

  it('leads to the provider with the ID token of the session, which is stored encrypted', async () => {
    const key = await signIn('olga', 'at-provider');
    const { rows } = await world.cast.database.executeSql('select * from provider_session order by id desc limit 1');
    expect(rows[0]).toMatchObject({ subject: 'olga', sid: 'at-provider' });
    expect(rows[0]?.['id_token_sealed']).toMatch(/^v3\./);
    const { provider_url } = await signOut(key);
    const url = new URL(provider_url);
    expect(url.origin + url.pathname).toBe(`${world.issuer.url}/end_session`);
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      client_id: oidcApp.client_id,
      post_logout_redirect_uri: `${publicUrl}/login`,
    });
    const answer = await fetch(url, { redirect: 'manual' });
    expect([answer.status, answer.headers.get('location')]).toEqual([302, `${publicUrl}/login`]);
    expect(await isOpen(key)).toBe(false);
    expect(await world.count('provider_session where session_id is not null')).toBe(0);
  });

  it.each<[string, () => Promise<unknown>]>([
    ['the record does not say so', () => world.configure({ signs_out: false })],
    ['the provider is off', () => world.configure({ active: false })],
    [
      'the provider offers none',
      async () => {
        world.issuer.signsOut = false;
        await ok(world.cast.admin.post('/v1/oidc/test', { provider_id: world.provider }));
      },
    ],
  ])('ends the session here alone if %s', async (_what, change) => {
    const key = await signIn('olga');
    await change();
    expect(await signOut(key)).toEqual({ success: true });
    expect(await isOpen(key)).toBe(false);
  });

  it('ends a session that a password began here alone', async () => {
    const { body } = await world.cast.request('POST', '/v1/auth/login', { body: { name: 'operations', password } });
    expect(await signOut(body.api_key)).toEqual({ success: true });
  });

  it('leads to the provider of the salesman who acts', async () => {
    const key = await signIn('sam');
    const acting = await ok(world.cast.request('POST', `/v1/auth/login/user/${world.cast.customer.id}`, { key }));
    expect((await signOut(acting.api_key)).provider_url).toContain('/end_session');
    expect(await isOpen(key)).toBe(false);
  });

  it('ends the session that the provider names, at once, with what it opened', async () => {
    const [one, other] = [await signIn('sam', 's-1'), await signIn('sam', 's-2')];
    const acting = await ok(world.cast.request('POST', `/v1/auth/login/user/${world.cast.customer.id}`, { key: one }));
    const answer = await logOut({ sid: 's-1', sub: 'sam' });
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(await Promise.all([one, acting.api_key, other].map(isOpen))).toEqual([false, false, true]);
    expect(await world.lastAudit('logout')).toMatchObject({ entity: 'user', entity_id: world.cast.sales.id });
    // The provider may repeat itself with a new token; there is nothing left to end.
    expect((await logOut({ sid: 's-1' })).status).toBe(200);
    expect(await isOpen(other)).toBe(true);
    await signOut(other);
  });

  it('ends all sessions of a person at this provider, and no others', async () => {
    const keys = [await signIn('olga', 'o-1'), await signIn('olga'), await signIn('sam', 'o-2')];
    const { body } = await world.cast.request('POST', '/v1/auth/login', { body: { name: 'operations', password } });
    expect((await logOut({ sub: 'olga' })).status).toBe(200);
    expect(await Promise.all([...keys, body.api_key].map(isOpen))).toEqual([false, false, true, true]);
    // A session at the provider that belongs to somebody else is not theirs to end.
    expect((await logOut({ sub: 'olga', sid: 'o-2' })).status).toBe(200);
    expect(await isOpen(keys[2] ?? '')).toBe(true);
  });

  it('ends a sign-in that waits for its second step', async () => {
    const { cast } = world;
    await cast.database.executeSql(`update users set second_factor = true where name = 'operations'`);
    world.issuer.claims = { sid: 'waiting' };
    const asked = await world.signInAs({ sub: 'olga' });
    expect(asked.status).toBe(202);
    world.issuer.claims = {};
    expect((await logOut({ sid: 'waiting' })).status).toBe(200);
    const late = await cast.request('POST', '/v1/auth/login/second_factor', {
      body: { ticket: asked.body.ticket, code: '000000' },
    });
    expect(late.body.code).toBe('sign_in_ended');
    await cast.database.executeSql(`update users set second_factor = false where name = 'operations'`);
  });

  it('attaches the session of a second step, and of a link by password, to the provider', async () => {
    const { cast } = world;
    await ok(cast.admin.post(`/v1/user/${cast.otherSales.id}`, { params: { liaison_mail: 'otto@x.example' } }));
    world.issuer.claims = { sid: 'linked' };
    const asked = await world.signInAs({ sub: 'otto', email: 'otto@x.example', email_verified: true });
    const { api_key } = await ok(
      cast.request('POST', '/v1/oidc/link', { body: { ticket: asked.body.ticket, password } }),
    );
    expect(await isOpen(api_key)).toBe(true);
    await logOut({ sid: 'linked' });
    expect(await isOpen(api_key)).toBe(false);
  });

  const now = () => Math.floor(Date.now() / 1000);
  it.each<[string, () => Readonly<Record<string, unknown>>]>([
    ['of another issuer', () => ({ iss: 'https://evil.example' })],
    ['for another client', () => ({ aud: 'another' })],
    ['without an end', () => ({ exp: undefined })],
    ['that has ended', () => ({ exp: now() - 150 })],
    ['without a time', () => ({ iat: undefined })],
    ['of the future', () => ({ iat: now() + 300, exp: now() + 600 })],
    ['of yesterday', () => ({ iat: now() - 86_400 })],
    ['without a number', () => ({ jti: undefined })],
    ['with an empty number', () => ({ jti: '' })],
    ['without an event', () => ({ events: undefined })],
    ['with another event', () => ({ events: { 'https://example.com/other': {} } })],
    ['whose event is no object', () => ({ events: { 'http://schemas.openid.net/event/backchannel-logout': true } })],
    ['with a nonce', () => ({ nonce: 'n' })],
    ['without a person or session', () => ({ sub: undefined, sid: undefined })],
    ['whose person is a number', () => ({ sub: 5 })],
  ])('refuses a token %s', async (_what, claims) => {
    const key = await signIn('olga', 'kept');
    const answer = await logOut({ sub: 'olga', sid: 'kept', ...claims() });
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([400, 'no-store']);
    expect(await isOpen(key)).toBe(true);
  });

  it('refuses an ID token, a token that others signed, and what is no token', async () => {
    const key = await signIn('olga', 'kept');
    const body = { sub: 'olga', sid: 'kept' };
    const [head, payload] = (await world.issuer.logoutToken(body)).split('.');
    const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload}.`;
    const claims = JSON.parse(Buffer.from(payload ?? '', 'base64url').toString());
    const byPassword = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256' })
      .sign(new TextEncoder().encode(oidcApp.client_secret));
    const forged = `${head}.${payload}.${Buffer.from('no signature').toString('base64url')}`;
    const unstorable = [
      { iss: '\0', aud: 'console' },
      { iss: claims.iss, aud: ['\0'] },
    ].map((one) => `${head}.${Buffer.from(JSON.stringify(one)).toString('base64url')}.AA`);
    for (const token of [unsigned, byPassword, forged, '', 'a.b.c', 'x'.repeat(100), ...unstorable])
      expect((await send(token)).status).toBe(400);
    const missing = await world.cast.request('POST', '/v1/oidc/backchannel_logout', { body: {} });
    expect(missing.status).toBe(400);
    expect(await isOpen(key)).toBe(true);
    expect(await world.lastAudit('logout')).toMatchObject({ result: 'denied', after: { reason: 'logout_token' } });
  });

  it('accepts each token once, by its number', async () => {
    const token = await world.issuer.logoutToken({ sub: 'olga' });
    expect((await send(token)).status).toBe(200);
    const key = await signIn('olga');
    expect((await send(token)).status).toBe(400);
    expect(await isOpen(key)).toBe(true);
  });

  it('accepts a clock that is 90 s off, and the next key of the provider', async () => {
    for (const off of [-90, 90]) {
      const key = await signIn('olga');
      expect((await logOut({ sub: 'olga', iat: now() + off, exp: now() + off + 60 })).status).toBe(200);
      expect(await isOpen(key)).toBe(false);
    }
    const key = await signIn('olga');
    await world.issuer.rotateKey();
    expect((await logOut({ sub: 'olga' })).status).toBe(200);
    expect(await isOpen(key)).toBe(false);
    // Anybody can send tokens with keys that nobody has: they cause no more requests.
    await world.issuer.rotateKey();
    world.issuer.requests.length = 0;
    for (let count = 0; count < 3; count += 1) expect((await logOut({ sub: 'olga' })).status).toBe(400);
    expect(world.issuer.requests).toEqual([]);
    await signIn('olga');
  });

  it('forgets what providers said of sessions that have ended, and old numbers', async () => {
    const { cast } = world;
    const [ended, open] = [await signIn('olga'), await signIn('olga')];
    await logOut({ sub: 'nobody' });
    await cast.database.executeSql(`update provider_session set created_at = created_at - interval '2 hours'`);
    await cast.database.executeSql(`update logout_token set created_at = created_at - interval '2 hours'`);
    await cast.database.executeSql(`update session set ended_at = now() where id = (select max(id) - 1 from session)`);
    expect(await isOpen(ended)).toBe(false);
    await cast.product.inTransaction(purgeProviderSessions);
    expect(await world.count('logout_token')).toBe(0);
    const left = await world.count(
      'provider_session p left join session s on s.id = p.session_id where s.id is null or s.ended_at is not null',
    );
    expect(left).toBe(0);
    expect((await signOut(open)).provider_url).toContain('/end_session');
  });
});
