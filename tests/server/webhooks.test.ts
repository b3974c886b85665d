import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { contract } from '../../contract/index.ts';
import { sendReminders } from '../../server/resource/notify/reminders.ts';
import {
  allocationBody,
  approvedOrder,
  type Cast,
  issuedLicence,
  periods,
  placeOrder,
  startCast,
} from '../support/cast.ts';
import { forAnyEngine } from '../support/database.ts';
import { type Client, client, ok } from '../support/product.ts';
import { answering, type Receiver, signatureBy, startReceiver } from '../support/webhookReceiver.ts';

/** Webhooks: who is sent what, when, and how (issue 34, section 2). */

const ownNetwork = { WEBHOOK_HTTP: '1', WEBHOOK_NETWORKS: '127.0.0.0/8' };

forAnyEngine('a webhook', (engine) => {
  let cast: Cast;
  let receiver: Receiver;
  const made: [Client, number][] = [];
  beforeAll(async () => {
    cast = await startCast(engine, {}, ownNetwork);
  }, 120_000);
  afterAll(() => cast.close());
  beforeEach(async () => {
    receiver = await startReceiver();
  });
  afterEach(async () => {
    for (const [client, id] of made.splice(0)) await client.delete(`/v1/webhook/${id}`);
    await receiver.close();
  });

  async function listen(client: Client, events: string[], more: object = {}) {
    const hook = await ok(client.post('/v1/webhook', { name: 'Shop', url: receiver.url(), events, ...more }));
    made.push([client, hook.id]);
    return hook;
  }
  const deliveries = async (client: Client, hook: { id: number }) =>
    (await ok(client.get(`/v1/webhook_delivery/list?filter_webhook_id=${hook.id}&sort=id`))).items;

  it('hears of an order from its purchase to its licence, signed, each once and in order', async () => {
    const hook = await listen(cast.admin, ['order.created', 'order.confirmed', 'order.approved', 'licence.issued']);
    expect(hook.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const order = await approvedOrder(cast, 5);
    const { items } = await ok(allocationBody(cast, order, 2));
    const licence = await issuedLicence(cast, items[0].id);
    const issued = await receiver.until(({ body }) => body.type === 'licence.issued');
    expect(issued.body.data).toMatchObject({ id: licence.id, status: 1, lic_key: licence.lic_key });
    expect(issued.text).not.toContain(licence.lic_secret);
    await receiver.until(({ body }) => body.type === 'order.approved');
    const mine = receiver.all.filter(({ body }) => body.data.id === order && body.type.startsWith('order.'));
    expect(mine.map(({ body }) => body.type)).toEqual(['order.created', 'order.confirmed', 'order.approved']);
    // Each tells the record as it was at the event, not as it is when it is sent.
    expect(mine.map(({ body }) => body.data.status)).toEqual([0, 1, 2]);
    expect(mine.map(({ body }) => body.data.version)).toEqual([1, 2, 3]);
    expect(mine[1]?.body.data.changed).toEqual(expect.arrayContaining(['status', 'use_period', 'assign_period']));
    expect(mine[0]?.body.data.enterprise).toMatchObject({ id: cast.enterprise, name: 'Enterprise FIRST' });
    for (const one of receiver.all) {
      expect(one.headers['webhook-signature']).toBe(signatureBy(hook.secret, one));
      expect(Math.abs(Date.now() / 1000 - Number(one.headers['webhook-timestamp']))).toBeLessThan(30);
      expect(Date.parse(one.body.timestamp)).toBeLessThanOrEqual(Date.now());
    }
    expect(new Set(receiver.all.map(({ headers }) => headers['webhook-id'])).size).toBe(receiver.all.length);
    expect((await ok(cast.admin.get(`/v1/webhook/${hook.id}`))).secret).toBeNull();
  });

  it('of an enterprise hears of its own records alone, as its own user reads them', async () => {
    const hook = await listen(cast.customer, ['*']);
    expect(hook).toMatchObject({ role: 'Enterprise', enterprise_id: cast.enterprise });
    const other = await placeOrder(cast, 3, cast.otherCustomer);
    const own = await placeOrder(cast, 3);
    await receiver.until(({ body }) => body.type === 'order.created' && body.data.id === own);
    await ok(cast.customer.post(`/v1/webhook/test/${hook.id}`));
    await receiver.until(({ body }) => body.type === 'webhook.test');
    expect(receiver.all.map(({ text }) => text).join()).not.toContain('Enterprise SECOND');
    expect(receiver.all.filter(({ body }) => body.type.startsWith('order.') && body.data.id === other)).toEqual([]);
  });

  it('hears nothing of what was rolled back', async () => {
    await listen(cast.admin, ['order.*']);
    const order = await placeOrder(cast, 4);
    const refusal = await cast.sales.post(`/v1/order/${order}`, { status: 1, use_period: 365, assign_period: 0 });
    expect(refusal.status).toBe(422);
    await ok(cast.sales.post(`/v1/order/${order}`, { status: 1, ...periods }));
    await receiver.until(({ body }) => body.type === 'order.confirmed');
    expect(receiver.types()).toEqual(['order.created', 'order.confirmed']);
  });

  it('that fails is tried again, and what failed is sent again with the same id', async () => {
    const hook = await listen(cast.admin, ['order.created']);
    receiver.reply(answering(500, {}, 'out of order'));
    await placeOrder(cast, 2);
    const first = await receiver.until(({ body }) => body.type === 'order.created');
    const failed = await waitForDelivery(cast.admin, hook, ({ state }) => state === 2);
    expect(failed).toMatchObject({ tries: 1, status: 500, failure: 'bad_status' });
    const whole = await ok(cast.admin.get(`/v1/webhook_delivery/${failed.id}`));
    expect(whole).toMatchObject({ answer: 'out of order', headers: { 'webhook-id': first.headers['webhook-id'] } });
    expect(JSON.parse(whole.body)).toEqual(first.body);
    expect(Date.parse(failed.next_at) - Date.now()).toBeLessThan(10_000);
    receiver.reply(answering(204));
    await ok(cast.admin.post(`/v1/webhook_delivery/replay/${failed.id}`));
    const sent = await waitForDelivery(cast.admin, hook, ({ state }) => state === 1);
    expect(sent).toMatchObject({ id: failed.id, status: 204, failure: null });
    expect(receiver.all.at(-1)?.headers['webhook-id']).toBe(first.headers['webhook-id']);
    expect(receiver.all.at(-1)?.text).toBe(first.text);
  });

  const waitForDelivery = async (
    client: Client,
    hook: { id: number },
    // biome-ignore lint/suspicious/noExplicitAny: a record of the API
    is: (one: any) => boolean,
  ) => {
    for (let left = 150; left > 0; left -= 1) {
      const found = (await deliveries(client, hook)).find(is);
      if (found) return found;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    throw new Error(`no such delivery: ${JSON.stringify(await deliveries(client, hook))}`);
  };

  it('is switched off when its receiver answers 410, and says why', async () => {
    const hook = await listen(cast.customer, ['order.created']);
    receiver.reply(answering(410));
    await placeOrder(cast, 2);
    await waitForDelivery(cast.customer, hook, ({ state }) => state === 9);
    const off = await ok(cast.customer.get(`/v1/webhook/${hook.id}`));
    expect(off).toMatchObject({ state: 9, off_reason: 'gone' });
    receiver.reply(answering(200));
    await placeOrder(cast, 2);
    const [{ id: failed }] = await deliveries(cast.customer, hook);
    expect((await cast.customer.post(`/v1/webhook_delivery/replay/${failed}`)).body.code).toBe('webhook_off');
    await ok(cast.customer.post(`/v1/webhook/${hook.id}`, { state: 1 }));
    const later = await placeOrder(cast, 2);
    const first = await receiver.until(({ body }) => body.data.id === later);
    expect(receiver.all.indexOf(first)).toBe(1);
  });

  it('that redirects has failed, and nothing is sent to the other address', async () => {
    const hook = await listen(cast.admin, ['order.created']);
    receiver.reply((response, { headers }) =>
      answering(headers.host?.startsWith('127') ? 302 : 200, { location: receiver.url('/elsewhere') })(response, {
        headers,
        text: '',
        body: {},
      }),
    );
    await placeOrder(cast, 2);
    const failed = await waitForDelivery(cast.admin, hook, ({ state }) => state === 2);
    expect(failed).toMatchObject({ status: 302, failure: 'redirect' });
    expect(receiver.all).toHaveLength(1);
  });

  it('gets a new secret, and for a day both sign', async () => {
    const hook = await listen(cast.customer, ['order.created']);
    const turned = await ok(cast.customer.post(`/v1/webhook/rotate/${hook.id}`));
    expect(turned.secret).toMatch(/^whsec_/);
    expect(turned.secret).not.toBe(hook.secret);
    await ok(cast.customer.post(`/v1/webhook/test/${hook.id}`));
    const sent = await receiver.until(({ body }) => body.type === 'webhook.test');
    expect(sent.headers['webhook-signature']?.toString().split(' ').sort()).toEqual(
      [signatureBy(turned.secret, sent), signatureBy(hook.secret, sent)].sort(),
    );
  });

  it('refuses what it could not do, at the field', async () => {
    const fields = async (body: object) => {
      const { status, body: answer } = await cast.customer.post('/v1/webhook', {
        name: 'A',
        url: 'https://a.test/',
        events: ['*'],
        ...body,
      });
      return [status, Object.keys(answer.error?.fields ?? {})];
    };
    for (const url of [
      'https://user:secret@example.com/',
      'https://',
      'ftp://example.com/',
      'https://10.0.0.1/hook',
      'https://[::1]/hook',
      `https://example.com/${'a'.repeat(2000)}`,
    ])
      expect(await fields({ url }), url).toEqual([422, ['url']]);
    for (const events of [
      ['order.nothing'],
      ['nothing.*'],
      [],
      ['order'],
      ['product_license.created'],
      'order.created',
    ])
      expect(await fields({ events }), String(events)).toEqual([422, [expect.stringMatching(/^events/)]]);
    await listen(cast.customer, ['*']);
    expect(await fields({ url: receiver.url() })).toEqual([422, ['url']]);
    expect((await cast.sales.post('/v1/webhook', { name: 'A', url: receiver.url(), events: ['*'] })).status).toBe(403);
    const foreign = await listen(cast.admin, ['*']);
    for (const path of [`/v1/webhook/${foreign.id}`, `/v1/webhook_delivery/list?filter_webhook_id=${foreign.id}`]) {
      const { status, body } = await cast.customer.get(path);
      expect(status === 404 || body.total === 0, path).toBe(true);
    }
  });

  it('shows what its receiver answered to the vendor alone', async () => {
    const hook = await listen(cast.customer, ['order.created']);
    receiver.reply(answering(500, {}, 'out of order'));
    await ok(cast.customer.post(`/v1/webhook/test/${hook.id}`));
    const { id } = await waitForDelivery(cast.customer, hook, ({ state }) => state === 2);
    const own = await ok(cast.customer.get(`/v1/webhook_delivery/${id}`));
    expect(own).toMatchObject({ status: 500, failure: 'bad_status', headers: expect.any(Object) });
    expect(JSON.stringify(own)).not.toContain('out of order');
    expect(await ok(cast.admin.get(`/v1/webhook_delivery/${id}`))).toMatchObject({ answer: 'out of order' });
    // Nor does a filter or a search find it.
    for (const query of ['filter_answer=out', 'search=out%20of%20order', 'sort=answer']) {
      const { status, body } = await cast.customer.get(`/v1/webhook_delivery/list?${query}`);
      expect([query, status === 200 ? JSON.stringify(body).includes('out of order') : false]).toEqual([query, false]);
    }
  });

  it('sends a range again, the failed ones alone or all', async () => {
    const hook = await listen(cast.admin, ['order.created']);
    await placeOrder(cast, 2);
    await placeOrder(cast, 2);
    await receiver.until(() => receiver.all.length === 2);
    await waitForDelivery(cast.admin, hook, ({ state }) => state === 1);
    const since = new Date(Date.now() - 60_000).toISOString();
    await ok(cast.admin.post(`/v1/webhook/replay/${hook.id}`, { since, failed_only: true }));
    await ok(cast.admin.post(`/v1/webhook/replay/${hook.id}`, { since, failed_only: false }));
    await receiver.until(() => receiver.all.length === 4);
    const ids = receiver.all.map(({ headers }) => headers['webhook-id']);
    expect(ids.slice(2).sort()).toEqual(ids.slice(0, 2).sort());
  });

  it('that has failed for five days is switched off, and its owner is notified by bell and mail', async () => {
    const hook = await listen(cast.customer, ['order.created']);
    receiver.reply(answering(500));
    await placeOrder(cast, 2);
    await waitForDelivery(cast.customer, hook, ({ state }) => state === 2);
    expect((await ok(cast.customer.get(`/v1/webhook/${hook.id}`))).state).toBe(1);
    await cast.database.executeSql(
      `update webhook set failing_since = now() - interval '121 hours' where id = ${hook.id}`,
    );
    await placeOrder(cast, 2);
    await vi.waitFor(
      async () =>
        expect(await ok(cast.customer.get(`/v1/webhook/${hook.id}`))).toMatchObject({
          state: 9,
          off_reason: 'failing',
        }),
      { timeout: 10_000 },
    );
    await cast.product.inTransaction((context) => sendReminders(context, contract.entity('webhook')));
    const { items } = await ok(cast.customer.get('/v1/notification/list'));
    expect(JSON.stringify(items[0])).toContain('Shop');
    expect(JSON.stringify(items[0])).toContain('five days');
    // The message leads to the webhook.
    expect(items[0]).toMatchObject({ entity: 'webhook', record_id: hook.id });
    expect(await cast.customer.post(`/v1/webhook/${hook.id}`, { state: 1 })).toMatchObject({ status: 200 });
  });

  it('waits as long as its receiver asks, and not less than planned', async () => {
    const hook = await listen(cast.admin, ['order.created']);
    receiver.reply(answering(429, { 'retry-after': '3600' }));
    await placeOrder(cast, 2);
    const { next_at } = await waitForDelivery(cast.admin, hook, ({ state }) => state === 2);
    expect(Date.parse(next_at) - Date.now()).toBeGreaterThan(3_500_000);
    expect(Date.parse(next_at) - Date.now()).toBeLessThan(4_000_000);
  });

  it('hears of a reminder by the clock, and of a mail that could not be sent', async () => {
    const account = await ok(cast.admin.post('/v1/service_account', { name: 'Shop', role: 'SuperAdmin' }));
    await listen(cast.admin, ['token.expiring']);
    const token = await ok(cast.admin.post('/v1/service_token', { account_id: account.id, name: 'First' }));
    await cast.database.executeSql(
      `update service_token set expires_at = now() + interval '60 hours' where id = ${token.id}`,
    );
    await cast.product.inTransaction((context) => sendReminders(context, contract.entity('service_token')));
    const { text, body } = await receiver.until(({ body: { type } }) => type === 'token.expiring');
    expect(body.data).toMatchObject({ id: token.id, name: 'First' });
    expect(text).not.toContain(token.token);
  });

  it('is made by a token for nothing that the token may not read', async () => {
    const account = await ok(cast.admin.post('/v1/service_account', { name: 'Shop', role: 'SuperAdmin' }));
    const scopes = ['webhook:*', 'order:read'];
    const { token } = await ok(cast.admin.post('/v1/service_token', { account_id: account.id, name: 'A', scopes }));
    const program = client(cast.request, token, account.user_id);
    for (const events of [['*'], ['licence.*'], ['order.created', 'licence.issued']]) {
      const { status, body } = await program.post('/v1/webhook', { name: 'A', url: receiver.url('/a'), events });
      expect([status, Object.keys(body.error.fields)], String(events)).toEqual([422, ['events']]);
    }
    const hook = await ok(program.post('/v1/webhook', { name: 'A', url: receiver.url('/a'), events: ['order.*'] }));
    expect((await program.post(`/v1/webhook/${hook.id}`, { events: ['*'] })).status).toBe(422);
    made.push([cast.admin, hook.id]);
  });

  it('gets a record that is too large by its id and version alone', async () => {
    await listen(cast.admin, ['enterprise.updated']);
    const { enterprise } = cast;
    await cast.database.executeSql(`update enterprise set comment = repeat('长', 9000) where id = ${enterprise}`);
    const { version } = await ok(cast.admin.post(`/v1/enterprise/${enterprise}`, { contact_man: 'Ann' }));
    const { text, body } = await receiver.until(({ body: { type } }) => type === 'enterprise.updated');
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(20_000);
    expect(body.data).toEqual({ id: enterprise, version, changed: ['contact_man'], is_shortened: true });
    await cast.database.executeSql(`update enterprise set comment = null where id = ${enterprise}`);
  });

  it('shows each event with an example that its role could be sent', async () => {
    const { data, type } = await ok(cast.customer.get('/v1/webhook/example/order.approved'));
    expect(type).toBe('order.approved');
    expect(data).toMatchObject({ id: expect.any(Number), version: expect.any(Number), changed: expect.any(Array) });
    const order = await ok(cast.customer.get(`/v1/order/${await placeOrder(cast, 2)}`));
    expect(Object.keys(data).filter((name) => name !== 'changed' && !Object.hasOwn(order, name))).toEqual([]);
    expect((await cast.customer.get('/v1/webhook/example/order.nothing')).status).toBe(404);
  });
});
