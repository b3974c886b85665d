import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { applicationSources } from '../../contract/choices/application.ts';
import { approvedOrder, type Cast, effectiveProject, startCast } from '../support/cast.ts';
import { operations } from '../support/conformance.ts';
import { eitherEngine } from '../support/database.ts';
import { type Answer, ok, password } from '../support/product.ts';

let cast: Cast;
beforeAll(async () => {
  cast = await startCast(eitherEngine);
});
afterAll(() => cast.close());

const han = /\p{Script=Han}/u;
const guarded = operations.filter(
  ({ operation }) => !['anybody', 'licence'].some((who) => operation['x-roles'].includes(who)),
);

describe('every call', () => {
  it.each(guarded.map((one): [string, string] => [one.method, one.path]))(
    '%s %s wants the session’s key in its header (R-CALLG-01)',
    async (method, path) => {
      const address = path.replace('{id}', '999999').replace(/\{\w+\}/g, 'x');
      const body = method === 'POST' ? { body: {} } : {};
      for (const key of [undefined, 'no-key', 'Bearer no-key', `Basic ${cast.admin.key}`, `${cast.admin.key}x`]) {
        const answer = await cast.request(method, address, { key, ...body });
        expect([answer.status, answer.body.code]).toEqual([401, 'signed_out']);
      }
      const { key } = cast.admin;
      if (!path.includes('logout')) {
        for (const given of [key, `Bearer ${key}`, `bearer  ${key}`])
          expect((await cast.request(method, address, { key: given, ...body })).status).not.toBe(401);
      }
      const inAddress = await cast.request(method, `${address}?authorization=${key}&api_key=${key}`, body);
      expect(inAddress.status).toBe(401);
    },
  );

  it.each<[number, string, (headers: Record<string, string>) => Promise<Answer>]>([
    [401, 'no key', (headers) => cast.request('GET', '/v1/order/list', { headers })],
    [403, 'not theirs to do', (headers) => cast.request('GET', '/v1/audit/list', { key: cast.customer.key, headers })],
    [404, 'no such record', (headers) => cast.request('GET', '/v1/order/999', { key: cast.admin.key, headers })],
    [405, 'no such method', (headers) => cast.request('DELETE', '/v1/order/list', { key: cast.admin.key, headers })],
    [
      422,
      'a field',
      (headers) => cast.request('POST', '/v1/project', { key: cast.customer.key, headers, body: { name: '' } }),
    ],
    [
      422,
      'a sign-in',
      (headers) => cast.request('POST', '/v1/auth/login', { headers, body: { name: 'nobody', password } }),
    ],
    [400, 'no JSON', (headers) => cast.request('POST', '/v1/project', { key: cast.customer.key, headers, body: '{' })],
  ])('%d, %s: is said in the language of X-LANG, English unless it is zh (R-CALLG-02)', async (status, _, send) => {
    const textsOf = ({ body }: Answer): string[] => [
      body.title,
      ...Object.values(body.error.fields as Record<string, string[]>).flat(),
    ];
    const plain = await send({});
    expect(plain.status).toBe(status);
    expect(textsOf(plain).filter((text) => han.test(text) || text === '')).toEqual([]);
    for (const language of ['en', 'fr', 'ZH-tw'])
      expect(textsOf(await send({ 'X-LANG': language }))).toEqual(textsOf(plain));
    const chinese = textsOf(await send({ 'X-LANG': 'zh' }));
    expect(chinese).toHaveLength(textsOf(plain).length);
    expect(chinese.filter((text) => !han.test(text))).toEqual([]);
  });
});

describe('applications of every source (R-APP-01)', () => {
  /** A customer whose projects are for tests and accept applications from every source. */
  async function lab() {
    const body = { name: 'Lab', code: 'LAB', type: 2, sales_user_id: cast.sales.id };
    const enterprise_id = (await ok(cast.admin.post('/v1/enterprise', body))).id;
    await ok(cast.admin.post('/v1/enterprise_product', { enterprise_id, product_id: cast.productId }));
    await ok(cast.admin.post('/v1/user', { name: 'lab', nick_name: 'Lab', role_id: 4, password, enterprise_id }));
    const customer = await cast.login('lab');
    await ok(customer.post('/v1/user', { name: 'lab.sub', nick_name: 'Sub', role_id: 5, password }));
    const subUser = await cast.login('lab.sub');
    const project_id = await effectiveProject(customer, cast.productId, 'KEY-LAB');
    await ok(customer.post(`/v1/project/${project_id}`, { sub_user_id: subUser.id }));
    return { customer, subUser, project_id };
  }

  it('are filed each in its way, told apart, and labelled in both languages', async () => {
    const { customer, subUser, project_id } = await lab();
    for (const source of [0, 3, 4]) {
      const { token } = await ok(customer.post('/v1/application/link', { source, project_id, days: 1 }));
      const body = { hosts: 1 + source, mail: 'visitor@else.example' };
      await ok(cast.request('POST', `/v1/application/${token}`, { body }));
    }
    await ok(subUser.post('/v1/allocation', { project_id, hosts: 2 }));
    await ok(cast.admin.post('/v1/allocation', { project_id, hosts: 3 }));
    for (const { id } of applicationSources) {
      const { items } = await ok(customer.get(`/v1/allocation/list?filter_source=${id}`));
      expect(items).toMatchObject([{ source: id, hosts: id + 1, status: 0 }]);
    }
    const own = await ok(subUser.get('/v1/allocation/list'));
    expect(own.items).toMatchObject([{ source: 1, hosts: 2 }]);
    for (const language of ['en', 'zh'] as const) {
      const headers = { 'X-LANG': language };
      const { body } = await cast.request('GET', '/v1/allocation/export', { key: customer.key, headers });
      for (const { label } of applicationSources) expect(body).toContain(`,${label[language]},`);
    }
    expect(applicationSources.map(({ label }) => label.en)).toEqual([
      'QR scan',
      'Sub-user application',
      'Created by an administrator',
      'Third-party platform',
      'International test application',
    ]);
    for (const source of [5, -1, '0']) {
      const refused = await cast.admin.post('/v1/allocation', { project_id, hosts: 1, source });
      expect([refused.status, Object.keys(refused.body.error.fields)]).toEqual([422, ['source']]);
    }
  });
});

describe('an answer is compressed', () => {
  const asked = async (path: string, encoding?: string, body?: object) => {
    const key = path.includes('allocation') ? cast.customer.key : cast.admin.key;
    const headers = { Authorization: key, 'Content-Type': 'application/json' };
    const response = await cast.app.request(path, {
      headers: { ...headers, ...(encoding && { 'Accept-Encoding': encoding }) },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    const [encoded, vary] = ['content-encoding', 'vary'].map((name) => response.headers.get(name));
    return { status: response.status, bytes, encoding: encoded, vary };
  };

  beforeAll(async () => {
    const long = `Lighthouse ${'of the northern coast '.repeat(16)}`;
    await cast.database.executeSql(`
      insert into project (name, enterprise_id, product_id, status)
        select '${long}' || g, ${cast.enterprise}, ${cast.productId}, 0 from generate_series(1, 50) g;
      insert into enterprise (name, code, status) select '${long}' || g, 'LONG-' || g, 1 from generate_series(1, 5) g;
      insert into subscription (code, company, contact_man, contact_mail, hosts, status)
        select 'LONG-' || g, '${long}' || g, 'Ann', 'ann@x.example', 1, 0 from generate_series(1, 5) g;
      insert into payment (subscription_id, amount, currency, paid_at)
        select (select max(id) from subscription), 1, 'EUR', now() - g * interval '1 month' from generate_series(1, 100) g`);
  });

  it.each([
    ['a list', '/v1/audit/list?per_page=50'],
    ['sums', '/v1/payment/temp/totals?group_by=paid_at'],
    ['a search', '/v1/search?q=lighthouse'],
    ['the description of the API', '/v1/openapi.json'],
    ['an export', '/v1/project/export'],
  ])('when it is long and the client takes that, and says the same: %s', async (_name, path) => {
    const plain = await asked(path);
    expect([plain.status, plain.encoding, plain.vary]).toEqual([200, null, 'Accept-Encoding']);
    const packed = await asked(path, 'br;q=0.9, gzip');
    expect([packed.encoding, packed.vary]).toEqual(['gzip', 'Accept-Encoding']);
    expect(packed.bytes.length).toBeLessThan(plain.bytes.length / 3);
    expect(gunzipSync(packed.bytes).equals(plain.bytes)).toBe(true);
  });

  it('when it is long and tells what an action has made', async () => {
    const served = await ok(cast.admin.post('/v1/allocation', { project_id: cast.project, hosts: 4, source: 2 }));
    const orders = await Promise.all([1, 1, 1, 1].map((hosts) => approvedOrder(cast, hosts)));
    const body = { allocation_id: served.id, orders: orders.map((order_id) => ({ order_id, hosts: 1 })) };
    const { status, encoding, bytes } = await asked('/v1/allocation_assignment', 'gzip', body);
    expect([status, encoding]).toEqual([200, 'gzip']);
    expect(JSON.parse(gunzipSync(bytes).toString()).items).toHaveLength(4);
  });

  it.each(['br', 'gzip;q=0', 'identity, gzip;q=0', '*;q=0'])('and not for who takes %s', async (encoding) => {
    expect((await asked('/v1/audit/list?per_page=50', encoding)).encoding).toBeNull();
  });

  it('and not when it is short', async () => {
    expect((await asked(`/v1/user/${cast.admin.id}`, 'gzip')).encoding).toBeNull();
  });
});
