import { decodeJwt, decodeProtectedHeader, importJWK, jwtVerify } from 'jose';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { machineFingerprint } from '../../kit/typescript/src/fingerprint.ts';
import { verifyLicence } from '../../kit/typescript/src/index.ts';
import { allocationBody, approvedOrder, type Cast, issuedLicence, startCast } from '../support/cast.ts';
import { forEachEngine } from '../support/database.ts';
import { ok } from '../support/product.ts';
import { scale } from '../support/scale.ts';

type Given = Record<string, unknown>;

const day = 86_400_000;
const fingerprintOf = (machine: number): string => `machine-fingerprint-${machine}`;

forEachEngine('activations (issue 36)', (engine) => {
  let cast: Cast;
  let profile: number;
  beforeAll(async () => {
    cast = await startCast(engine);
    profile = (await ok(cast.admin.post('/v1/product/license', { product_id: cast.productId, activation: true }))).id;
  });
  afterAll(() => cast.close());

  const set = (values: Given) => ok(cast.admin.post(`/v1/product/license/${profile}`, values));
  const bought = async (hosts: number) => {
    const { items } = await ok(allocationBody(cast, await approvedOrder(cast, hosts), hosts));
    return issuedLicence(cast, items[0].id);
  };
  const send = (path: string, key: string, body: Given) => cast.request('POST', path, { key, body });
  const activate = (key: string, machine: number, more: Given = {}) =>
    send('/v1/activation', key, { fingerprint: fingerprintOf(machine), name: `Machine ${machine}`, ...more });
  const renew = (key: string, machine: number) => send('/v1/lease/renew', key, { fingerprint: fingerprintOf(machine) });
  const release = (key: string, machine: number) =>
    send('/v1/lease/release', key, { fingerprint: fingerprintOf(machine) });
  const machines = async (licence: { id: number }, client = cast.customer) =>
    (await ok(client.get(`/v1/activation/list?filter_assignment_id=${licence.id}&sort=id`))).items as Given[];
  const lines = async (id: unknown) =>
    (
      await cast.database.executeSql(
        `select action, actor_id from audit where entity = 'activation' and entity_id = $1`,
        [id],
      )
    ).rows;
  /** Lets the lease of a machine end, as if its time were over. */
  const endLease = (machine: number) =>
    cast.database.executeSql(`update activation set expires_at = now() - interval '1 second' where fingerprint = $1`, [
      fingerprintOf(machine),
    ]);

  it('give a machine a seat, and a lease that is bound to it and signed by the licence’s key', async () => {
    const licence = await bought(2);
    expect(licence).toMatchObject({ can_activate: true, activated: false });
    const { lease, seat, expires_at } = await ok(activate(licence.lic_secret, 1, { version: '4.2' }));
    const { keys } = (await cast.request('GET', '/.well-known/jwks.json')).body;
    const { kid } = decodeProtectedHeader(lease);
    const key = await importJWK(keys.find((one: { kid: string }) => one.kid === kid));
    const { payload } = await jwtVerify(lease, key, { typ: 'lease+jwt', algorithms: ['EdDSA'] });
    expect(payload).toMatchObject({ sub: licence.jti, aud: 'MOVER', fingerprint: fingerprintOf(1), seat: 1 });
    expect([seat, expires_at]).toEqual([1, new Date((payload.exp ?? 0) * 1000).toISOString()]);
    // A week unless the issuing profile says otherwise.
    expect(Math.round((Date.parse(expires_at) - Date.now()) / day)).toBe(7);
    expect(await machines(licence)).toMatchObject([
      { name: 'Machine 1', product_version: '4.2', seat: 1, is_over: false, status: 1 },
    ]);
    expect((await ok(cast.customer.get(`/v1/assignment/${licence.id}`))).activated).toBe(true);
    const { id } = (await machines(licence))[0] ?? {};
    expect(await lines(id)).toEqual([{ action: 'activate', actor_id: null }]);
  });

  it('are renewed without a second seat, and without a line in the audit', async () => {
    const licence = await bought(1);
    const first = await ok(activate(licence.lic_secret, 10));
    const [before] = await machines(licence);
    expect((await ok(renew(licence.lic_secret, 10))).seat).toBe(first.seat);
    expect((await ok(activate(licence.lic_secret, 10, { name: 'Other name' }))).seat).toBe(first.seat);
    const [after] = await machines(licence);
    expect(after).toMatchObject({ id: before?.id, version: before?.version });
    expect(await lines(before?.id)).toHaveLength(1);
    expect((await renew(licence.lic_secret, 11)).body).toMatchObject({ code: 'seat_none' });
  });

  it('are refused beyond the quantity, until a seat is given back, freed, or its lease has ended', async () => {
    const licence = await bought(1);
    await ok(activate(licence.lic_secret, 20));
    const refused = await activate(licence.lic_secret, 21);
    expect([refused.status, refused.body.code]).toEqual([422, 'seats_in_use']);
    const chinese = await cast.request('POST', '/v1/activation', {
      key: licence.lic_secret,
      body: { fingerprint: fingerprintOf(21), name: 'x' },
      headers: { 'X-LANG': 'zh' },
    });
    expect(chinese.body.title).toMatch(/席位/);
    await ok(release(licence.lic_secret, 20));
    await ok(release(licence.lic_secret, 20));
    expect((await ok(activate(licence.lic_secret, 21))).seat).toBe(1);
    expect((await renew(licence.lic_secret, 20)).body.code).toBe('seat_none');
    const held = (await machines(licence)).find(({ status }) => status === 1);
    await ok(cast.customer.post(`/v1/activation/${held?.id}`, { status: 8 }));
    expect((await ok(activate(licence.lic_secret, 22))).seat).toBe(1);
    await endLease(22);
    expect((await ok(activate(licence.lic_secret, 23))).seat).toBe(1);
    // Its lease has ended, and its seat is another's.
    expect((await renew(licence.lic_secret, 22)).body.code).toBe('seats_in_use');
    await ok(release(licence.lic_secret, 23));
    expect((await ok(renew(licence.lic_secret, 22))).seat).toBe(1);
  });

  it.each([
    ['to_125', 4, 5],
    ['to_150', 4, 6],
    ['report', 2, 7],
  ])('beyond the quantity follow the profile: %s', async (seat_rule, hosts, wanted) => {
    await set({ seat_rule });
    const licence = await bought(hosts);
    const answers = [];
    for (let machine = 0; machine < 7; machine += 1) answers.push(await activate(licence.lic_secret, 100 + machine));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(wanted);
    const over = (await machines(licence)).filter(({ is_over }) => is_over);
    expect(over).toHaveLength(wanted - hosts);
    await set({ seat_rule: 'refuse' });
  });

  it('know a machine of which a part has changed, and give another machine a seat of its own', async () => {
    const licence = await bought(2);
    const key = licence.lic_secret;
    const box = { board: 'BRD-1', disk: 'DSK-1', mac: '02:42:ac:11:00:01' };
    const of = (parts: Record<string, string>, needed?: number) =>
      machineFingerprint(parts, { licence: licence.jti, product: 'MOVER', needed });
    const first = await ok(send('/v1/activation', key, { fingerprint: await of(box), name: 'Box' }));
    const changed = await of({ ...box, mac: '02:42:ac:11:00:02' });
    const keys = (await cast.request('GET', '/.well-known/jwks.json')).body;
    const answerOf = async (lease: string, fingerprint: string) =>
      (await verifyLicence(key, { keys, lease, fingerprint })).reason;
    // Offline with the lease that it has, and then with the one for its new parts.
    expect(await answerOf(first.lease, changed)).toBe('ok');
    const second = await ok(send('/v1/lease/renew', key, { fingerprint: changed }));
    expect([second.seat, decodeJwt(second.lease)['fingerprint']]).toEqual([1, changed]);
    const twice = await of({ ...box, mac: '02:42:ac:11:00:02', disk: 'DSK-2' });
    expect([await answerOf(first.lease, twice), await answerOf(second.lease, twice)]).toEqual(['machine_wrong', 'ok']);
    expect((await ok(send('/v1/activation', key, { fingerprint: twice, name: 'Box' }))).seat).toBe(1);
    const [row] = await machines(licence);
    expect(row).toMatchObject({ name: 'Box', status: 1, seat: 1 });
    expect((await ok(cast.customer.get(`/v1/activation/${row?.['id']}`))).fingerprint).toBe(twice);
    expect((await lines(row?.['id'])).map(({ action }) => action)).toEqual(['activate', 'update', 'update']);
    // One that shares a single part is another machine, and so is one that asks for more parts than it shares.
    const other = await of({ ...box, disk: 'DSK-9', mac: '02:42:ac:11:00:09' });
    expect((await send('/v1/lease/renew', key, { fingerprint: other })).body.code).toBe('seat_none');
    expect((await ok(send('/v1/activation', key, { fingerprint: other, name: 'Other box' }))).seat).toBe(2);
    const strict = await of({ ...box, mac: '02:42:ac:11:00:03', disk: 'DSK-2' }, 3);
    expect((await send('/v1/activation', key, { fingerprint: strict, name: 'Strict' })).body.code).toBe('seats_in_use');
    // A machine gives its seat back by the parts that it has by then; a released one is not known again.
    await ok(send('/v1/lease/release', key, { fingerprint: await of({ ...box, mac: 'new', disk: 'DSK-2' }) }));
    expect((await send('/v1/lease/renew', key, { fingerprint: twice })).body.code).toBe('seat_none');
    expect((await machines(licence)).map(({ status }) => status)).toEqual([8, 1]);
  });

  it('give one seat to a machine that asks many times at once while its parts change', async () => {
    const licence = await bought(5);
    const parts = (mac: number) => ({ board: 'BRD-7', disk: 'DSK-7', mac: String(mac) });
    const asked = Array.from({ length: 12 }, async (_, mac) => {
      const fingerprint = await machineFingerprint(parts(mac), { licence: licence.jti, product: 'MOVER' });
      return ok(send('/v1/activation', licence.lic_secret, { fingerprint, name: 'Box' }));
    });
    const seats = (await Promise.all(asked)).map(({ seat }) => seat);
    expect(seats).toEqual(seats.map(() => 1));
    expect((await machines(licence)).length).toBe(1);
  });

  it('have leases as long as the profile says, never longer than the licence', async () => {
    const licence = await bought(1);
    await set({ lease_hours: 1 });
    const short = await ok(activate(licence.lic_secret, 30));
    expect(Math.round((Date.parse(short.expires_at) - Date.now()) / 60_000)).toBe(60);
    await set({ lease_hours: 2160 });
    const end = new Date(Date.now() + day);
    await cast.database.executeSql('update assignment set expired_at = $2 where id = $1', [licence.id, end]);
    const { exp = 0 } = decodeJwt((await ok(renew(licence.lic_secret, 30))).lease);
    expect(exp).toBe(Math.floor(end.getTime() / 1000));
    await set({ lease_hours: 168 });
    expect((await cast.admin.post(`/v1/product/license/${profile}`, { lease_hours: 2161 })).status).toBe(422);
  });

  it('end with the licence’s withdrawal, and are off unless the profile asks for them', async () => {
    const licence = await bought(1);
    await ok(activate(licence.lic_secret, 40));
    await ok(cast.operations.post(`/v1/assignment/${licence.id}`, { status: 8 }));
    for (const again of [activate, renew, release]) expect((await again(licence.lic_secret, 40)).status).toBe(401);
    const other = await bought(1);
    await set({ activation: false });
    expect((await activate(other.lic_secret, 41)).body.code).toBe('activation_off');
    expect((await ok(cast.customer.get(`/v1/assignment/${other.id}`))).can_activate).toBe(false);
    await set({ activation: true });
    for (const key of ['no licence', cast.customer.key, `${other.lic_secret}x`])
      expect((await activate(key, 42)).status).toBe(401);
  });

  it('refuse what is no machine, at its field', async () => {
    const { lic_secret } = await bought(1);
    const refusedAt = async (body: Given) => {
      const { status, body: answer } = await send('/v1/activation', lic_secret, body);
      return [status, ...Object.keys(answer.error.fields)];
    };
    const fingerprint = fingerprintOf(50);
    expect(await refusedAt({})).toEqual([422, 'fingerprint', 'name']);
    expect(await refusedAt({ fingerprint: 'short', name: 'A' })).toEqual([422, 'fingerprint']);
    expect(await refusedAt({ fingerprint, name: 'x'.repeat(101) })).toEqual([422, 'name']);
    expect(await refusedAt({ fingerprint: 'f'.repeat(201), name: 'A' })).toEqual([422, 'fingerprint']);
    expect(await refusedAt({ fingerprint, name: 'A', seat: 9 })).toEqual([422, 'seat']);
  });

  it('are freed by customers only so often a month, by operations as often as needed', async () => {
    await set({ monthly_releases: 2 });
    const licence = await bought(4);
    for (const machine of [60, 61, 62, 63]) await ok(activate(licence.lic_secret, machine));
    const [first, second, third, fourth] = await machines(licence);
    const free = (one: Given | undefined, client = cast.customer) =>
      client.post(`/v1/activation/${one?.id}`, { status: 8 });
    await ok(free(first));
    await ok(free(second));
    expect((await free(third)).body.code).toBe('releases_used');
    expect((await free(third, cast.otherCustomer)).status).toBe(404);
    await ok(free(third, cast.operations));
    await ok(release(licence.lic_secret, 63));
    expect((await machines(licence)).map(({ status }) => status)).toEqual([8, 8, 8, 8]);
    expect((await free(fourth)).status).toBe(422);
    await set({ monthly_releases: 5 });
  });

  it('are shown to whom the licence is shown', async () => {
    const licence = await bought(1);
    await ok(activate(licence.lic_secret, 70));
    const counts = await Promise.all(
      [cast.admin, cast.operations, cast.sales, cast.customer, cast.otherSales, cast.otherCustomer].map(
        async (client) => (await machines(licence, client)).length,
      ),
    );
    expect(counts).toEqual([1, 1, 1, 1, 0, 0]);
  });

  it('are made for a machine without a network by the text that it shows', async () => {
    const licence = await bought(1);
    const requestOf = (body: unknown) => Buffer.from(JSON.stringify(body)).toString('base64url');
    const offline = (request: string, client = cast.customer) =>
      client.post('/v1/lease/offline', { assignment_id: licence.id, request });
    const wanted = requestOf({ fingerprint: fingerprintOf(80), name: 'Vault', version: '1' });
    const { lease } = await ok(offline(`${wanted.slice(0, 20)}\n  ${wanted.slice(20)}`));
    expect(decodeJwt(lease)).toMatchObject({ fingerprint: fingerprintOf(80), sub: licence.jti });
    expect(await machines(licence)).toMatchObject([{ name: 'Vault', status: 1 }]);
    const fingerprint = fingerprintOf(81);
    const unstorable = [{ name: 'Nul\0' }, { name: 'Turned\u202e' }, { fingerprint: `${fingerprint}\0`, name: 'x' }];
    const wrong = ['nothing', requestOf([]), requestOf({ name: 'x' }), requestOf({ fingerprint: 'short', name: 'x' })];
    wrong.push(...unstorable.map((one) => requestOf({ fingerprint, ...one })));
    for (const request of wrong) expect(Object.keys((await offline(request)).body.error.fields)).toEqual(['request']);
    expect((await offline(wanted, cast.otherCustomer)).status).toBe(422);
    expect((await offline(wanted, cast.admin)).status).toBe(403);
  });

  it('of many machines at once: exactly as many leases as seats', async () => {
    const [seats, rivals] = [scale(10, 50), scale(40, 200)];
    const licence = await bought(seats);
    const answers = await Promise.all(
      Array.from({ length: rivals }, (_, machine) => activate(licence.lic_secret, 1000 + machine)),
    );
    const given = answers.filter(({ status }) => status === 200).map(({ body }) => body.seat);
    expect(given.sort((a, b) => a - b)).toEqual(Array.from({ length: seats }, (_, seat) => seat + 1));
    expect(answers.filter(({ status }) => status !== 200 && status !== 422)).toEqual([]);
    expect((await ok(cast.customer.get(`/v1/activation/list?filter_assignment_id=${licence.id}`))).total).toBe(seats);
  });
});
