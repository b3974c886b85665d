import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { messages } from '../../contract/messages/catalogue.ts';
import { newToken } from '../../server/domain/serviceAccount/tokenText.ts';
import { type Cast, startCast } from '../support/cast.ts';
import { forAnyEngine } from '../support/database.ts';
import { type Client, ok } from '../support/product.ts';
import { recordStatements, withStatements } from '../support/statements.ts';

/** What bad input gets (issue 34): each refusal at its field, or with its reason, in both languages. */

type Code = keyof typeof messages;
type Values = Readonly<Record<string, string>>;

const languages = ['en', 'zh'] as const;
const textOf = (code: Code, language: 'en' | 'zh', values: Values = {}): string =>
  messages[code][language]
    .replace(/\{\w+\|[^|]*\|([^}]*)\}/g, '$1')
    .replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);

const hook = { name: 'Shop', url: 'https://hooks.example/bad', events: ['order.approved'] };
const taken = 'https://hooks.example/taken';
const longUrl = `https://hooks.example/${'x'.repeat(2000)}`;

/** The body of a webhook, the field that is refused, and why. */
const webhooks: readonly [what: string, body: object, field: string, code: Code, values?: Values][] = [
  ['a url without a host', { url: 'https://' }, 'url', 'url'],
  ['a url with a path alone', { url: '/hooks' }, 'url', 'url'],
  ['no url', { url: '' }, 'url', 'required'],
  ['a url with credentials', { url: 'https://user:word@hooks.example/' }, 'url', 'url'],
  ['another scheme', { url: 'http://hooks.example/' }, 'url', 'webhook_url_scheme'],
  ['another port', { url: 'https://hooks.example:22/' }, 'url', 'webhook_url_port'],
  ['loopback', { url: 'https://127.0.0.1/' }, 'url', 'webhook_url_private_address'],
  ['loopback by IPv6', { url: 'https://[::1]/' }, 'url', 'url'],
  ['loopback as one number', { url: 'https://2130706433/' }, 'url', 'webhook_url_private_address'],
  ['loopback in IPv6', { url: 'https://[::ffff:127.0.0.1]/' }, 'url', 'url'],
  ['a private network', { url: 'https://10.1.2.3/' }, 'url', 'webhook_url_private_address'],
  ['metadata of a cloud', { url: 'https://169.254.169.254/' }, 'url', 'webhook_url_private_address'],
  ['a url that is too long', { url: longUrl }, 'url', 'max_length', { value: '2,000' }],
  ['a url twice', { url: taken }, 'url', 'webhook_url_in_use'],
  ['a url twice, written otherwise', { url: taken.replace('hooks', 'HOOKS') }, 'url', 'webhook_url_in_use'],
  [
    'an event that does not exist',
    { events: ['order.exploded'] },
    'events',
    'event_unknown',
    { event: 'order.exploded' },
  ],
  ['an entity that does not exist', { events: ['nothing.*'] }, 'events', 'event_unknown', { event: 'nothing.*' }],
  ['no event', { events: [] }, 'events', 'required'],
];

/** The body of a token that an enterprise asks for. */
const tokens: readonly [what: string, body: object, field: string, code: Code, values?: Values][] = [
  [
    'a scope that the maker lacks',
    { scopes: ['order:approve'] },
    'scopes',
    'scope_unknown',
    { scope: 'order:approve' },
  ],
  ['a scope that does not exist', { scopes: ['order:fly'] }, 'scopes', 'scope_unknown', { scope: 'order:fly' }],
  ['tokens', { scopes: ['service_token:create'] }, 'scopes', 'scope_unknown', { scope: 'service_token:create' }],
  ['the audit', { scopes: ['audit:read'] }, 'scopes', 'scope_unknown', { scope: 'audit:read' }],
  ['a network that is none', { networks: ['10.0.0.0/33'] }, 'networks', 'network_invalid', { network: '10.0.0.0/33' }],
  ['no end', { expires_in_days: 0 }, 'expires_in_days', 'token_never'],
  ['no name', { name: '' }, 'name', 'required'],
];

const mistyped = (token: string): string => token.slice(0, -1) + (token.endsWith('a') ? 'b' : 'a');

forAnyEngine('bad input of programs', (engine) => {
  let cast: Cast;
  let account: number;
  beforeAll(async () => {
    // The clock would end every session while the test is days ahead.
    cast = await startCast(engine, { withoutClock: true });
    await ok(cast.customer.post('/v1/webhook', { ...hook, url: taken }));
    account = (await ok(cast.customer.post('/v1/service_account', { name: 'Shop' }))).id;
  }, 120_000);
  afterAll(() => cast.close());

  async function expectRefused(client: Client, path: string, body: object, field: string, code: Code, values?: Values) {
    for (const language of languages) {
      const answer = await client.post(path, body, { 'X-LANG': language });
      expect([answer.status, answer.body.error?.fields?.[field]]).toEqual([422, [textOf(code, language, values)]]);
    }
  }

  it.each(webhooks)('a webhook with %s is refused', async (_, body, field, code, values) => {
    await expectRefused(cast.customer, '/v1/webhook', { ...hook, ...body }, field, code, values);
  });

  it.each(tokens)('a token with %s is refused', async (_, body, field, code, values) => {
    const given = { account_id: account, name: 'First', scopes: ['order:read'], ...body };
    await expectRefused(cast.customer, '/v1/service_token', given, field, code, values);
  });

  it('a token of a webhook hears nothing that it cannot read', async () => {
    const body = { account_id: account, name: 'Hooks', scopes: ['webhook:create'] };
    const { token } = await ok(cast.customer.post('/v1/service_token', body));
    for (const language of languages) {
      const answer = await cast.request('POST', '/v1/webhook', {
        key: token,
        body: hook,
        headers: { 'X-LANG': language },
      });
      const text = textOf('event_unreadable', language, { event: 'order.approved' });
      expect([answer.status, answer.body.error?.fields?.['events']]).toEqual([422, [text]]);
    }
  });

  async function newProgram(more: object = {}) {
    const { id } = await ok(cast.customer.post('/v1/service_account', { name: 'Ends' }));
    const given = { account_id: id, name: 'First', scopes: ['order:read'], expires_in_days: 30, ...more };
    return { account_id: id as number, ...(await ok(cast.customer.post('/v1/service_token', given))) };
  }
  const use = (key: string, language: string, address?: string) =>
    cast.request('GET', '/v1/order/list', {
      key,
      headers: { 'X-LANG': language },
      ...(address !== undefined && { address }),
    });
  async function expectSentence(key: string, code: Code, address?: string) {
    for (const language of languages) {
      const { status, body } = await use(key, language, address);
      expect([status, body.code, body.title]).toEqual([401, code, textOf(code, language)]);
    }
  }

  it('a genuine token that is revoked, expired, of a removed account or from elsewhere is told which', async () => {
    const revoked = await newProgram();
    await ok(cast.customer.post(`/v1/service_token/revoke/${revoked.id}`, {}));
    await expectSentence(revoked.token, 'token_revoked');
    const removed = await newProgram();
    await ok(cast.customer.delete(`/v1/service_account/${removed.account_id}`));
    await expectSentence(removed.token, 'token_account_removed');
    const bound = await newProgram({ networks: ['203.0.113.0/24'] });
    await expectSentence(bound.token, 'token_network', '198.51.100.1');
    const expired = await newProgram();
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(Date.now() + 31 * 86_400_000) });
    try {
      await expectSentence(expired.token, 'token_expired');
    } finally {
      vi.useRealTimers();
    }
  });

  it('a token that is not genuine is told nothing', async () => {
    await expectSentence(newToken(), 'signed_out');
    const { token } = await newProgram();
    await expectSentence(mistyped(token), 'signed_out');
  });

  if (engine === 'postgres')
    it('a token with a wrong checksum is refused without a look into the database', async () => {
      const { token } = await newProgram();
      recordStatements();
      const of = async (key: string) =>
        (await withStatements(() => use(key, 'en'))).statements.filter(({ text }) => text.includes('service_token'));
      expect((await of(newToken())).length).toBeGreaterThan(0);
      expect(await of(mistyped(token))).toEqual([]);
      vi.restoreAllMocks();
    });
});
