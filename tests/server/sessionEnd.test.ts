import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Cast, startCast } from '../support/cast.ts';
import { eitherEngine } from '../support/database.ts';
import { ok, password } from '../support/product.ts';

const week = 7 * 24 * 3600_000;
let cast: Cast;
beforeAll(async () => {
  cast = await startCast(eitherEngine);
});
afterAll(() => cast.close());

const signIn = (name: string) => ok(cast.request('POST', '/v1/auth/login', { body: { name, password } }));
const act = (key: string, id: number) => ok(cast.request('POST', `/v1/auth/login/user/${id}`, { key }));
const status = async (key: string) => (await cast.request('GET', '/v1/user/config', { key })).status;
const setEnd = (user_id: number, end: Date) =>
  cast.database.executeSql('update session set expires_at = $1 where user_id = $2 and behalf_id is null', [
    end,
    user_id,
  ]);

describe('expires_at says when a session ends at the latest (B4, D9)', () => {
  it('a week after signing in, however much it is used', async () => {
    const before = Date.now();
    const { api_key, expires_at } = await signIn('sales');
    const end = Date.parse(expires_at);
    expect(end).toBeGreaterThanOrEqual(before + week);
    expect(end).toBeLessThanOrEqual(Date.now() + week);
    expect(await status(api_key)).toBe(200);
    const { items } = await ok(cast.request('GET', '/v1/session/list', { key: api_key }));
    expect(items.find((one: { current: boolean }) => one.current).expires_at).toBe(expires_at);
  });

  it('while acting: with the salesman’s own session, when that ends earlier', async () => {
    const { api_key } = await signIn('sales');
    const end = new Date(Date.now() + 3600_000);
    await setEnd(cast.sales.id, end);
    const acting = await act(api_key, cast.customer.id);
    expect(acting.expires_at).toBe(end.toISOString());
    expect(await status(acting.api_key)).toBe(200);
    await cast.database.executeSql(
      "update session set expires_at = now() - interval '1 second' where behalf_id is not null",
    );
    expect(await status(acting.api_key)).toBe(401);
  });
});
