import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { contract } from '../../contract/index.ts';
import { auditActions, stepsAndActions } from '../../contract/timeline/auditAction.ts';
import { timelineEventKinds } from '../../contract/timeline/timelineSources.ts';
import { type Cast, placeOrder, startCast } from '../support/cast.ts';
import { forAnyEngine } from '../support/database.ts';
import { ok } from '../support/product.ts';
import { answering, type Receiver, startReceiver } from '../support/webhookReceiver.ts';

/** What the audit, the history and the timeline say of tokens and webhooks, in both languages (issue 34). */

const ownNetwork = { WEBHOOK_HTTP: '1', WEBHOOK_NETWORKS: '127.0.0.0/8' };

/** What a person reads for an audited action. */
const labelOf = (entity: string, action: string) =>
  stepsAndActions(contract.entity(entity)).find(({ name }) => name === action)?.label ?? auditActions[action];

const eventLabel = (entity: string, kind: string) =>
  timelineEventKinds(contract.entity(entity)).find(({ name }) => name === kind)?.label;

forAnyEngine('the audit of programs', (engine) => {
  let cast: Cast;
  let receiver: Receiver;
  beforeAll(async () => {
    cast = await startCast(engine, {}, ownNetwork);
  }, 120_000);
  afterAll(() => cast.close());
  beforeEach(async () => {
    receiver = await startReceiver();
  });
  afterEach(async () => {
    vi.useRealTimers();
    await receiver.close();
  });

  interface Line {
    action: string;
    actor: { nick_name: string } | null;
    address: string | null;
    result: string;
  }
  const audited = async (entity: string, id: number): Promise<Line[]> => {
    const { items } = await ok(cast.admin.get(`/v1/audit/list?per_page=100&filter_entity=${entity}&sort=-id`));
    return items
      .reverse()
      .filter((line: { entity: string; entity_id: number }) => line.entity === entity && line.entity_id === id);
  };
  interface Entry {
    kind: string;
    actor: string | null;
    comment: string | null;
  }
  const timeline = async (entity: string, id: number): Promise<Entry[]> =>
    (await ok(cast.admin.get(`/v1/timeline/${entity}/${id}`))).items;

  async function token() {
    const account = await ok(cast.customer.post('/v1/service_account', { name: 'Shop' }));
    const body = { account_id: account.id, name: 'First', scopes: ['order:read'] };
    return ok(cast.customer.post('/v1/service_token', body));
  }
  const use = async (key: string, address: string) =>
    (await cast.request('GET', '/v1/order/list', { key, address })).status;

  it('has a line when a token is made, first used from an address, rotated and revoked, each with words', async () => {
    const made = await token();
    const [first, second] = ['203.0.113.5', '2001:db8::7'];
    // The first use from each address, however soon after another one; no further one.
    for (const address of [first, first, second, first, second]) expect(await use(made.token, address)).toBe(200);
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(Date.now() + 120_000) });
    for (const address of [first, second]) expect(await use(made.token, address)).toBe(200);
    vi.useRealTimers();
    const next = await ok(cast.customer.post(`/v1/service_token/rotate/${made.id}`, { keep_days: 1 }));
    await ok(cast.customer.post(`/v1/service_token/revoke/${made.id}`, {}));

    expect((await audited('service_account', made.account.id)).map(({ action }) => action)).toEqual(['create']);
    const lines = await audited('service_token', made.id);
    expect(
      lines.map(({ action, address, actor }) => [action, action === 'use_token' ? address : actor?.nick_name]),
    ).toEqual([
      ['create', 'first'],
      ['use_token', first],
      ['use_token', second],
      ['rotate_token', 'first'],
      ['revoke', 'first'],
    ]);
    expect(lines[1]?.actor?.nick_name).toBe('Shop');
    expect((await audited('service_token', next.id)).map(({ action }) => action)).toEqual(['create']);
    for (const { action } of lines)
      expect(labelOf('service_token', action), action).toMatchObject({ en: /^[A-Z]/, zh: /[一-龥]/ } as never);

    const events = await timeline('service_token', made.id);
    const past = events.filter(({ kind }) => kind !== 'expires');
    expect(past.map(({ kind, comment }) => [kind, comment])).toEqual([
      ['create', null],
      ['use_token', first],
      ['use_token', second],
      ['rotate_token', null],
      ['revoke', null],
    ]);
    for (const { kind } of past) expect(eventLabel('service_token', kind)?.zh, kind).toMatch(/[一-龥]/);
  });

  const webhook = async () =>
    ok(cast.admin.post('/v1/webhook', { name: 'Shop', url: receiver.url(), events: ['order.created'] }));
  const until = (id: number, state: number) =>
    expect.poll(async () => (await ok(cast.admin.get(`/v1/webhook/${id}`))).state, { timeout: 20_000 }).toBe(state);

  it('says that the system switched a webhook off, and why: the receiver is gone', async () => {
    const { id } = await webhook();
    receiver.reply(answering(410));
    await placeOrder(cast, 1);
    await until(id, 9);
    await expectSwitchedOff(id, 'switch_off_gone', [/by the system.*410/, /系统.*410/]);
    await ok(cast.admin.post(`/v1/webhook/${id}`, { state: 1 }));
    await ok(cast.admin.post(`/v1/webhook/${id}`, { state: 0 }));
    // A person who switches it off is named, and not the system.
    const [person] = (await audited('webhook', id)).slice(-1);
    expect(person).toMatchObject({ action: 'switch_off', actor: { nick_name: 'Admin' } });
    expect((await timeline('webhook', id)).at(-1)).toMatchObject({ kind: 'switch_off', actor: 'Admin' });
    await ok(cast.admin.delete(`/v1/webhook/${id}`));
  });

  it('says so after five days of failures', async () => {
    const { id } = await webhook();
    receiver.reply(answering(500));
    const long = new Date(Date.now() - 5 * 86_400_000 - 1000).toISOString();
    await cast.database.executeSql(`update webhook set failing_since = '${long}' where id = ${id}`);
    await placeOrder(cast, 1);
    await until(id, 9);
    await expectSwitchedOff(id, 'switch_off_failing', [/by the system.*five days/, /系统.*五天/]);
    await ok(cast.admin.delete(`/v1/webhook/${id}`));
  });

  async function expectSwitchedOff(id: number, action: string, [en, zh]: readonly [RegExp, RegExp]) {
    const [line] = (await audited('webhook', id)).slice(-1);
    expect(line).toMatchObject({ action, result: 'done', actor: null });
    const { items } = await ok(cast.admin.get(`/v1/history/webhook/${id}`));
    expect(items[0]).toMatchObject({ action, actor: null });
    const event = (await timeline('webhook', id)).find(({ kind }) => kind === action);
    expect(event).toMatchObject({ actor: null });
    for (const label of [labelOf('webhook', action), eventLabel('webhook', action)]) {
      expect(label?.en).toMatch(en);
      expect(label?.zh).toMatch(zh);
    }
  }
});
