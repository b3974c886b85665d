import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { endStaleSessions } from '../../server/domain/account/session.ts';
import { type Cast, startCast } from '../support/cast.ts';
import { eitherEngine } from '../support/database.ts';
import { ok, password } from '../support/product.ts';

const hour = 3600_000;
let cast: Cast;
beforeAll(async () => {
  cast = await startCast(eitherEngine);
});
afterAll(() => cast.close());

const signIn = (name: string) => ok(cast.request('POST', '/v1/auth/login', { body: { name, password } }));
const act = (key: string, id: number) => ok(cast.request('POST', `/v1/auth/login/user/${id}`, { key }));
const status = async (key: string) => (await cast.request('GET', '/v1/user/config', { key })).status;
const idOf = async (key: string): Promise<number> => {
  const { items } = await ok(cast.request('GET', '/v1/session/list?is_paginate=false', { key }));
  return items.find((one: { current: boolean }) => one.current).id;
};
const set = (what: string, id: number) => cast.database.executeSql(`update ${what} where id = $1`, [id]);

describe('acting lives no longer than its right (C12, D9)', () => {
  let own: string;
  let parent: number;
  let acting: string;
  beforeEach(async () => {
    own = (await signIn('sales')).api_key;
    parent = await idOf(own);
    acting = (await act(own, cast.customer.id)).api_key;
    expect(await status(acting)).toBe(200);
  });

  const losses: [string, () => Promise<unknown>, () => Promise<unknown>][] = [
    [
      'the enterprise goes to another salesman',
      () => ok(cast.admin.post(`/v1/enterprise/${cast.enterprise}`, { sales_user_id: cast.otherSales.id })),
      () => ok(cast.admin.post(`/v1/enterprise/${cast.enterprise}`, { sales_user_id: cast.sales.id })),
    ],
    [
      'the enterprise is no more',
      () => set('enterprise set deleted_at = now()', cast.enterprise),
      () => set('enterprise set deleted_at = null', cast.enterprise),
    ],
    [
      'the person behind is no salesman any more',
      () => set('users set role_id = 2', cast.sales.id),
      () => set('users set role_id = 3', cast.sales.id),
    ],
    [
      'the user is no enterprise user any more',
      () => set('users set role_id = 5', cast.customer.id),
      () => set('users set role_id = 4', cast.customer.id),
    ],
    ['the own session was ended', () => set('session set ended_at = now()', parent), async () => undefined],
    [
      'the own session is over',
      () => set("session set expires_at = now() - interval '1 second'", parent),
      async () => undefined,
    ],
  ];

  it.each(losses)('%s', async (_, lose, restore) => {
    await lose();
    const lost = [await status(acting), await status(acting)];
    const back = await cast.request('POST', `/v1/auth/login/user/${cast.sales.id}`, { key: acting });
    await cast.product.inTransaction(endStaleSessions);
    await restore();
    expect([...lost, back.status]).toEqual([401, 401, 401]);
    // An ended session does not become valid again.
    expect(await status(acting)).toBe(401);
  });

  it.each(losses)(
    '%s: once refused, it is over for good, whatever comes back and whoever sweeps',
    async (_, lose, restore) => {
      await lose();
      const refused = await status(acting);
      await restore();
      expect([refused, await status(acting), await status(acting)]).toEqual([401, 401, 401]);
      const back = await cast.request('POST', `/v1/auth/login/user/${cast.sales.id}`, { key: acting });
      expect(back.status).toBe(401);
    },
  );

  it('keeps the own session awake while it is used', async () => {
    const long = "session set seen_at = now() - interval '11 hours'";
    await set(long, parent);
    await cast.database.executeSql(`update ${long.replace('11', '1')} where parent_session_id = $1`, [parent]);
    expect(await status(acting)).toBe(200);
    const { rows } = await cast.database.executeSql(
      "select seen_at > now() - interval '1 minute' as awake from session where id = $1",
      [parent],
    );
    expect(rows).toEqual([{ awake: true }]);
  });

  it('ends with the return: the own session goes on under a fresh key, to its own end', async () => {
    const end = new Date(Date.now() + hour);
    await cast.database.executeSql('update session set expires_at = $2 where id = $1', [parent, end]);
    const back = await act(acting, cast.sales.id);
    expect([back.role, back.expires_at]).toEqual(['SalesMan', end.toISOString()]);
    expect(await idOf(back.api_key)).toBe(parent);
    expect([await status(own), await status(acting), await status(back.api_key)]).toEqual([401, 401, 200]);
    for (let round = 0; round < 2; round += 1) {
      const again = await act(back.api_key, cast.customer.id);
      expect(again.expires_at).toBe(end.toISOString());
      const home = await act(again.api_key, cast.sales.id);
      expect(home.expires_at).toBe(end.toISOString());
      back.api_key = home.api_key;
    }
  });

  it('ends both when the salesman signs out of it', async () => {
    const other = (await act(own, cast.customer.id)).api_key;
    await ok(cast.request('POST', '/v1/auth/logout', { key: acting }));
    expect([await status(acting), await status(own), await status(other)]).toEqual([401, 401, 401]);
  });

  it('leaves nothing behind that signing out after the return does not end', async () => {
    const { api_key } = await act(acting, cast.sales.id);
    await ok(cast.request('POST', '/v1/auth/logout', { key: api_key }));
    expect([await status(own), await status(acting), await status(api_key)]).toEqual([401, 401, 401]);
  });
});
