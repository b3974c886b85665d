import { afterAll, beforeAll, expect, it } from 'vitest';
import { rotateSigningKey } from '../../server/core/security/signingKey.ts';
import { allocationBody, approvedOrder, type Cast, issuedLicence, startCast } from '../support/cast.ts';
import { eitherEngine } from '../support/database.ts';
import { ok } from '../support/product.ts';
import { verifyLicence } from '../support/verifyLicence.ts';

let cast: Cast;
beforeAll(async () => {
  cast = await startCast(eitherEngine);
});
afterAll(() => cast.close());

const expected = { issuer: 'http://127.0.0.1:8080', audience: 'MOVER' };
const keys = async () => (await cast.request('GET', '/.well-known/jwks.json')).body;
const kidOf = (token: string): string => JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()).kid;

it('signs with the new key after a rotation, and what the old one signed still verifies (C6)', async () => {
  const order = await approvedOrder(cast, 4);
  const licence = async () => {
    const { items } = await ok(allocationBody(cast, order, 1));
    return (await issuedLicence(cast, items[0].id)).lic_secret as string;
  };
  const old = await licence();
  const changed = await cast.product.inTransaction((context) =>
    rotateSigningKey(context.trx, context.secrets, context.now),
  );
  const kid = changed?.kid;
  const fresh = await licence();
  expect([kidOf(fresh), kidOf(old) === kid]).toEqual([kid, false]);
  const set = await keys();
  expect(set.keys).toHaveLength(2);
  expect(set.keys.every((key: object) => !('d' in key))).toBe(true);
  for (const token of [old, fresh])
    await expect(verifyLicence(token, set, expected)).resolves.toMatchObject({ quantity: 1 });
});

it('keeps licences and private keys sealed in the database', async () => {
  const { rows } = await cast.database.executeSql(`select lic_secret from assignment where lic_secret is not null
    union all select private_jwk_sealed from signing_key`);
  expect(rows.length).toBeGreaterThan(3);
  expect(rows.every((row) => /^v3\.[\w-]{8}\./.test(String(row['lic_secret'])))).toBe(true);
});
