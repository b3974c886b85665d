import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { forAnyEngine } from '../support/database.ts';
import { oidcApp, type Person } from '../support/oidcIssuer.ts';
import { followIssuer, labels, type OidcWorld, startOidcWorld } from '../support/oidcWorld.ts';
import { ok } from '../support/product.ts';

/** "Test it" of a sign-in provider: it shows what a sign-in would do, and changes nothing (issue 35, section 1). */

forAnyEngine('the test of a provider', (engine) => {
  let world: OidcWorld;
  beforeAll(async () => {
    world = await startOidcWorld(engine);
  }, 120_000);
  afterAll(() => world.close());
  beforeEach(async () => {
    Object.assign(world.issuer, { person: undefined, claims: {}, failing: undefined });
    await world.configure({ makes_accounts: false, trusts_factor: false, active: true });
  });

  const begin = () => world.cast.admin.post('/v1/oidc/test', { provider_id: world.provider });
  const finish = (way: { parameters: string; verifier: string }, client = world.cast.admin) =>
    client.post('/v1/oidc/test/finish', { parameters: way.parameters, verifier: way.verifier });
  async function goAs(person: Person) {
    world.issuer.person = person;
    const { url, verifier, configuration } = await ok(begin());
    return { parameters: await followIssuer(url), verifier, configuration };
  }
  const tables = ['users', 'user_identity', 'session', 'account_ticket', 'mail', 'notification', 'enterprise', 'job'];
  /** What must not change: the rows of all tables that a sign-in writes, and the users as they are. */
  const everything = async () => ({
    counts: await Promise.all(tables.map((table) => world.count(table))),
    users: (await world.cast.database.executeSql('select id, role_id, enterprise_id, version from users order by id'))
      .rows,
    links: (await world.cast.database.executeSql('select id, last_used_at, name from user_identity order by id')).rows,
  });
  /** Tests a sign-in, and checks that the only trace is one line of the audit. */
  async function test(person: Person) {
    const way = await goAs(person);
    const [before, audits] = [await everything(), await world.count('audit')];
    const answer = await ok(finish(way));
    expect(await everything()).toEqual(before);
    expect(await world.count('audit')).toBe(audits + 1);
    return answer;
  }
  const mapping = () => ({
    makes_accounts: true,
    role_claim: 'groups',
    role_map: [
      { value: 'ops', role: 'GeneralAdmin' },
      { value: 'seller', role: 'SalesMan' },
      { value: 'buyer', role: 'Enterprise' },
    ],
    mail_domains: [{ domain: 'first.example', enterprise_id: world.cast.enterprise }],
  });

  it('shows the configuration of the provider, read anew, and the claims that came', async () => {
    await ok(begin());
    world.issuer.requests.length = 0;
    const way = await goAs({ sub: 'who', name: 'Who', groups: ['a', 'b'], nested: { deep: true } });
    expect(world.issuer.requests).toContain('/.well-known/openid-configuration');
    const { url } = world.issuer;
    expect(way.configuration).toEqual(
      expect.arrayContaining([
        { name: 'issuer', value: url },
        { name: 'token_endpoint', value: `${url}/token` },
      ]),
    );
    const answer = await ok(finish(way));
    expect(answer.claims).toEqual(
      expect.arrayContaining([
        { name: 'groups', value: '["a","b"]' },
        { name: 'name', value: 'Who' },
        { name: 'nested', value: '{"deep":true}' },
        { name: 'sub', value: 'who' },
      ]),
    );
    expect(JSON.stringify(answer)).not.toContain(oidcApp.client_secret);
    expect(await world.lastAudit('test_provider')).toMatchObject({
      entity: 'identity_provider',
      entity_id: world.provider,
      actor_id: world.cast.admin.id,
      after: { provider: labels.label_en, outcome: 'refuse', account: 'Who' },
    });
  });

  it('says whom it would sign in, and whether a code would be asked for', async () => {
    const { cast } = world;
    await ok(world.linkTo(cast.operations.key, { sub: 'olive', name: 'Olive' }));
    expect(await test({ sub: 'olive', name: 'Olive' })).toMatchObject({
      outcome: 'sign_in',
      user_name: 'operations',
      role: 'GeneralAdmin',
      second_factor: false,
      reason: null,
    });
    await cast.database.executeSql(`update users set second_factor = true where name = 'operations'`);
    expect(await test({ sub: 'olive', name: 'Olive' })).toMatchObject({ outcome: 'sign_in', second_factor: true });
    await cast.database.executeSql(`update users set second_factor = false where name = 'operations'`);
  });

  it('says that the password would be asked for', async () => {
    const { cast } = world;
    await ok(cast.admin.post(`/v1/user/${cast.otherSales.id}`, { params: { liaison_mail: 'other@x.example' } }));
    const answer = await test({ sub: 'mailed', email: 'other@x.example', email_verified: true });
    expect(answer).toMatchObject({ outcome: 'link', user_name: 'sales.other', role: 'SalesMan' });
  });

  it('says what account it would make, with its role and enterprise', async () => {
    await world.configure(mapping());
    const person = { sub: 'newcomer', preferred_username: 'newcomer', email: 'n@first.example', email_verified: true };
    expect(await test({ ...person, groups: ['buyer'] })).toMatchObject({
      outcome: 'create',
      user_name: 'newcomer',
      role: 'Enterprise',
      enterprise: 'Enterprise FIRST',
    });
    expect(await test({ ...person, groups: ['ops', 'seller'] })).toMatchObject({ outcome: 'create', role: 'SalesMan' });
  });

  it('says the role that an account would get by its claims, and leaves the present one', async () => {
    await world.configure(mapping());
    const person = { sub: 'mover', preferred_username: 'mover' };
    await ok(world.signInAs({ ...person, groups: ['seller'] }));
    expect(await test({ ...person, groups: ['ops'] })).toMatchObject({ outcome: 'sign_in', role: 'GeneralAdmin' });
  });

  it.each<[string, object, object, string]>([
    ['nobody', {}, { sub: 'stranger' }, 'No account here belongs to this sign-in'],
    ['no role', mapping, { sub: 'stranger', groups: ['cook'] }, 'has no role here'],
    ['no enterprise', mapping, { sub: 'stranger', groups: ['buyer'] }, 'belongs to no enterprise here'],
  ])('says why it would refuse %s', async (_what, values, person, sentence) => {
    await world.configure(typeof values === 'function' ? values() : values);
    const answer = await test(person as Person);
    expect(answer.outcome).toBe('refuse');
    expect(answer.reason).toContain(sentence);
  });

  it('tests a provider that is off', async () => {
    await world.configure({ active: false });
    expect((await test({ sub: 'stranger' })).outcome).toBe('refuse');
  });

  it('says what was wrong with the answer of the provider, and audits it', async () => {
    const way = await goAs({ sub: 'who' });
    world.issuer.claims = { nonce: 'wrong' };
    const wrong = await ok(begin()).then(async ({ url, verifier }) => ({
      parameters: await followIssuer(url),
      verifier,
    }));
    const answer = await finish(wrong);
    expect([answer.status, answer.body.code]).toEqual([422, 'oidc_test_refused']);
    expect(answer.body.title).toContain('nonce');
    expect(await world.lastAudit('test_provider')).toMatchObject({
      result: 'denied',
      after: { reason: 'oidc_test_refused' },
    });
    world.issuer.person = undefined;
    const cancelled = await ok(begin());
    const refused = await finish({ ...cancelled, parameters: await followIssuer(cancelled.url) });
    expect(refused.body.title).toContain('access_denied');
    world.issuer.failing = 503;
    const down = await begin();
    expect([down.status, down.body.code]).toEqual([422, 'provider_issuer']);
    world.issuer.failing = undefined;
    world.issuer.claims = {};
    await ok(finish(way));
  });

  it('is for the administrator who began it, once, and is no sign-in', async () => {
    const { cast } = world;
    const way = await goAs({ sub: 'olive' });
    const asSignIn = await world.finish(way);
    expect([asSignIn.status, asSignIn.body.code]).toEqual([401, 'oidc_state']);
    const asLink = await world.finish(way, cast.admin.key);
    expect([asLink.status, asLink.body.code]).toEqual([422, 'oidc_state']);
    const signIn = await world.goTo();
    expect((await finish(signIn)).body.code).toBe('oidc_state');
    const other = { name: 'second.admin', nick_name: 'Second', role_id: 1, password: 'Licence-2026' };
    const { id } = await ok(cast.admin.post('/v1/user', other));
    await cast.database.executeSql(`update users set must_change_password = false where id = ${id}`);
    expect((await finish(way, await cast.login('second.admin'))).body.code).toBe('oidc_state');
  });

  it('needs a recent sign-in', async () => {
    await world.cast.database.executeSql(`update session set created_at = created_at - interval '1 hour'`);
    expect((await begin()).status).toBe(403);
    await world.cast.database.executeSql(`update session set created_at = created_at + interval '1 hour'`);
  });
});
