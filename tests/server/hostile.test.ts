import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allocationBody, approvedOrder, type Cast, delivery, issuedLicence, startCast } from '../support/cast.ts';
import { operations } from '../support/conformance.ts';
import { payloadsWith } from '../support/payloads.ts';
import { type Client, ok } from '../support/product.ts';
import { scale } from '../support/scale.ts';

let cast: Cast;
beforeAll(async () => {
  cast = await startCast('postgres');
});
afterAll(() => cast.close());

const injections = [
  "'",
  '"',
  "' or '1'='1",
  "1' or 1=1 --",
  '1; drop table users',
  "1' union select null,null--",
  '1) or (1=1',
  '%27%20or%201=1',
  "1' and sleep(5)--",
  "'; select pg_sleep(5); --",
  '1 or pg_sleep(5)',
  '$$',
  '{{7*7}}',
  '\\',
  '%',
  '_',
  '../../etc/passwd',
  '\u0000',
  '\ud800',
  '(select password_hash from users limit 1)',
  '-1',
  '1e9',
  '0x10',
  '9'.repeat(30),
  'x'.repeat(5000),
  '[]',
  '{"$ne":1}',
  'true or true',
];

interface Parameter {
  name: string;
  in: string;
}

describe('hostile values in every query parameter', () => {
  const calls = operations
    .filter(({ method, path }) => method === 'GET' && path.startsWith('/v1/') && !path.includes('{'))
    .map(({ path, operation }) => ({
      path,
      forAdmin: operation['x-roles'].includes('SuperAdmin') || operation['x-roles'].includes('anybody'),
      names: (operation.parameters as unknown as Parameter[])
        .filter((one) => one.in === 'query')
        .map((one) => one.name),
    }))
    .filter(({ names }) => names.length > 0);

  it.each(calls)(
    '$path',
    async ({ path, names, forAdmin }) => {
      const reader = forAdmin ? cast.admin : cast.customer;
      const whole = await reader.get(path);
      for (const [at, name] of names.entries()) {
        for (const value of injections.filter((_, which) => scale(which % 6 === at % 6, true))) {
          const query = `${name}=${encodeURIComponent(value.toWellFormed())}`;
          const answer = await reader.get(`${path}?${query}`);
          expect([200, 302, 422], `${query}: ${JSON.stringify(answer.body).slice(0, 200)}`).toContain(answer.status);
          if (answer.status === 200 && typeof answer.body.total === 'number')
            expect(answer.body.total).toBeLessThanOrEqual(whole.body.total ?? 0);
        }
      }
    },
    120_000,
  );

  it('is held against raw ampersands, repeats and signs that the client does not encode (A5)', async () => {
    for (const query of ['search=a&search=b', 'filter_status=0&filter_status=1', 'page=1&page=2'])
      expect((await cast.admin.get(`/v1/order/list?${query}`)).body.code).toBe('repeated_parameter');
    expect((await cast.admin.get('/v1/order/list?search=a&b')).status).toBe(422);
    expect((await cast.admin.get('/v1/order/list?api_key=x')).status).toBe(422);
    expect((await ok(cast.admin.get('/v1/order/list?start_at=2026-01-01T00:00:00Z&search=%26%23%2B%25'))).total).toBe(
      0,
    );
  });
});

const payloads = payloadsWith('alert');

describe('50 script payloads', () => {
  it('in every text field come back as the texts they are, or are refused', async () => {
    expect(new Set(payloads).size).toBe(50);
    for (const payload of payloads) {
      const id = cast.project;
      const texts = {
        name: payload,
        code: payload.slice(0, 40),
        comment: payload,
        customer_po: payload.slice(0, 60),
        params: { saas_name: payload },
      };
      await ok(cast.customer.post(`/v1/project/${id}`, texts));
      expect(await ok(cast.customer.get(`/v1/project/${id}`))).toMatchObject(texts);
      const mail = await cast.customer.post(`/v1/project/${id}`, { mail: `${payload}@x.example` });
      expect(mail.body.error.fields).toEqual({ mail: ['Email format is incorrect'] });
      const nick_name = payload.slice(0, 50);
      const user = { name: payload, nick_name, role_id: 2 };
      expect((await cast.admin.post('/v1/user', user)).body.error.fields).toHaveProperty('name');
      await ok(cast.admin.post(`/v1/user/${cast.operations.id}`, { nick_name }));
      expect((await ok(cast.admin.get(`/v1/user/${cast.operations.id}`))).nick_name).toBe(nick_name);
    }
  }, 120_000);

  it('stay texts in a mail: nothing of them is markup', async () => {
    const payload = payloads[0] ?? '';
    await ok(cast.customer.post(`/v1/project/${cast.project}`, { name: payload }));
    const order = await approvedOrder(cast, 2);
    const { items } = await ok(allocationBody(cast, order, 1, { mails: { project_mail: 'a@b.example' } }));
    await issuedLicence(cast, items[0].id);
    for (let tries = 0; tries < 100 && cast.mails.length === 0; tries += 1)
      await new Promise((resolve) => setTimeout(resolve, 50));
    expect(cast.mails.at(-1)?.html).not.toContain(payload);
    expect(cast.mails.at(-1)?.text).toContain(payload);
  });
});

describe('line breaks in what goes into a mail', () => {
  it.each([
    'a@b.example\r\nBcc: c@d.example',
    'a@b.example\nX: y',
    'a@b.example%0d%0aBcc:c@d.example',
    'a@b.example,c@d.example',
    'a@b.example\u2028x',
  ])('are refused: %j', async (address) => {
    const project = await cast.customer.post(`/v1/project/${cast.project}`, { mail: address });
    const name = await cast.customer.post(`/v1/project/${cast.project}`, { name: 'Name\r\nBcc: c@d.example' });
    const order = await approvedOrder(cast, 1);
    const allocated = await allocationBody(cast, order, 1, { mails: { others: [address] } });
    const form = { company: 'A\r\nB', contact_man: 'A', contact_mail: address, hosts: 1 };
    const asked = await cast.request('POST', '/v1/subscription', { body: form });
    expect([project, name, allocated, asked].map(({ status }) => status)).toEqual([422, 422, 422, 422]);
    expect(Object.keys(asked.body.error.fields).sort()).toEqual(['company', 'contact_mail']);
  });
});

describe('bodies that are none', () => {
  const order = () => ({ category_id: 1001, product_id: cast.productId, purchased: { hosts: 1 }, params: delivery });
  const send = (client: Client, text: string) => cast.request('POST', '/v1/order', { key: client.key, body: text });
  const spoil = (text: string) => JSON.stringify(order()).replace(/}$/, `,${text}}`);

  it.each<[string, () => string, number, string]>([
    ['__proto__', () => spoil('"__proto__":{"role":"SuperAdmin"}'), 422, '__proto__'],
    ['constructor', () => spoil('"constructor":{"prototype":{"x":1}}'), 422, 'constructor'],
    ['a name given twice', () => spoil('"category_id":1003'), 422, 'category_id'],
    ['a name given twice, once escaped', () => spoil('"c\\u0061tegory_id":1003'), 422, 'category_id'],
    ['an unknown name', () => spoil('"is_admin":true'), 422, 'is_admin'],
    ['the status', () => spoil('"status":2'), 422, 'status'],
    ['the server’s own fields', () => spoil('"approval_at":"2026-01-01T00:00:00Z"'), 422, 'approval_at'],
    ['a list', () => '[]', 422, '_'],
    ['a number', () => '5', 422, '_'],
    ['null', () => 'null', 422, '_'],
    ['no JSON', () => '{"a":', 400, ''],
    ['single quotes', () => "{'a':1}", 400, ''],
    ['deep nesting', () => `${'['.repeat(20_000)}${']'.repeat(20_000)}`, 422, ''],
    ['deep nesting in a field', () => spoil(`"comment":${'{"a":'.repeat(500)}1${'}'.repeat(500)}`), 422, ''],
    ['2 MB', () => spoil(`"comment":"${'x'.repeat(2 * 1024 * 1024)}"`), 413, ''],
    ['a lone surrogate', () => spoil('"comment":"\\ud800"'), 422, 'comment'],
    ['a null character', () => spoil('"comment":"a\\u0000b"'), 422, 'comment'],
    ['a number that is none', () => spoil('"parent_order_id":1e400'), 422, 'parent_order_id'],
  ])('%s: refused clearly, and nothing is made', async (_name, text, status, field) => {
    const before = (await ok(cast.admin.get('/v1/order/list'))).total;
    const answer = await send(cast.customer, text());
    expect(answer.status).toBe(status);
    expect(answer.body.title).not.toBe('');
    if (field) expect(Object.keys(answer.body.error.fields)).toContain(field);
    expect((await ok(cast.admin.get('/v1/order/list'))).total).toBe(before);
    expect(({} as { role?: string }).role).toBeUndefined();
  });

  it('a fault of ours says a title and a request id, and nothing else', async () => {
    await cast.database.executeSql('alter table saved_view rename to saved_view_gone');
    const answer = await cast.admin.get('/v1/saved_view/list');
    await cast.database.executeSql('alter table saved_view_gone rename to saved_view');
    expect(answer.status).toBe(500);
    const { request_id, ...rest } = answer.body;
    expect(request_id).toMatch(/^[0-9a-f-]{36}$/);
    expect(rest).toEqual({ title: 'Internal server error', code: 'server', error: { fields: {} } });
  });
});
