import { afterAll, beforeAll, expect, it } from 'vitest';
import { readRevocations, verifyLicence } from '../../kit/typescript/src/index.ts';
import { allocationBody, approvedOrder, type Cast, issuedLicence, startCast } from '../support/cast.ts';
import { forAnyEngine } from '../support/database.ts';
import { ok } from '../support/product.ts';

forAnyEngine('the list of withdrawn licences', (engine) => {
  let cast: Cast;
  let order = 0;
  beforeAll(async () => {
    cast = await startCast(engine);
    order = await approvedOrder(cast, 20);
  });
  afterAll(() => cast.close());

  const path = '/.well-known/revoked.jws';
  const get = (query = '', headers: Record<string, string> = {}) => cast.request('GET', `${path}${query}`, { headers });
  const read = async (query = ''): Promise<string> => String((await get(query)).body);
  const keys = async (): Promise<string> => JSON.stringify((await cast.request('GET', '/.well-known/jwks.json')).body);
  const claimsOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
  const issue = async () => {
    const { items } = await ok(allocationBody(cast, order, 1));
    return issuedLicence(cast, items[0].id);
  };
  const withdraw = async () => {
    const licence = await issue();
    await ok(cast.operations.post(`/v1/assignment/${licence.id}`, { status: 8 }));
    return licence;
  };

  it('is signed, has a version and an end, and a licence is on it from its withdrawal on', async () => {
    const licence = await issue();
    const pinned = { keys: await keys(), product: 'MOVER' };
    const before = await readRevocations(await read(), pinned.keys);
    const now = Math.floor(Date.now() / 1000);
    expect(before.exp).toBe(before.iat + 7 * 86_400);
    expect(now - before.iat).toBeLessThan(360);
    const valid = await verifyLicence(licence.lic_secret, { ...pinned, revocations: await read() });
    expect(valid).toMatchObject({ valid: true, reason: 'ok', revocation: { checkedUntil: before.iat } });
    await ok(cast.operations.post(`/v1/assignment/${licence.id}`, { status: 8 }));
    expect((await readRevocations(await read(), pinned.keys)).version).toBe(before.version + 1);
    const ended = await verifyLicence(licence.lic_secret, { ...pinned, revocations: await read() });
    expect(ended).toMatchObject({ valid: false, reason: 'revoked', expiresAt: ended.licence?.exp });
  });

  it('can be cached: the same list has the same ETag and is not sent again, another has another', async () => {
    const first = await get();
    const etag = first.headers.get('etag') ?? '';
    expect(etag).toMatch(/^"[\w-]+"$/);
    expect(first.headers.get('cache-control')).toBe('public, max-age=300');
    const again = await get('', { 'if-none-match': `"other", ${etag}` });
    // The list is signed anew every five minutes, perhaps just now.
    if (claimsOf(await read()).iat === claimsOf(String(first.body)).iat)
      expect([again.status, again.body ?? '', again.headers.get('etag')]).toEqual([304, '', etag]);
    await withdraw();
    const changed = await get('', { 'if-none-match': etag });
    expect([changed.status, changed.headers.get('etag') === etag]).toEqual([200, false]);
  });

  it('is read by pages of every origin, as the public keys are, and nothing else is', async () => {
    const originOf = async (place: string) =>
      (await cast.request('GET', place, { headers: { origin: 'https://product.example' } })).headers.get(
        'access-control-allow-origin',
      );
    expect(await Promise.all([path, '/.well-known/jwks.json', '/v1/openapi.json', '/healthz'].map(originOf))).toEqual([
      '*',
      '*',
      null,
      null,
    ]);
  });

  it('is confirmed to who has it without a signature, also while the key cannot sign', async () => {
    const known = await get();
    const etag = known.headers.get('etag') ?? '';
    const set = (value: string) => cast.database.executeSql(`update signing_key set private_jwk_sealed = ${value}`);
    await set("'broken.' || private_jwk_sealed");
    const [again, whole] = [await get('', { 'if-none-match': etag }), await get()];
    await set("replace(private_jwk_sealed, 'broken.', '')");
    const later = await get();
    // The list is signed anew every five minutes, perhaps just now.
    if (later.headers.get('etag') === etag) expect(again.status).toBe(304);
    expect(whole.status).toBeGreaterThanOrEqual(500);
    expect(later.status).toBe(200);
  });

  it('is returned as what a version lacks, which the kit adds to it', async () => {
    const base = await read();
    const { version } = claimsOf(base);
    const licence = await withdraw();
    const delta = await read(`?since=${version}`);
    expect(claimsOf(delta)).toMatchObject({ since: version, version: version + 1 });
    const pinned = { keys: await keys() };
    const { reason } = await verifyLicence(licence.lic_secret, { ...pinned, revocations: [base, delta] });
    expect(reason).toBe('revoked');
    const merged = await readRevocations([base, delta], pinned.keys);
    expect([...merged.revoked.keys()].sort()).toEqual(
      [...(await readRevocations(await read(), pinned.keys)).revoked.keys()].sort(),
    );
  });

  it('leaves old entries out of a delta, and repeats those that another transaction may have hidden', async () => {
    const [old, hidden, last] = [await withdraw(), await withdraw(), await withdraw()];
    const setTime = (id: number, time: string) =>
      cast.database.executeSql(`update assignment set revoked_at = ${time} where id = $1`, [id]);
    await setTime(old.id, "now() - interval '30 days'");
    const { version } = claimsOf(await read());
    // It began before the last one, and ended after the list of this version.
    await setTime(hidden.id, "now() - interval '30 seconds'");
    const delta = claimsOf(await read(`?since=${version - 1}`));
    const ids = delta.revoked.map(({ jti }: { jti: string }) => jti);
    expect(ids).toEqual(expect.arrayContaining([hidden.jti, last.jti]));
    expect(ids).not.toContain(old.jti);
    const ours = claimsOf(await read(`?since=${version}`));
    expect(ours).toMatchObject({ since: version, version });
  });

  it('is returned whole for version 0 or one that there never was, and refuses what is no version', async () => {
    const whole = claimsOf(await read());
    expect(claimsOf(await read('?since=0'))).toMatchObject({ since: 0, revoked: whole.revoked });
    expect(claimsOf(await read('?since=1000000'))).toEqual(whole);
    const wrong = await Promise.all(['?since=-1', '?since=x', '?since=1.5', '?other=1'].map((query) => get(query)));
    expect(wrong.map(({ status }) => status)).toEqual([422, 422, 422, 422]);
  });
});
