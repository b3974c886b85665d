import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Cast, delivery, placeOrder, startCast } from '../support/cast.ts';
import { eitherEngine } from '../support/database.ts';
import { listen } from '../support/listen.ts';
import { type Client, ok } from '../support/product.ts';
import { type Stranger, startStranger } from '../support/stranger.ts';

/** The typed client as somebody uses it who has only its packed file (issue 34, section 3). */

// biome-ignore lint/suspicious/noExplicitAny: its types are generated, and checked by the first test
let client: any;
let stranger: Stranger;
let cast: Cast;
beforeAll(async () => {
  stranger = startStranger(['jose', '@types/node']);
  client = await import(join(stranger.folder, 'node_modules/licence-console-client/index.js'));
  cast = await startCast(eitherEngine);
}, 240_000);
afterAll(async () => {
  await cast?.close();
  stranger?.remove();
});

it('has types of the calls, their parameters, bodies and answers', () => {
  stranger.write(
    'types.ts',
    `import { type Schemas, type WebhookEvent, createClient, waitFor } from 'licence-console-client';
const client = createClient({ url: 'https://console.example', token: 'lct_', language: 'zh' });
const delivery = { delivery_method: 'payment_after_delivery', is_stamp: false } as const;
const path = { id: 1 };

const page = await client.get('/v1/order/list', { query: { page: 1, filter_status: [0, 2], filter_is_available: true } });
const total: number = page.total;
const first: Schemas['order'] | undefined = page.items[0];
const body = { category_id: 1001, product_id: 1, purchased: { hosts: 5 }, params: delivery } as const;
const order = await client.post('/v1/order', { body, header: { 'Idempotency-Key': 'mine' } });
await client.post('/v1/order/{id}', { path, body: { comment: 'For March' }, header: { 'If-Match': '"1"' } });
await client.post('/v1/order/{id}', { path, body: { status: 1, assign_period: 30, use_period: 365 } });
await client.delete('/v1/order/{id}', { path, signal: AbortSignal.timeout(1000) });
for await (const { code, status } of client.list('/v1/order/list')) console.log(code?.length, status + 1);
for await (const { lic_key } of client.list('/v1/assignment/list', { query: { sort: '-id' } })) console.log(lic_key);
const csv: string = await (await client.get('/v1/order/export', { query: { format: 'csv' } })).text();
const licence = await waitFor(() => client.get('/v1/assignment/{id}', { path }), ({ task }) => task.status === 'succeed');
await client.post('/v1/payment/temp/upload/receipt', { query: { name: 'a.pdf' }, body: new Uint8Array(3) });
export const hear = (event: WebhookEvent): string =>
  event.type === 'order.approved' ? String(event.data.version + total) : csv + licence.id + order.id + first?.id;

// @ts-expect-error a page is a number
await client.get('/v1/order/list', { query: { page: '1' } });
// @ts-expect-error a parameter that does not exist
await client.get('/v1/order/list', { query: { pages: 1 } });
// @ts-expect-error a status that does not exist
await client.get('/v1/order/list', { query: { filter_status: [3] } });
// @ts-expect-error a path that does not exist
await client.get('/v1/orders/list');
// @ts-expect-error an order without its id
await client.get('/v1/order/{id}');
// @ts-expect-error a call that does not exist
await client.delete('/v1/order', { path });
// @ts-expect-error a field that does not exist
await client.post('/v1/order', { body: { category_id: 1001, prodct_id: 1, params: delivery } });
// @ts-expect-error a field in a group that does not exist
await client.post('/v1/order', { body: { category_id: 1001, params: { delivery_method: 'send_upon_payment', stamp: 1 } } });
// @ts-expect-error a field that is missing
await client.post('/v1/order', { body: { product_id: 1, params: delivery } });
// @ts-expect-error a step without what it needs
await client.post('/v1/order/{id}', { path, body: { status: 1, assign_period: 30 } });
// @ts-expect-error a step that does not exist
await client.post('/v1/order/{id}', { path, body: { status: 7 } });
// @ts-expect-error a list that is none
for await (const _ of client.list('/v1/order/{id}')) break;
// @ts-expect-error a field of an answer that does not exist
for await (const { cod } of client.list('/v1/order/list')) console.log(cod);
// @ts-expect-error an event that does not exist
export const wrong = (event: WebhookEvent): boolean => event.type === 'order.forgotten';
`,
  );
  expect(stranger.compile('types.ts')).toBe('');
}, 60_000);

/** A salesman's program creates a customer, whose own program orders; each step has the token of its role. */
const program = `import { createRemoteJWKSet, jwtVerify } from 'jose';
import { createClient, waitFor } from 'licence-console-client';

export const createCustomer = async (url: string, token: string) =>
  (await createClient({ url, token }).post('/v1/enterprise', { body: { name: 'Northwind', code: 'NORTH' } })).id;

export async function buyLicence(url: string, product_id: number, tokens: Record<'shop' | 'sales' | 'operations', string>) {
  const [shop, sales, operations] = [tokens.shop, tokens.sales, tokens.operations].map((token) => createClient({ url, token }));
  if (!shop || !sales || !operations) throw new Error('three tokens are needed');
  const placed: string[] = [];
  const ordered = {
    category_id: 1001,
    product_id,
    purchased: { hosts: 3 },
    params: { delivery_method: 'payment_after_delivery', is_stamp: false },
  } as const;
  const order = await shop.post('/v1/order', { body: ordered });
  await shop.post('/v1/order', { body: ordered });
  for await (const { code } of shop.list('/v1/order/list', { query: { per_page: 1, sort: '-id' } })) placed.push(code ?? '');
  const path = { id: order.id };
  await sales.post('/v1/order/{id}', { path, body: { status: 1, assign_period: 30, use_period: 365 } });
  const { status } = await operations.post('/v1/order/{id}', { path, body: { status: 2 } });
  const project = await shop.post('/v1/project', { body: { name: 'Rollout', product_id, license_key: 'K7QX-2M9D' } });
  await shop.post('/v1/project/{id}', { path: { id: project.id }, body: { status: 1 } });
  const { items } = await shop.post('/v1/assignment', {
    body: { project_id: project.id, orders: [{ order_id: order.id, hosts: 2 }] },
  });
  const licence = await waitFor(
    () => shop.get('/v1/assignment/{id}', { path: { id: items[0].id } }),
    ({ task }) => task.status !== 'running',
    { every: 0.1 },
  );
  const keys = createRemoteJWKSet(new URL('/.well-known/jwks.json', url));
  const { payload } = await jwtVerify(licence.lic_secret ?? '', keys, { algorithms: ['EdDSA'], typ: 'license+jwt' });
  return { placed, status, code: order.code, licence, payload };
}
`;

it('takes an order from its creation to a licence, with three tokens', async () => {
  stranger.write('program.ts', program);
  expect(stranger.compile('program.ts')).toBe('');
  const { createCustomer, buyLicence } = await import(join(stranger.folder, 'program.ts'));
  const tokenOf = async (account: object, ...scopes: string[]): Promise<string> => {
    const { id } = await ok(cast.admin.post('/v1/service_account', { name: 'Program', ...account }));
    return (await ok(cast.admin.post('/v1/service_token', { account_id: id, name: 'First', scopes }))).token;
  };
  const { url, close } = await listen(cast.app);
  const sales = await tokenOf({ role: 'SalesMan' }, 'enterprise:create', 'order:confirm');
  const enterprise_id = await createCustomer(url, sales);
  await ok(cast.admin.post(`/v1/enterprise/${enterprise_id}`, { status: 1 }));
  await ok(cast.admin.post('/v1/enterprise_product', { enterprise_id, product_id: cast.productId }));
  const shop = await tokenOf({ role: 'Enterprise', enterprise_id }, 'order:*', 'project:*', 'licence:*');
  const operations = await tokenOf({ role: 'GeneralAdmin' }, 'order:approve');
  const result = await buyLicence(url, cast.productId, { shop, sales, operations });
  expect(result.placed.length).toBe(2);
  expect(result.placed[1]).toBe(result.code);
  expect([result.status, result.licence.hosts, result.licence.task.status]).toEqual([2, 2, 'succeed']);
  expect(result.payload).toMatchObject({ order: result.code, jti: result.licence.jti, licence_key: 'K7QX-2M9D' });
  await close();
}, 120_000);

/** A client of the product with a token of a new service account. */
async function shopClient(maker: Client, scopes: readonly string[], options: object = {}) {
  const { id } = await ok(maker.post('/v1/service_account', { name: 'Shop' }));
  const { token } = await ok(maker.post('/v1/service_token', { account_id: id, name: 'First', scopes }));
  const sent: Request[] = [];
  const send = (request: Request) => {
    sent.push(request.clone());
    return cast.app.fetch(request, { incoming: { socket: {} } });
  };
  return { sent, send, shop: client.createClient({ url: 'http://console.test', token, fetch: send, ...options }) };
}
const orderBody = () => ({
  category_id: 1001,
  product_id: cast.productId,
  purchased: { hosts: 5 },
  params: delivery,
});
const errorOf = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error) => error,
  );

describe('with the real server', () => {
  it('reads a list page after page, each record once, and stops where the reader does', async () => {
    for (let count = 0; count < 5; count += 1) await placeOrder(cast, 1);
    const { shop, sent } = await shopClient(cast.customer, ['order:*']);
    const { items } = await ok(cast.customer.get('/v1/order/list?per_page=100&sort=-id'));
    const wanted: number[] = items.map(({ id }: { id: number }) => id);
    const read = async (query: object) => {
      const found: number[] = [];
      for await (const { id } of shop.list('/v1/order/list', { query })) found.push(id);
      return found;
    };
    expect(await read({ sort: '-id' })).toEqual(wanted);
    expect(sent.length).toBe(1);
    expect(await read({ sort: '-id', per_page: 2 })).toEqual(wanted);
    expect(await read({ sort: '-id', per_page: 2, page: 2 })).toEqual(wanted.slice(2));
    expect(await read({ filter_id: wanted.slice(0, 2), sort: 'id' })).toEqual([wanted[1], wanted[0]]);
    sent.length = 0;
    for await (const { id } of shop.list('/v1/order/list', { query: { sort: '-id', per_page: 2 } }))
      if (id === wanted[1]) break;
    expect(sent.length).toBe(1);
    // An order that is placed meanwhile moves the others to later pages.
    const found: number[] = [];
    for await (const { id } of shop.list('/v1/order/list', { query: { sort: '-id', per_page: 2 } })) {
      found.push(id);
      if (found.length === 1) await placeOrder(cast, 1);
    }
    expect(found).toEqual(wanted);
  });

  it('tells what is wrong with a body, in the chosen language, and the id of the request', async () => {
    const { shop } = await shopClient(cast.customer, ['order:create'], { language: 'zh' });
    const error = await errorOf(shop.post('/v1/order', { body: { ...orderBody(), category_id: 7 } }));
    expect(error).toBeInstanceOf(client.ApiError);
    expect(error).toMatchObject({ name: 'ApiError', status: 422, code: 'invalid', retryAfter: undefined });
    expect(Object.keys(error.fields)).toEqual(['category_id']);
    expect(error.message).toMatch(/[一-龥]/);
    expect(error.requestId).toMatch(/^[0-9a-f-]{36}$/);
    expect(await errorOf(shop.get('/v1/order/list'))).toMatchObject({ status: 403, code: 'missing_scope' });
  });

  it('orders once although the first answer is lost', async () => {
    const before = (await ok(cast.customer.get('/v1/order/list'))).total;
    const made: { send?: (request: Request) => Response | Promise<Response> } = {};
    let lost = 0;
    const losing = async (request: Request) => {
      const answer = await made.send?.(request);
      if (request.method !== 'POST' || lost++ > 0) return answer;
      return new Response('upstream is away', { status: 503, headers: { 'retry-after': '0' } });
    };
    const { shop, send } = await shopClient(cast.customer, ['order:create'], { fetch: losing });
    made.send = send;
    const order = await shop.post('/v1/order', { body: orderBody() });
    expect(lost).toBe(2);
    const { total, items } = await ok(cast.customer.get('/v1/order/list?sort=-id'));
    expect([total, items[0].id]).toEqual([before + 1, order.id]);
  });

  it('passes on the file of an export', async () => {
    const { shop } = await shopClient(cast.customer, ['order:read']);
    const file: Response = await shop.get('/v1/order/export', { query: { format: 'csv' } });
    expect(file.headers.get('content-disposition')).toContain('.csv');
    expect((await file.text()).split('\n').length).toBeGreaterThan(5);
  });

  it('refuses an address or a token that is none', () => {
    expect(() => client.createClient({ url: 'console.example' })).toThrow(TypeError);
    for (const token of ['lct_…', 'lct_1\r', 'Bearer lct_1'])
      expect(() => client.createClient({ url: 'http://console.test', token })).toThrow('token');
  });
});

/** A client whose requests get the given answers, one after the other; the last one again and again. */
function answered(answers: readonly [number, Record<string, string>?][], options: object = {}) {
  const sent: Request[] = [];
  const fetch = async (request: Request): Promise<Response> => {
    const [status, headers = {}] = answers[Math.min(sent.length, answers.length - 1)] ?? [200];
    sent.push(request);
    const body = { title: 'Later', code: 'busy', error: { fields: {} } };
    return Response.json(status === 200 ? { id: 1 } : body, { status, headers });
  };
  const made = client.createClient({ url: 'http://console.test/', fetch, ...options });
  const keys = () => sent.map(({ headers }) => headers.get('idempotency-key'));
  return { sent, keys, made };
}
const soon = { 'retry-after': '0' };

describe('a server that refuses for now', () => {
  it('is asked again with the same key and the same body', async () => {
    const { sent, keys, made } = answered([[503, soon], [429, soon], [200]]);
    expect(await made.post('/v1/order', { body: { category_id: 1001 } })).toEqual({ id: 1 });
    expect(new Set(keys()).size).toBe(1);
    expect(keys()[0]).toMatch(/^[0-9a-f-]{36}$/);
    expect(await Promise.all(sent.map((request) => request.json()))).toEqual(Array(3).fill({ category_id: 1001 }));
    await made.post('/v1/order', { body: { category_id: 1001 } });
    expect(keys()[3]).not.toBe(keys()[0]);
    await made.post('/v1/order', { body: {}, header: { 'Idempotency-Key': 'mine' } });
    expect(keys()[4]).toBe('mine');
  });

  it('gets a file as it is, again with the same bytes', async () => {
    const { sent, made } = answered([[503, soon], [200]]);
    const input = { query: { name: 'receipt.pdf' }, body: new Uint8Array([37, 80, 0, 255]) };
    await made.post('/v1/payment/temp/upload/receipt', input);
    for (const request of sent) {
      expect(request.url).toBe('http://console.test/v1/payment/temp/upload/receipt?name=receipt.pdf');
      expect(request.headers.get('content-type')).toBe('application/octet-stream');
      expect([...new Uint8Array(await request.arrayBuffer())]).toEqual([37, 80, 0, 255]);
    }
    expect(sent.length).toBe(2);
  });

  it('is not asked again where it could do the same twice', async () => {
    // The answer to a new webhook has its secret, so the server keeps no copy of it, and takes no key.
    const webhook = answered([[503, soon], [200]]);
    expect(await errorOf(webhook.made.post('/v1/webhook', { body: {} }))).toMatchObject({ status: 503, code: 'busy' });
    expect(webhook.keys()).toEqual([null]);
    const limited = answered([[429, soon], [200]]);
    expect(await limited.made.post('/v1/webhook', { body: {} })).toEqual({ id: 1 });
    for (const status of [400, 401, 404, 409, 422, 500, 502, 504, 507]) {
      const other = answered([[status, soon]]);
      expect(await errorOf(other.made.get('/v1/order/list'))).toMatchObject({ status });
      expect(other.sent.length).toBe(1);
    }
  });

  it('is asked a limited number of times, and not after a wait that is too long', async () => {
    const busy = answered([[429, soon]]);
    expect(await errorOf(busy.made.get('/v1/order/list'))).toMatchObject({ status: 429, retryAfter: 0 });
    expect(busy.sent.length).toBe(5);
    const once = answered([[503, soon]], { retries: 0 });
    await errorOf(once.made.get('/v1/order/list'));
    expect(once.sent.length).toBe(1);
    const long = answered([[429, { 'retry-after': '3600' }]]);
    expect(await errorOf(long.made.get('/v1/order/list'))).toMatchObject({ retryAfter: 3600 });
    expect(long.sent.length).toBe(1);
  });

  it('is asked again after the time that it names, in seconds or as a date', async () => {
    const timeOf = async (header: string): Promise<number> => {
      const { made } = answered([[503, { 'retry-after': header }], [200]]);
      const before = Date.now();
      await made.get('/v1/order/list');
      return Date.now() - before;
    };
    expect(await timeOf('1')).toBeGreaterThanOrEqual(950);
    // A date has whole seconds.
    expect(await timeOf(new Date(Date.now() + 2500).toUTCString())).toBeGreaterThanOrEqual(1400);
  });

  it('is no longer asked once the caller gives up', async () => {
    const { sent, made } = answered([[503, { 'retry-after': '50' }]]);
    const controller = new AbortController();
    const failed = errorOf(made.get('/v1/order/list', { signal: controller.signal }));
    await expect.poll(() => sent.length).toBe(1);
    controller.abort(new Error('no longer needed'));
    expect(await failed).toMatchObject({ message: 'no longer needed' });
    expect(sent.length).toBe(1);
  });

  it('answers without JSON, and is told apart all the same', async () => {
    const fetch = async () => new Response('<h1>Bad gateway</h1>', { status: 502, statusText: 'Bad Gateway' });
    const error = await errorOf(client.createClient({ url: 'http://console.test', fetch }).get('/v1/order/list'));
    expect(error).toMatchObject({ status: 502, code: 'unknown', fields: {}, requestId: undefined });
    expect(error.message).toBe('The server answered 502 Bad Gateway');
  });
});

describe('waiting', () => {
  it('ends with the first value that is as wanted', async () => {
    let count = 0;
    const read = async () => ++count;
    expect(await client.waitFor(read, (value: number) => value === 3, { every: 0 })).toBe(3);
  });

  it('ends after the time limit, with an error of the read, or when the caller gives up', async () => {
    const never = () => false;
    const read = async () => 1;
    await expect(client.waitFor(read, never, { every: 0.01, timeout: 0.05 })).rejects.toThrow('within 0.05 seconds');
    await expect(client.waitFor(() => Promise.reject(new Error('gone')), never)).rejects.toThrow('gone');
    const signal = AbortSignal.abort(new Error('no longer needed'));
    await expect(client.waitFor(read, never, { signal })).rejects.toThrow('no longer needed');
  });
});
