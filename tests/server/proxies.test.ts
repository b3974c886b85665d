import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../server/start/config.ts';
import { eitherEngine } from '../support/database.ts';
import { ok, password, startProduct, type TestProduct } from '../support/product.ts';

describe('the address of a request (D5)', () => {
  let proxied: TestProduct;
  beforeAll(async () => {
    proxied = await startProduct(eitherEngine, {}, { TRUSTED_PROXIES: '10.9.0.0/16, 2001:db8::1' });
  });
  afterAll(() => proxied.close());

  /** The address that is stored with a sign-in. */
  async function addressOf(address: string, forwarded?: string): Promise<string> {
    const headers = forwarded === undefined ? undefined : { 'X-Forwarded-For': forwarded };
    const body = { name: 'admin', password };
    const { api_key } = await ok(
      proxied.request('POST', '/v1/auth/login', { body, address, ...(headers && { headers }) }),
    );
    const { items } = await ok(proxied.request('GET', '/v1/session/list', { key: api_key }));
    return items.find((one: { current: boolean }) => one.current).address;
  }

  it.each<[string, string, string | undefined, string]>([
    ['of whoever asks without a proxy', '192.0.2.1', undefined, '192.0.2.1'],
    ['of whoever says to be somebody else', '192.0.2.1', '198.51.100.7', '192.0.2.1'],
    ['that a trusted proxy tells', '10.9.0.1', '198.51.100.7', '198.51.100.7'],
    ['that a trusted proxy tells over IPv6', '2001:db8::1', '2001:db8:5::7', '2001:db8:5::7'],
    ['that a trusted proxy tells, mapped', '::ffff:10.9.0.1', '198.51.100.7', '198.51.100.7'],
    ['behind two trusted proxies', '10.9.0.1', '198.51.100.7, 10.9.3.3', '198.51.100.7'],
    ['that the first trusted proxy saw, whatever it was told', '10.9.0.1', '1.1.1.1, 198.51.100.7', '198.51.100.7'],
    ['without its port', '10.9.0.1', '198.51.100.7:4711', '198.51.100.7'],
    ['without its port and brackets', '10.9.0.1', '[2001:db8:5::7]:4711', '2001:db8:5::7'],
    ['of the proxy where that tells no address', '10.9.0.1', 'unknown', '10.9.0.1'],
    ['of the proxy where that tells nothing', '10.9.0.1', '', '10.9.0.1'],
  ])('is the one %s', async (_, address, forwarded, found) => {
    expect(await addressOf(address, forwarded)).toBe(found);
  });

  it('is counted and audited by: a guesser behind the proxy locks nobody else out', async () => {
    const guess = (from: string, word: string) =>
      proxied.request('POST', '/v1/auth/login', {
        address: '10.9.0.1',
        headers: { 'X-Forwarded-For': `9.9.9.9, ${from}` },
        body: { name: 'admin', password: word },
      });
    for (let at = 0; at < 5; at += 1) expect((await guess('203.0.113.5', 'Guess-1')).status).toBe(422);
    expect((await guess('203.0.113.5', password)).body.code).toBe('login_locked');
    const { api_key } = await ok(guess('203.0.113.6', password));
    const { items } = await ok(proxied.request('GET', '/v1/audit/list', { key: api_key }));
    expect(items.slice(0, 2).map(({ address }: { address: string }) => address)).toEqual([
      '203.0.113.6',
      '203.0.113.5',
    ]);
  });
});

describe('TRUSTED_PROXIES', () => {
  it.each(['everybody', '10.0.0.0/33', '10.0.0.1;10.0.0.2'])('is not %s: the start says so', (TRUSTED_PROXIES) => {
    expect(() => readConfig({ TRUSTED_PROXIES })).toThrow(/^TRUSTED_PROXIES must be addresses or networks/);
  });

  it('may name the usual ones', () => {
    const { trusts } = readConfig({ TRUSTED_PROXIES: 'loopback, uniquelocal' });
    expect(['127.0.0.1', '192.168.1.1', '8.8.8.8'].map((address) => trusts(address, 0))).toEqual([true, true, false]);
  });
});
