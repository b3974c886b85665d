import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Cast, startCast } from '../support/cast.ts';
import { eitherEngine } from '../support/database.ts';

let cast: Cast;
beforeAll(async () => {
  cast = await startCast(eitherEngine);
});
afterAll(() => cast.close());

const han = /\p{Script=Han}/u;
const missing = (headers: Record<string, string>) =>
  cast.request('GET', '/v1/order/999', { key: cast.admin.key, headers });

describe('the language of an answer', () => {
  it.each<[Record<string, string>, 'en' | 'zh']>([
    [{}, 'en'],
    [{ 'Accept-Language': 'zh' }, 'zh'],
    [{ 'Accept-Language': 'zh-CN,zh;q=0.9,en;q=0.8' }, 'zh'],
    [{ 'Accept-Language': 'ZH-Hant-TW' }, 'zh'],
    [{ 'Accept-Language': 'en-GB,en;q=0.9,zh;q=0.8' }, 'en'],
    [{ 'Accept-Language': 'en;q=0.2, zh;q=0.7' }, 'zh'],
    [{ 'Accept-Language': 'fr, de;q=0.9, zh;q=0.1' }, 'zh'],
    [{ 'Accept-Language': 'zh;q=0, fr' }, 'en'],
    [{ 'Accept-Language': 'zha' }, 'en'],
    [{ 'Accept-Language': '*' }, 'en'],
    [{ 'Accept-Language': ';;,q=,=' }, 'en'],
    [{ 'Accept-Language': 'x,'.repeat(2000) }, 'en'],
    // X-LANG wins, whatever it is.
    [{ 'X-LANG': 'en', 'Accept-Language': 'zh' }, 'en'],
    [{ 'X-LANG': 'zh', 'Accept-Language': 'en' }, 'zh'],
    [{ 'X-LANG': 'fr', 'Accept-Language': 'zh' }, 'en'],
  ])('%j is answered in %s', async (headers, language) => {
    const { status, body } = await missing(headers);
    expect([status, han.test(body.title)]).toEqual([404, language === 'zh']);
  });
});

describe('an error for a client that asks for problems (RFC 9457)', () => {
  const problem = 'application/problem+json';
  const media = async (accept: string) =>
    (await missing({ Accept: accept })).headers.get('content-type')?.split(';')[0];

  it.each<[string, string]>([
    [problem, problem],
    [`application/json, ${problem}`, problem],
    [`${problem}, application/json;q=0.9, */*;q=0.1`, problem],
    [`application/json, ${problem};q=0.5`, 'application/json'],
    [`${problem};q=0`, 'application/json'],
    ['application/json', 'application/json'],
    ['*/*', 'application/json'],
    ['text/html', 'application/json'],
  ])('%s is answered as %s', async (accept, expected) => {
    expect(await media(accept)).toBe(expected);
  });

  it('has the members of the standard, the code, the fields and the id of the request', async () => {
    const headers = { Accept: problem };
    const answer = await cast.admin.post('/v1/product', { name: '', metering: 'value' }, headers);
    const id = answer.headers.get('x-request-id');
    const usual = await cast.admin.post('/v1/product', { name: '', metering: 'value' });
    expect(answer.body).toEqual({
      type: '/docs/api/errors#invalid',
      title: usual.body.title,
      status: 422,
      detail: 'The current item cannot be empty',
      instance: `urn:uuid:${id}`,
      code: 'invalid',
      fields: usual.body.error.fields,
      request_id: id,
    });
    expect(Object.keys(usual.body).sort()).toEqual(['code', 'error', 'title']);
  });

  it.each([
    ['en', 'There is already one with this product and licence key'],
    ['zh', '已有产品和许可码相同的记录'],
  ])(
    'says of values that are in use together once which they are, and names each field: %s',
    async (language, text) => {
      const project = { name: `Twin ${language}`, product_id: cast.productId, license_key: `TWIN-${language}` };
      const headers = { Accept: problem, 'X-LANG': language };
      expect((await cast.customer.post('/v1/project', project)).status).toBe(200);
      const { body } = await cast.customer.post('/v1/project', project, headers);
      expect(body).toMatchObject({ status: 422, code: 'used_together', title: text, detail: text });
      expect(body.fields).toEqual({ product_id: [text], license_key: [text] });
    },
  );

  it.each<[number, string, () => Promise<{ status: number; body: { code: string; status: number } }>]>([
    [401, 'signed_out', () => cast.request('GET', '/v1/order/list', { headers: { Accept: problem } })],
    [403, 'forbidden', () => cast.customer.get('/v1/audit/list', { Accept: problem })],
    [404, 'not_found', () => cast.admin.get('/v1/order/999', { Accept: problem })],
    [
      405,
      'method',
      () => cast.request('DELETE', '/v1/order/list', { key: cast.admin.key, headers: { Accept: problem } }),
    ],
    [
      400,
      'not_json',
      () => cast.request('POST', '/v1/project', { key: cast.customer.key, headers: { Accept: problem }, body: '{' }),
    ],
  ])('%d has the code %s, which the page of errors explains', async (status, code, send) => {
    const answer = await send();
    expect([answer.status, answer.body.status, answer.body.code]).toEqual([status, status, code]);
    const page = await (await cast.app.request('/docs/api/errors')).text();
    expect(page).toContain(`id="${code}"`);
  });

  it('answers what succeeds as JSON', async () => {
    const answer = await cast.admin.get('/v1/order/list', { Accept: problem });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/json']);
  });
});

describe('the key of a session', () => {
  it.each([
    ['as it is', ''],
    ['after Bearer', 'Bearer '],
    ['after bearer', 'bearer '],
    ['after Bearer and blanks', 'Bearer   '],
  ])('is read %s', async (_, scheme) => {
    const key = `${scheme}${cast.customer.key}`;
    expect((await cast.request('GET', '/v1/user/config', { key })).status).toBe(200);
  });

  it.each(['Basic ', 'Token ', 'Bearer', 'Bearer Bearer '])('is not read after %s', async (scheme) => {
    const key = `${scheme}${cast.customer.key}`;
    expect((await cast.request('GET', '/v1/user/config', { key })).status).toBe(401);
  });
});

it('HEAD is answered as GET is, without the content (RFC 9110, 9.3.2)', async () => {
  const head = async (path: string, key?: string) => {
    const answer = await cast.app.request(path, { method: 'HEAD', headers: key ? { authorization: key } : {} });
    return [answer.status, answer.headers.get('content-type')?.split(';')[0] ?? null, await answer.text()];
  };
  const json = 'application/json';
  expect(await head('/v1/auth/config')).toEqual([200, json, '']);
  expect(await head('/v1/order/list', cast.admin.key)).toEqual([200, json, '']);
  expect(await head('/v1/order/list')).toEqual([401, json, '']);
  expect((await head('/v1/order/999', cast.admin.key))[0]).toBe(404);
});
