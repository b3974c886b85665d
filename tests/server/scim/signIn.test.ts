import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Cast, startCast } from '../../support/cast.ts';
import { forAnyEngine } from '../../support/database.ts';
import { type OidcIssuer, oidcApp, type Person, startOidcIssuer } from '../../support/oidcIssuer.ts';
import { ok, password } from '../../support/product.ts';
import { type Directory, startDirectory } from './directory.ts';

/** How the users of a directory sign in: with the provider that belongs to it, by their externalId (issue 35). */

const publicUrl = 'https://console.example';
const env = { WEBHOOK_HTTP: '1', WEBHOOK_NETWORKS: '127.0.0.0/8', PUBLIC_URL: publicUrl };

forAnyEngine('a user of a directory', (engine) => {
  let cast: Cast;
  let issuer: OidcIssuer;
  let directory: Directory;
  let provider: number;
  beforeAll(async () => {
    issuer = await startOidcIssuer(`${publicUrl}/login`);
    cast = await startCast(engine, {}, env);
    directory = await startDirectory(cast);
    const body = { label_en: 'Sign in with Acme', label_zh: '使用 Acme 登录', issuer: issuer.url, ...oidcApp };
    provider = (await ok(cast.admin.post('/v1/identity_provider', { ...body, directory_id: directory.account }))).id;
  }, 120_000);
  afterAll(async () => {
    await cast.close();
    await issuer.close();
  });

  const configure = (values: object) => ok(cast.admin.post(`/v1/identity_provider/${provider}`, values));
  async function signInAs(person: Person) {
    issuer.person = person;
    const { url, verifier } = await ok(cast.request('POST', '/v1/oidc/begin', { body: { provider_id: provider } }));
    const answer = await fetch(url, { redirect: 'manual' });
    const back = new URL(answer.headers.get('location') ?? '');
    return cast.request('POST', '/v1/oidc/finish', { body: { parameters: back.search.slice(1), verifier } });
  }
  async function salesman(userName: string, externalId: string): Promise<string> {
    const { status, body } = await directory.create({ userName, externalId, userType: 'SalesMan' });
    expect(status, JSON.stringify(body)).toBe(201);
    return body.id;
  }

  it('signs in with the provider of the directory, by the subject as externalId', async () => {
    const id = await salesman('anna', 'okta-anna');
    expect((await ok(signInAs({ sub: 'okta-anna', name: 'Anna' }))).user.id).toBe(Number(id));
    // Later signs in by the link, whatever the directory names as externalId then.
    await directory.patch(id, { op: 'replace', path: 'externalId', value: 'renamed' });
    expect((await ok(signInAs({ sub: 'okta-anna' }))).user.id).toBe(Number(id));
    const { items } = await ok(cast.admin.get(`/v1/history/user/${id}`));
    expect(JSON.stringify(items)).toContain('link_identity');
  });

  it('signs in with Entra ID by the object id as externalId, and not by the subject', async () => {
    const id = await salesman('bert', 'object-of-bert');
    await configure({ preset: 'entra' });
    expect((await signInAs({ sub: 'object-of-bert' })).status).toBe(401);
    expect((await ok(signInAs({ sub: 'pairwise', oid: 'object-of-bert' }))).user.id).toBe(Number(id));
    await configure({ preset: 'generic' });
  });

  it('does not sign in once the directory deactivates or deletes the user', async () => {
    const id = await salesman('carl', 'okta-carl');
    await ok(signInAs({ sub: 'okta-carl' }));
    await directory.patch(id, { op: 'replace', path: 'active', value: false });
    const off = await signInAs({ sub: 'okta-carl' });
    expect([off.status, off.body.code]).toEqual([401, 'deactivated']);
    await directory.patch(id, { op: 'replace', path: 'active', value: true });
    await ok(signInAs({ sub: 'okta-carl' }));
    expect((await directory.send('DELETE', `/Users/${id}`)).status).toBe(204);
    expect((await signInAs({ sub: 'okta-carl' })).body.code).toBe('oidc_unknown');
  });

  it('is asked for the password once, if the account has one: a directory does not take it over', async () => {
    const name = 'dora.known';
    const made = await ok(cast.admin.post('/v1/user', { name, nick_name: 'Dora', role_id: 2, password }));
    await directory.patch(String(made.id), { op: 'add', path: 'externalId', value: 'okta-dora' });
    const answer = await signInAs({ sub: 'okta-dora' });
    expect([answer.status, answer.body.password_needed]).toEqual([202, true]);
    const link = (text: string) =>
      cast.request('POST', '/v1/oidc/link', { body: { ticket: answer.body.ticket, password: text } });
    expect((await link('Wrong-2026')).status).toBe(401);
    expect((await ok(link(password))).user.id).toBe(made.id);
  });

  it('does not sign in with a provider that does not belong to the directory', async () => {
    await salesman('emil', 'okta-emil');
    await configure({ directory_id: null });
    expect((await signInAs({ sub: 'okta-emil' })).body.code).toBe('oidc_unknown');
    const other = await startDirectory(cast);
    await configure({ directory_id: other.account });
    expect((await signInAs({ sub: 'okta-emil' })).body.code).toBe('oidc_unknown');
    await configure({ directory_id: directory.account });
    await ok(signInAs({ sub: 'okta-emil' }));
  });
});
