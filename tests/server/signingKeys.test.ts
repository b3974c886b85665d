import { afterAll, beforeAll, expect, it } from 'vitest';
import { allocationBody, approvedOrder, type Cast, issuedLicence, startCast } from '../support/cast.ts';
import { forEachEngine } from '../support/database.ts';
import { ok } from '../support/product.ts';
import { verifyLicence } from '../support/verifyLicence.ts';

/** The keys that sign licences, and their change by a SuperAdmin (issue 35, section 6). */

const path = '/v1/setting/signing_key';
const expected = { issuer: 'http://127.0.0.1:8080', audience: 'MOVER' };
interface Key {
  readonly kid: string;
  readonly state: string;
  readonly activated_at?: string;
  readonly retired_at?: string;
  readonly licences: number;
}

forEachEngine('the signing keys', (engine) => {
  let cast: Cast;
  let order: number;
  beforeAll(async () => {
    cast = await startCast(engine);
    order = await approvedOrder(cast, 8);
  });
  afterAll(() => cast.close());

  const keys = async (): Promise<readonly Key[]> => (await ok(cast.admin.get(path))).keys;
  const current = async () => (await keys()).find(({ state }) => state === 'current')?.kid ?? '';
  const published = async () => (await cast.request('GET', '/.well-known/jwks.json')).body;
  const licence = async (): Promise<string> => {
    const { items } = await ok(allocationBody(cast, order, 1));
    return (await issuedLicence(cast, items[0].id)).lic_secret;
  };
  const kidOf = (token: string): string =>
    JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()).kid;

  it('are one at first, which signs', async () => {
    const [only, ...others] = await keys();
    expect([only?.state, others]).toEqual(['current', []]);
    expect(kidOf(await licence())).toBe(only?.kid);
    expect((await keys())[0]?.licences).toBe(1);
  });

  it('have a next one, which is published before it signs, and once alone', async () => {
    const before = await current();
    const [prepared] = (await ok(cast.admin.post(`${path}/prepare`))).keys as Key[];
    expect(prepared).toMatchObject({ state: 'prepared', licences: 0 });
    expect((await published()).keys.map(({ kid }: Key) => kid).sort()).toEqual([before, prepared?.kid].sort());
    expect(kidOf(await licence())).toBe(before);
    const again = await cast.admin.post(`${path}/prepare`);
    expect([again.status, again.body.code]).toEqual([422, 'signing_key_prepared']);
    const choices = await ok(cast.admin.get('/v1/product/license/keys'));
    expect(choices.items.map(({ id }: { id: string }) => id)).toEqual([before]);
  });

  it('are changed by who has seen the present one: the prepared one signs, and the former verifies', async () => {
    const old = await licence();
    const [before, prepared] = [await current(), (await keys())[0]?.kid];
    for (const kid of [prepared, 'nobody', undefined]) {
      const { status } = await cast.admin.post(`${path}/rotate`, { kid });
      expect([kid, status, await current()]).toEqual([kid, 422, before]);
    }
    const changed = (await ok(cast.admin.post(`${path}/rotate`, { kid: before }))).keys as Key[];
    expect(changed.map(({ kid, state }) => [kid, state])).toEqual([
      [prepared, 'current'],
      [before, 'retired'],
    ]);
    const fresh = await licence();
    expect(kidOf(fresh)).toBe(prepared);
    const set = await published();
    for (const token of [old, fresh])
      await expect(verifyLicence(token, set, expected)).resolves.toMatchObject({ quantity: 1 });
    const { items } = await ok(cast.admin.get('/v1/audit/list?filter_action=rotate_key'));
    expect(await ok(cast.admin.get(`/v1/audit/${items[0].id}`))).toMatchObject({
      before: { kid: before },
      after: { kid: prepared },
    });
  });

  it('are changed by one of several who do it at once, to a new key where none is prepared', async () => {
    const kid = await current();
    const answers = await Promise.all([1, 2, 3, 4].map(() => cast.admin.post(`${path}/rotate`, { kid })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422]);
    expect((await keys()).filter(({ state }) => state === 'current')).toHaveLength(1);
    expect((await published()).keys).toHaveLength(3);
  });

  it('are prepared and changed after a recent sign-in alone', async () => {
    await cast.database.executeSql(`update session set created_at = created_at - interval '11 minutes',
      confirmed_at = confirmed_at - interval '11 minutes' where user_id = ${cast.admin.id}`);
    const kid = await current();
    for (const [step, body] of [
      ['prepare', {}],
      ['rotate', { kid }],
    ] as const) {
      const { status, body: refusal } = await cast.admin.post(`${path}/${step}`, body);
      expect([status, refusal.code]).toEqual([403, expect.stringMatching(/^confirm_/)]);
    }
    expect(await current()).toBe(kid);
    expect((await keys()).some(({ state }) => state === 'prepared')).toBe(false);
  });
});
