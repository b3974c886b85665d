import { compactVerify, EmbeddedJWK } from 'jose';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { machineFingerprint } from '../../kit/typescript/src/fingerprint.ts';
import { verifyLicence } from '../../kit/typescript/src/index.ts';
import { day, hour, licence as licenceClaims } from '../../scripts/kit/vectors.ts';
import type { AppError } from '../../server/core/appError.ts';
import type { Database } from '../../server/db/connection.ts';
import { createSigner } from '../../server/gateways/signer.ts';
import { createRelay, type Relay } from '../../server/relay/relay.ts';
import { openSeats, usedDays } from '../../server/relay/seats.ts';
import { type RelayParts, relayParts } from '../support/relayParts.ts';

/** What a relay gives and refuses, at any time (issue 36). */

const start = Math.floor(Date.now() / 1000);
let now = start;
let parts: RelayParts;
let database: Database;
let relay: Relay;
beforeAll(async () => {
  parts = await relayParts(3, start);
  database = await openSeats(`${parts.folder.path}/database`);
  const key = await parts.folder.key();
  relay = createRelay({ folder: parts.folder, database, key, signer: createSigner(), now: () => now });
}, 120_000);
afterAll(async () => {
  await database.close();
  parts.remove();
});
beforeEach(async () => {
  now = start;
  await database.executeSql(
    'update relay_clock set last_seen = 0; delete from relay_seat; delete from relay_day; delete from relay_machine; delete from relay_licence',
  );
  await parts.delegate();
  await parts.withdraw('another');
});

const fingerprintOf = (machine: number): string => `fingerprint-${machine}`;
const lease = (machine: number, token = parts.licence) =>
  relay.lease(token, { fingerprint: fingerprintOf(machine), name: `Machine ${machine}` });
const renew = (machine: number) => relay.lease(parts.licence, { fingerprint: fingerprintOf(machine) });
const release = (machine: number) => relay.release(parts.licence, fingerprintOf(machine));
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => 'none',
    ({ status, code }: AppError) => [status, code],
  );
const answer = async (text: string, machine: number, at = now) =>
  verifyLicence(parts.licence, {
    keys: { keys: [parts.vendor.publicJwk] },
    now: at,
    lease: text,
    fingerprint: fingerprintOf(machine),
  });

it('gives leases that the kit takes, until they end', async () => {
  const given = await lease(1);
  expect([given.seat, given.expires_at]).toEqual([1, start + day]);
  expect(await answer(given.lease, 1)).toMatchObject({ reason: 'ok', lease: { seat: 1, expiresAt: start + day } });
  expect((await answer(given.lease, 2)).reason).toBe('machine_wrong');
  expect((await answer(given.lease, 1, start + day)).reason).toBe('lease_expired');
});

it('gives as many seats as were delegated, and those again that are released or whose lease ended', async () => {
  for (const machine of [1, 2, 3]) expect((await lease(machine)).seat).toBe(machine);
  expect(await refusal(lease(4))).toEqual([422, 'seats_in_use']);
  expect((await lease(2)).seat).toBe(2);
  await release(2);
  await release(2);
  expect((await lease(4)).seat).toBe(2);
  expect(await refusal(renew(2))).toEqual([422, 'seat_none']);
  now += day;
  expect((await lease(2)).seat).toBe(1);
  // Its lease has ended, and its seat is another's; another one is free.
  expect((await renew(1)).seat).toBe(2);
});

it('renews a lease, and keeps the name of the machine', async () => {
  await lease(1);
  now += hour;
  expect(await renew(1)).toMatchObject({ seat: 1, expires_at: start + hour + day });
  expect((await relay.status()).machines).toMatchObject([{ name: 'Machine 1', renewed_at: start + hour }]);
});

it('gives no lease beyond the end of its delegation or its licence', async () => {
  await parts.delegate({ exp: start + hour });
  const given = await lease(1);
  expect(given.expires_at).toBe(start + hour);
  expect((await answer(given.lease, 1)).reason).toBe('ok');
  now += hour;
  expect(await refusal(renew(1))).toEqual([503, 'relay_not_ready']);
  expect(await relay.problem()).toBe('relay_not_ready');
  // A new delegation is a file that is replaced while the relay runs.
  await parts.delegate({ exp: start + 400 * day, max_lease: 400 * day });
  expect((await renew(1)).expires_at).toBe(start + 365 * day);
  now = start + 365 * day;
  expect(await refusal(renew(1))).toEqual([401, 'licence_unknown']);
});

it('gives fewer seats after a smaller delegation, and none of a number above it', async () => {
  for (const machine of [1, 2, 3]) await lease(machine);
  await release(1);
  await parts.delegate({ seats: 2 });
  expect((await renew(3)).seat).toBe(1);
  expect(await refusal(lease(4))).toEqual([422, 'seats_in_use']);
});

it('gives nothing once it knows that the licence was withdrawn', async () => {
  await lease(1);
  await parts.withdraw(licenceClaims.jti);
  expect(await refusal(renew(1))).toEqual([401, 'licence_unknown']);
  expect(await relay.problem()).toBe('licence_unknown');
});

it('goes on with an old list of withdrawn licences, as there may be no network', async () => {
  now += 20 * day;
  expect((await lease(1)).seat).toBe(1);
});

it('gives nothing while its clock was set back, and goes on when it is right', async () => {
  now += 2 * day;
  await lease(1);
  now -= hour;
  const refused = [lease(1), renew(1), release(1), lease(2)].map(refusal);
  expect(await Promise.all(refused)).toEqual(refused.map(() => [503, 'relay_clock']));
  expect(await relay.problem()).toBe('relay_clock');
  now += hour - 60;
  // A minute is nothing; the lease is of the last time that was seen.
  expect((await renew(1)).expires_at).toBe(start + 3 * day);
  now = start - hour;
  expect(await refusal(lease(1))).toEqual([503, 'relay_clock']);
});

it('gives nothing to another licence, and knows its own as a mail wraps it', async () => {
  const other = await parts.signLicence({ jti: 'another' });
  for (const token of ['', 'x', other, `${parts.licence.slice(0, -1)}`])
    expect(await refusal(lease(1, token))).toEqual([401, 'licence_unknown']);
  expect((await lease(1, `> ${parts.licence.replace(/.{60}/g, '$&\r\n> ')}`)).seat).toBe(1);
});

it('refuses a delegation of another relay or another vendor', async () => {
  for (const cnf of [{ jwk: parts.vendor.publicJwk }, {}]) {
    await parts.delegate({ cnf });
    expect(await refusal(lease(1))).toEqual([503, 'relay_not_ready']);
  }
  await parts.delegate({ sub: 'another' });
  expect(await refusal(lease(1))).toEqual([503, 'relay_not_ready']);
});

it('counts the most seats of a day, and its machines', async () => {
  for (const machine of [1, 2]) await lease(machine);
  await release(2);
  await lease(1);
  now += day;
  await lease(3);
  const days = await usedDays(database);
  expect(days.map(({ seats, machines }) => [seats, machines])).toEqual([
    [1, 1],
    [2, 2],
  ]);
});

/** The claims of a report, whose signature is that of the relay's key. */
async function reported() {
  const { payload, protectedHeader } = await compactVerify(await relay.report(), EmbeddedJWK);
  expect(protectedHeader).toMatchObject({ typ: 'relay-report+jwt', jwk: (await parts.folder.key()).publicJwk });
  return JSON.parse(new TextDecoder().decode(payload)) as { days: Record<string, unknown>[] } & Record<string, unknown>;
}

it('reports the most seats and the number of machines of each day, also of machines that did not ask, and no names', async () => {
  for (const machine of [1, 2]) await lease(machine);
  await release(2);
  const dayText = (at: number) => new Date(at * 1000).toISOString().slice(0, 10);
  expect(await reported()).toEqual({
    sub: licenceClaims.jti,
    delegation: `${licenceClaims.jti}.1`,
    iat: start,
    days: [{ day: dayText(start), seats: 2, machines: 2 }],
  });
  await parts.delegate({ exp: start + 30 * day, max_lease: 9 * day });
  await lease(3);
  now += 4 * day;
  await relay.countToday();
  expect((await reported()).days).toEqual([
    { day: dayText(now), seats: 1, machines: 1 },
    { day: dayText(start), seats: 2, machines: 3 },
  ]);
  // Another licence begins: what was used before is not reported for it.
  parts.folder.write('licence', await parts.signLicence({ jti: 'another-licence' }));
  await parts.delegate({ sub: 'another-licence', jti: 'another-licence.7' });
  now += day;
  expect((await reported()).days).toEqual([{ day: dayText(now), seats: 1, machines: 1 }]);
  parts.folder.write('licence', parts.licence);
});

it('reports nothing without a delegation, or while its clock was set back', async () => {
  await relay.countToday();
  now -= hour;
  expect(await refusal(relay.report())).toEqual([503, 'relay_clock']);
  now = start;
  await parts.delegate({ sub: 'another' });
  expect(await refusal(relay.report())).toEqual([503, 'relay_not_ready']);
});

it('knows a machine of which a part has changed', async () => {
  const salt = { licence: licenceClaims.jti, product: licenceClaims.aud };
  const of = (mac: string, disk = 'DSK-1') => machineFingerprint({ board: 'BRD-1', disk, mac }, salt);
  const first = await relay.lease(parts.licence, { fingerprint: await of('a'), name: 'Box' });
  expect((await relay.lease(parts.licence, { fingerprint: await of('b') })).seat).toBe(first.seat);
  const keys = { keys: [parts.vendor.publicJwk] };
  const options = { keys, now, lease: first.lease, fingerprint: await of('b') };
  expect((await verifyLicence(parts.licence, options)).reason).toBe('ok');
  expect((await relay.status()).machines).toMatchObject([{ name: 'Box', fingerprint: await of('b') }]);
  const other = { fingerprint: await of('c', 'DSK-2'), name: 'Other box' };
  expect((await relay.lease(parts.licence, other)).seat).toBe(2);
  await relay.release(parts.licence, await of('d'));
  expect((await relay.status()).machines).toMatchObject([{ name: 'Other box' }]);
});
