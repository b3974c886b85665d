import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Cast, startCast } from '../support/cast.ts';
import { eitherEngine } from '../support/database.ts';
import { type Listening, listen } from '../support/listen.ts';
import { oidcApp } from '../support/oidcIssuer.ts';
import { ok } from '../support/product.ts';
import { type Cookies, followProvider, signOutAtProvider, startRealProvider } from '../support/realProvider.ts';

/** The way through a provider that is not our own: oidc-provider, with its own checks of each request (issue 35). */

const publicUrl = 'https://console.example';
const redirectUri = `${publicUrl}/login`;
let provider: Awaited<ReturnType<typeof startRealProvider>>;
let cast: Cast;
let receiver: Listening;
beforeAll(async () => {
  cast = await startCast(
    eitherEngine,
    {},
    { WEBHOOK_HTTP: '1', WEBHOOK_NETWORKS: '127.0.0.0/8', PUBLIC_URL: publicUrl },
  );
  // The way of the provider itself; browsers of the tests call the app in this process.
  receiver = await listen(cast.app);
  provider = await startRealProvider(redirectUri, 'real', `${receiver.url}/v1/oidc/backchannel_logout`);
}, 120_000);
afterAll(async () => {
  await provider.close();
  await receiver.close();
  await cast.close();
});

const given = () => ({ label_en: 'Sign in', label_zh: '登录', issuer: provider.url, ...oidcApp });

it('accepts its settings, links an account and signs in with it', async () => {
  const { id: provider_id } = await ok(cast.admin.post('/v1/identity_provider', given()));
  const goThrough = async (key?: string) => {
    const { url, verifier } = await ok(cast.request('POST', '/v1/oidc/begin', { body: { provider_id }, key }));
    const parameters = await followProvider(url, redirectUri);
    return cast.request('POST', '/v1/oidc/finish', { body: { parameters, verifier }, key });
  };
  expect((await goThrough()).body.code).toBe('oidc_unknown');
  const linked = await ok(goThrough(cast.sales.key));
  const { items } = await ok(cast.request('GET', '/v1/oidc/identity', { key: linked.api_key }));
  expect(items).toMatchObject([{ name: 'Person real' }]);
  expect((await ok(goThrough())).user.id).toBe(cast.sales.id);
});

it('signs out on both sides: here it leads to the provider, which ends the other sessions of its own', async () => {
  const settings = { ...given(), signs_out: true };
  const { id: provider_id } = await ok(cast.admin.post('/v1/identity_provider', settings));
  const browser: Cookies = new Map();
  const goThrough = async (cookies: Cookies) => {
    const { url, verifier } = await ok(cast.request('POST', '/v1/oidc/begin', { body: { provider_id } }));
    const parameters = await followProvider(url, redirectUri, cookies);
    return (await ok(cast.request('POST', '/v1/oidc/finish', { body: { parameters, verifier } }))).api_key as string;
  };
  const [first, second, elsewhere] = [await goThrough(browser), await goThrough(browser), await goThrough(new Map())];
  const statusOf = async (key: string) => (await cast.request('GET', '/v1/user/config', { key })).status;
  const { provider_url } = await ok(cast.request('POST', '/v1/auth/logout', { key: first }));
  expect([await statusOf(first), await statusOf(second)]).toEqual([401, 200]);
  expect(await signOutAtProvider(provider_url, browser)).toBe(redirectUri);
  await expect.poll(() => statusOf(second)).toBe(401);
  expect(await statusOf(elsewhere)).toBe(200);
});

it.each([
  ['client_secret', { client_secret: 'wrong' }, /invalid_client/],
  ['client_id', { client_id: 'nobody' }, /invalid_client/],
])('refuses a wrong %s with what it answers', async (field, values, sentence) => {
  const answer = await cast.admin.post('/v1/identity_provider', { ...given(), ...values });
  expect([answer.status, Object.keys(answer.body.error.fields)]).toEqual([422, [field]]);
  expect(answer.body.error.fields[field][0]).toMatch(sentence);
});

it('refuses a redirect address that it does not know', async () => {
  const other = await startRealProvider('https://elsewhere.example/login', 'real');
  const answer = await cast.admin.post('/v1/identity_provider', { ...given(), issuer: other.url });
  await other.close();
  expect([answer.status, Object.keys(answer.body.error.fields)]).toEqual([422, ['redirect_uri']]);
});
