import { afterAll, beforeAll, expect, it } from 'vitest';
import { type EndpointName, endpointNamed, endpoints } from '../../../contract/endpoints/index.ts';
import { contract } from '../../../contract/index.ts';
import { newToken } from '../../../server/domain/serviceAccount/tokenText.ts';
import { allActionEndpoints, allRecordEndpoints } from '../../../server/http/paths.ts';
import type { Cast } from '../../support/cast.ts';
import { forAnyEngine } from '../../support/database.ts';
import { ok } from '../../support/product.ts';
import { fingerprint } from '../matrix/fingerprint.ts';
import { type Directory, patchSchema, refusalOf, startDirectory, startDirectoryWorld } from './directory.ts';

/** Who may use SCIM, and what a token of a directory may not do (issue 35, section 5). */

forAnyEngine('SCIM', (engine) => {
  let cast: Cast;
  let directory: Directory;
  beforeAll(async () => {
    ({ cast, directory } = await startDirectoryWorld(engine));
  }, 120_000);
  afterAll(() => cast.close());

  const state = async () => (await cast.database.executeSql(fingerprint)).rows[0]?.['world'];
  const call = (key: string | undefined, method: string, path: string, body?: unknown) =>
    cast.request(method, `/scim/v2${path}`, { key, body, headers: { 'content-type': 'application/scim+json' } });
  const calls: [method: string, path: string, body?: object][] = [
    ['GET', '/ServiceProviderConfig'],
    ['GET', '/Schemas'],
    ['GET', '/ResourceTypes'],
    ['GET', '/Users'],
    ['GET', '/Users/3'],
    ['POST', '/Users/.search', {}],
    ['POST', '/Users', { userName: 'new.person', userType: 'SalesMan' }],
    ['PUT', '/Users/3', { userName: 'other' }],
    ['PATCH', '/Users/3', { Operations: [{ op: 'replace', path: 'active', value: false }] }],
    ['DELETE', '/Users/3'],
    ['GET', '/Groups'],
    ['GET', '/Anything'],
  ];
  async function tokenOf(role: string, scopes: string[], more: object = {}): Promise<string> {
    const account = await ok(cast.admin.post('/v1/service_account', { name: 'Program', role, ...more }));
    return (await ok(cast.admin.post('/v1/service_token', { account_id: account.id, name: 'T', scopes }))).token;
  }

  it('refuses everybody without a token of the scope scim, and changes nothing', async () => {
    const everything = await tokenOf('SuperAdmin', ['*:*', 'user:*']);
    const callers: [name: string, key: string | undefined, status: number][] = [
      ['nobody', undefined, 401],
      ['a wrong token', newToken(), 401],
      ['a SuperAdmin', cast.admin.key, 403],
      ['a GeneralAdmin', cast.operations.key, 403],
      ['a salesman', cast.sales.key, 403],
      ['an enterprise', cast.customer.key, 403],
      ['a token with every other scope', everything, 403],
    ];
    await directory.get('/Users');
    for (const [, key] of callers) await call(key, 'GET', '/Users');
    const before = await state();
    for (const [name, key, status] of callers)
      for (const [method, path, body] of calls) {
        const answer = await call(key, method, path, body);
        expect(answer.status, `${name} ${method} ${path}`).toBe(status);
        if (status === 401) expect(answer.headers.get('www-authenticate')).toBe('Bearer');
      }
    expect(await state()).toEqual(before);
  });

  it('gives the scope to programs with the role of an administrator only, and alone', async () => {
    const refused = async (role: string, scopes: string[], more: object = {}) => {
      const account = await ok(cast.admin.post('/v1/service_account', { name: 'Program', role, ...more }));
      const { status, body } = await cast.admin.post('/v1/service_token', {
        account_id: account.id,
        name: 'T',
        scopes,
      });
      return [status, Object.keys(body.error?.fields ?? {})];
    };
    const enterprise = { enterprise_id: cast.enterprise };
    expect(await refused('SalesMan', ['scim'])).toEqual([422, ['scopes']]);
    expect(await refused('Enterprise', ['scim'], enterprise)).toEqual([422, ['scopes']]);
    expect(await refused('Subordinate', ['scim'], enterprise)).toEqual([422, ['scopes']]);
    expect(await refused('GeneralAdmin', ['scim', 'user:read'])).toEqual([422, ['scopes']]);
    expect(await refused('GeneralAdmin', ['scim:*'])).toEqual([422, ['scopes']]);
    expect((await refused('SuperAdmin', ['scim']))[0]).toBe(200);
  });

  it('lets its token do nothing below /v1', async () => {
    const path = (text: string) => text.replace('{entity}', 'order').replace(/\{\w+\}/g, '1');
    const all = [
      ...allRecordEndpoints(contract),
      ...allActionEndpoints(contract),
      ...(Object.keys(endpoints) as EndpointName[]).map(endpointNamed).filter(({ roles }) => Array.isArray(roles)),
    ];
    expect(all.length).toBeGreaterThan(150);
    for (const { method, path: declared } of all) {
      const body = method === 'POST' ? {} : undefined;
      const { status } = await cast.request(method, path(declared), { key: directory.token, body });
      expect([403, 404, 422], `${method} ${declared}`).toContain(status);
      if (method === 'GET') expect(status, declared).toBe(403);
    }
  }, 60_000);

  it('touches neither SuperAdmins, nor programs, nor itself', async () => {
    const before = await state();
    const admin = cast.admin.id;
    for (const id of [admin, directory.user]) {
      for (const [method, body] of [
        ['GET', undefined],
        ['PUT', { userName: 'other' }],
        ['PATCH', { schemas: [patchSchema], Operations: [{ op: 'replace', path: 'active', value: false }] }],
        ['DELETE', undefined],
      ] as const) {
        const { status } = await directory.send(method, `/Users/${id}`, body);
        expect(status, `${method} ${id}`).toBe(404);
      }
    }
    const mighty = await startDirectory(cast, cast.admin, 'SuperAdmin');
    expect((await mighty.get(`/Users/${admin}`)).status).toBe(404);
    expect(refusalOf(await mighty.create({ userName: 'another.admin', userType: 'SuperAdmin' }))).toEqual([
      400,
      'invalidValue',
    ]);
    expect((await cast.admin.get(`/v1/user/${admin}`)).body.active).toBe(true);
    expect(before).toBeDefined();
  });

  it('ends with its token', async () => {
    const other = await startDirectory(cast);
    expect((await other.get('/Users')).status).toBe(200);
    await ok(cast.admin.delete(`/v1/service_account/${other.account}`));
    const { status, body } = await other.get('/Users');
    expect([status, body.detail]).toEqual([401, 'The service account of this token has been deleted']);
  });

  it('counts the requests of a token', async () => {
    const account = await ok(
      cast.admin.post('/v1/service_account', { name: 'Slow', role: 'GeneralAdmin', requests_per_minute: 2 }),
    );
    const { token } = await ok(
      cast.admin.post('/v1/service_token', { account_id: account.id, name: 'T', scopes: ['scim'] }),
    );
    const answers = [
      await call(token, 'GET', '/Users'),
      await call(token, 'GET', '/Users'),
      await call(token, 'GET', '/Users'),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 429]);
    expect(Number(answers[2]?.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('refuses bodies that are none', async () => {
    const send = (body: string, type = 'application/scim+json') =>
      directory.send('POST', '/Users', body, { 'content-type': type });
    expect(refusalOf(await send('{"userName": '))).toEqual([400, 'invalidSyntax']);
    expect(refusalOf(await send('[]'))).toEqual([400, 'invalidValue']);
    expect(refusalOf(await send('{"userName":"a","userName":"b"}'))).toEqual([400, 'invalidValue']);
    expect(refusalOf(await send('{}'))).toEqual([400, 'invalidValue']);
    expect((await send('{"userName":"a"}', 'text/plain')).status).toBe(415);
    expect((await send('{"userName":"a"}', 'application/scim+json; charset=utf-8')).status).toBe(400);
    expect((await send(JSON.stringify({ userName: 'x'.repeat(200_000) }))).status).toBe(413);
    expect(refusalOf(await send(`${'{"a":'.repeat(20)}1${'}'.repeat(20)}`))).toEqual([400, 'invalidValue']);
  });
});
