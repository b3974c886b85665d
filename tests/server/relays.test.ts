import { decodeJwt, importJWK, jwtVerify } from 'jose';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testKey } from '../../scripts/kit/testKeys.ts';
import type { ReportedDay } from '../../server/domain/licence/relay/relayReport.ts';
import type { RelayKey } from '../../server/relay/folder.ts';
import { relayReport, relayRequest } from '../../server/relay/request.ts';
import { allocationBody, approvedOrder, type Cast, issuedLicence, startCast } from '../support/cast.ts';
import { forEachEngine } from '../support/database.ts';
import { ok } from '../support/product.ts';

type Given = Record<string, unknown>;
const day = 86_400_000;

/** The key pair of a relay, by its name. */
async function keyOf(name: string): Promise<RelayKey> {
  const { kid, publicJwk, privateJwk } = await testKey(name);
  const { kty, crv, x } = publicJwk;
  return { kid, publicJwk: { kty, crv, x } as RelayKey['publicJwk'], privateJwk };
}

forEachEngine('relays in the console (issue 36)', (engine) => {
  let cast: Cast;
  let profile: number;
  beforeAll(async () => {
    cast = await startCast(engine, { withoutClock: true });
    const body = { product_id: cast.productId, activation: true, relay: true };
    profile = (await ok(cast.admin.post('/v1/product/license', body))).id;
  });
  afterAll(() => cast.close());

  const set = (values: Given) => ok(cast.admin.post(`/v1/product/license/${profile}`, values));
  const bought = async (hosts: number) => {
    const { items } = await ok(allocationBody(cast, await approvedOrder(cast, hosts), hosts));
    return issuedLicence(cast, items[0].id);
  };
  type Licence = Awaited<ReturnType<typeof bought>>;
  const requestOf = async (licence: Licence, seats: number, relay = 'Dock', more: Given = {}) =>
    relayRequest(await keyOf(relay), licence.jti, { name: relay, seats, ...more }, Math.floor(Date.now() / 1000));
  const delegate = async (licence: Licence, seats: number, relay = 'Dock') =>
    cast.request('POST', '/v1/relay/delegation', {
      key: licence.lic_secret,
      body: { request: await requestOf(licence, seats, relay) },
    });
  const offline = async (licence: Licence, seats: number, relay = 'Dock', client = cast.customer) =>
    client.post('/v1/lease/offline', { assignment_id: licence.id, request: await requestOf(licence, seats, relay) });
  const activate = (licence: Licence, machine: number) =>
    cast.request('POST', '/v1/activation', {
      key: licence.lic_secret,
      body: { fingerprint: `machine-${licence.id}-${machine}`, name: `Machine ${machine}` },
    });
  const release = (licence: Licence, machine: number) =>
    cast.request('POST', '/v1/lease/release', {
      key: licence.lic_secret,
      body: { fingerprint: `machine-${licence.id}-${machine}` },
    });
  const dayText = (ago: number): string => new Date(Date.now() - ago * day).toISOString().slice(0, 10);
  const chartOf = async (licence: Licence, client = cast.customer) => {
    const { items } = await ok(client.get(`/v1/assignment/usage_days/${licence.id}`));
    return (items[0]?.days ?? []) as Given[];
  };
  interface ReportParts {
    readonly days?: readonly (ReportedDay | Given)[];
    readonly relay?: string;
    readonly iat?: number;
    readonly jti?: string;
    readonly delegation?: string;
  }
  const reportOf = async (licence: Licence, { days = [], relay = 'Dock', ...given }: ReportParts = {}) => {
    const [row] = await rows(licence, cast.admin);
    const { jti = licence.jti, iat = Math.floor(Date.now() / 1000) } = given;
    const { delegation = `${licence.jti}.${row?.id}` } = given;
    return relayReport(await keyOf(relay), jti, delegation, days as ReportedDay[], iat);
  };
  const sendReport = async (licence: Licence, parts: ReportParts) =>
    cast.request('POST', '/v1/relay/report', {
      key: licence.lic_secret,
      body: { report: await reportOf(licence, parts) },
    });
  const takeReport = (licence: Licence, report: string, client = cast.customer) =>
    client.post('/v1/relay/report/offline', { assignment_id: licence.id, report });
  /** Lets the relays of a licence have their seats since some days. */
  const delegatedSince = (licence: Licence, days: number) =>
    cast.database.executeSql(
      `update activation set created_at = created_at - $2 * interval '1 day' where assignment_id = $1`,
      [licence.id, days],
    );
  const rows = async (licence: Licence, client = cast.customer) =>
    (await ok(client.get(`/v1/activation/list?filter_assignment_id=${licence.id}&sort=id`))).items as Given[];
  const refusal = async (answer: Promise<{ status: number; body: { code: string } }>) => {
    const { status, body } = await answer;
    return [status, body.code];
  };
  const actions = async (id: unknown) =>
    (
      await cast.database.executeSql(
        `select action from audit where entity = 'activation' and entity_id = $1 order by id`,
        [id],
      )
    ).rows.map(({ action }) => action);

  it('get a delegation that the vendor signs, for their key, within the profile and the licence', async () => {
    await set({ lease_hours: 24, relay_days: 10 });
    const licence = await bought(5);
    const { delegation, seats, expires_at } = await ok(delegate(licence, 3));
    const { keys } = (await cast.request('GET', '/.well-known/jwks.json')).body;
    const key = await importJWK(keys[0]);
    const { payload } = await jwtVerify(delegation, key, { typ: 'delegation+jwt', algorithms: ['EdDSA'] });
    const { kid, publicJwk } = await keyOf('Dock');
    const jwk = { ...publicJwk, kid };
    expect(payload).toMatchObject({ sub: licence.jti, aud: 'MOVER', seats: 3, max_lease: 86_400, cnf: { jwk } });
    expect([seats, Date.parse(expires_at)]).toEqual([3, (payload.exp ?? 0) * 1000]);
    expect(Math.round((Date.parse(expires_at) - Date.now()) / day)).toBe(10);
    expect(await rows(licence)).toMatchObject([
      { name: 'Dock', kind: 2, status: 4, seat: 1, seats: 3, is_over: false },
    ]);
    expect((await ok(cast.customer.get(`/v1/assignment/${licence.id}`))).activated).toBe(true);
    await cast.database.executeSql(`update assignment set expired_at = now() + interval '1 day' where id = $1`, [
      licence.id,
    ]);
    const { exp = 0 } = decodeJwt((await ok(delegate(licence, 3))).delegation);
    expect(Math.round((exp * 1000 - Date.now()) / day)).toBe(1);
    const [row] = await rows(licence);
    // The second was a renewal, which is no change of the record.
    expect(await actions(row?.id)).toEqual(['delegate']);
    await set({ lease_hours: 168, relay_days: 30 });
  });

  it('and machines together never get more seats than were bought', async () => {
    const licence = await bought(5);
    await ok(activate(licence, 1));
    expect(await refusal(delegate(licence, 5))).toEqual([422, 'relay_seats']);
    await ok(delegate(licence, 3));
    await ok(activate(licence, 2));
    expect(await refusal(activate(licence, 3))).toEqual([422, 'seats_in_use']);
    expect(await refusal(delegate(licence, 1, 'Other'))).toEqual([422, 'relay_seats']);
    expect((await rows(licence)).map(({ seat, seats }) => [seat, seats])).toEqual([
      [1, 1],
      [2, 3],
      [5, 1],
    ]);
    // More than was bought is for machines that the vendor sees, not for relays.
    await set({ seat_rule: 'report' });
    expect(await refusal(delegate(licence, 4))).toEqual([422, 'relay_seats']);
    await ok(activate(licence, 3));
    expect((await rows(licence)).map(({ is_over }) => is_over)).toEqual([false, false, false, true]);
    await set({ seat_rule: 'refuse' });
  });

  it('grow where seats are free, and get fewer only when their delegation has ended', async () => {
    const licence = await bought(5);
    await ok(delegate(licence, 2));
    await ok(delegate(licence, 4));
    expect(await refusal(delegate(licence, 3))).toEqual([422, 'relay_smaller']);
    const [row] = await rows(licence);
    expect(row).toMatchObject({ seats: 4, status: 4 });
    expect(await actions(row?.id)).toEqual(['delegate', 'delegate']);
    await cast.database.executeSql(`update activation set expires_at = now() - interval '1 second' where id = $1`, [
      row?.id,
    ]);
    await ok(activate(licence, 1));
    await ok(delegate(licence, 3));
    expect((await rows(licence))[0]).toMatchObject({ seats: 3, seat: 2 });
  });

  it('that are ended keep their seats until their delegation ends, and get a new one only from a person', async () => {
    const licence = await bought(2);
    await ok(delegate(licence, 2));
    const [row] = await rows(licence);
    expect((await cast.sales.post(`/v1/activation/${row?.id}`, { status: 5 })).status).toBe(403);
    expect((await cast.customer.post(`/v1/activation/${row?.id}`, { status: 8 })).status).toBe(422);
    await ok(cast.customer.post(`/v1/activation/${row?.id}`, { status: 5 }));
    expect(await refusal(activate(licence, 1))).toEqual([422, 'seats_in_use']);
    expect(await refusal(delegate(licence, 2))).toEqual([422, 'relay_stopped']);
    const { lease, seats, seat } = await ok(offline(licence, 2));
    expect([decodeJwt(lease)['seats'], seats, seat]).toEqual([2, 2, 1]);
    await ok(cast.operations.post(`/v1/activation/${row?.id}`, { status: 5 }));
    await cast.database.executeSql(`update activation set expires_at = now() - interval '1 second' where id = $1`, [
      row?.id,
    ]);
    await ok(activate(licence, 1));
    expect(await refusal(delegate(licence, 1))).toEqual([422, 'relay_stopped']);
    expect(await actions(row?.id)).toEqual(['delegate', 'stop', 'delegate', 'stop']);
  });

  it('are refused for another licence, a withdrawn one, or where the profile has none', async () => {
    const [licence, other] = [await bought(2), await bought(2)];
    const request = await requestOf(other, 1);
    const send = (text: string) =>
      cast.request('POST', '/v1/relay/delegation', { key: licence.lic_secret, body: { request: text } });
    expect(await refusal(send(request))).toEqual([422, 'relay_other_licence']);
    expect((await offline(licence, 1, 'Dock', cast.otherCustomer)).status).toBe(422);
    await set({ relay: false });
    expect(await refusal(delegate(licence, 1))).toEqual([422, 'relay_off']);
    await set({ relay: true });
    await ok(cast.operations.post(`/v1/assignment/${licence.id}`, { status: 8 }));
    expect((await delegate(licence, 1)).status).toBe(401);
  });

  it('refuse what is no request of a relay, at its field', async () => {
    const licence = await bought(2);
    const good = await requestOf(licence, 1);
    const [head = '', body = '', tail = ''] = good.split('.');
    const stranger = (await requestOf(licence, 2, 'Stranger')).split('.');
    const wrong = [
      'a.b.c',
      `${head}.${body}`,
      `${head}.${stranger[1]}.${tail}`,
      `${stranger[0]}.${body}.${tail}`,
      await requestOf(licence, 0),
      await requestOf(licence, 1.5),
      await requestOf(licence, 10_000_000),
      await requestOf(licence, 1, 'Dock', { name: '' }),
      await requestOf(licence, 1, 'Dock', { name: 'x'.repeat(101) }),
      await requestOf(licence, 1, 'Dock', { name: 'Nul\0' }),
      await requestOf(licence, 1, 'Dock', { name: 'Turned\u202e' }),
      licence.lic_secret,
    ];
    for (const request of wrong) {
      const answers = [
        await cast.customer.post('/v1/lease/offline', { assignment_id: licence.id, request }),
        await cast.request('POST', '/v1/relay/delegation', { key: licence.lic_secret, body: { request } }),
      ];
      for (const { status, body } of answers)
        expect([request, status, body.code, Object.keys(body.error.fields)]).toEqual([
          request,
          422,
          'request_unreadable',
          ['request'],
        ]);
    }
    expect(await rows(licence)).toEqual([]);
    const folded = good.replace(/.{40}/g, '$&\r\n');
    await ok(cast.customer.post('/v1/lease/offline', { assignment_id: licence.id, request: folded }));
  });

  it('count in the seats of the day', async () => {
    const licence = await bought(6);
    await ok(delegate(licence, 4));
    await ok(activate(licence, 1));
    const { rows: days } = await cast.database.executeSql(
      `select seats, leased, delegated from usage_day where assignment_id = $1`,
      [licence.id],
    );
    expect(days).toEqual([{ seats: 5, leased: 1, delegated: 4 }]);
    // A machine gives its seat back before the relay gets more: never more than five were in use at once.
    await ok(release(licence, 1));
    await ok(delegate(licence, 5));
    expect((await chartOf(licence)).at(-1)).toMatchObject({ seats: 1, delegated: 5 });
    await ok(sendReport(licence, { days: [{ day: dayText(0), seats: 5, machines: 9 }] }));
    expect((await chartOf(licence)).at(-1)).toMatchObject({ seats: 5, delegated: 5, machines: 9, bought: 6 });
  });

  it('report their use by file or over the network, which the chart of the days has', async () => {
    const licence = await bought(6);
    await ok(delegate(licence, 4));
    await delegatedSince(licence, 5);
    const days = [
      { day: dayText(3), seats: 2, machines: 3 },
      { day: dayText(1), seats: 4, machines: 4 },
    ];
    const report = await reportOf(licence, { days });
    expect(await ok(takeReport(licence, report.replace(/.{50}/g, '$&\r\n')))).toEqual({
      days: 2,
      reported_until: dayText(1),
    });
    for (const client of [cast.customer, cast.operations])
      expect(await ok(takeReport(licence, report, client))).toEqual({ days: 0, reported_until: dayText(1) });
    const chart = new Map((await chartOf(licence)).map((one) => [one['day'], one]));
    expect([3, 2, 1, 0].map((ago) => chart.get(dayText(ago)))).toMatchObject([
      { used: null, seats: 2, delegated: null, machines: 3 },
      { used: null, seats: null, delegated: null, machines: null },
      { used: null, seats: 4, delegated: null, machines: 4 },
      // What is delegated today is not known to be used.
      { used: null, seats: null, delegated: 4, machines: null },
    ]);
    // Larger numbers replace smaller ones, and smaller ones nothing.
    const later = [
      { day: dayText(3), seats: 1, machines: 5 },
      { day: dayText(0), seats: 3, machines: 3 },
    ];
    expect(await ok(sendReport(licence, { days: later }))).toEqual({ days: 2, reported_until: dayText(0) });
    expect((await chartOf(licence)).slice(-4)).toMatchObject([
      { seats: 2, machines: 5 },
      { seats: null },
      { seats: 4, machines: 4 },
      { seats: 3, delegated: 4, machines: 3 },
    ]);
    const [row] = await rows(licence);
    expect(await actions(row?.id)).toEqual(['delegate', 'report_use']);
    const { items } = await ok(cast.sales.get(`/v1/enterprise/usage_days/${cast.enterprise}`));
    expect(items[0].days.at(-3).seats).toBe(null);
  });

  it('report also what was used of a licence that ended or was withdrawn, by file', async () => {
    const licence = await bought(3);
    await ok(delegate(licence, 2));
    await ok(cast.operations.post(`/v1/assignment/${licence.id}`, { status: 8 }));
    const parts = { days: [{ day: dayText(0), seats: 2, machines: 2 }] };
    expect((await sendReport(licence, parts)).status).toBe(401);
    expect(await ok(takeReport(licence, await reportOf(licence, parts)))).toMatchObject({ days: 1 });
  });

  it('that report what cannot be are refused, with the cure in both languages, and nothing is saved', async () => {
    const [licence, other] = [await bought(3), await bought(3)];
    await ok(delegate(licence, 2));
    await ok(delegate(other, 2));
    await delegatedSince(licence, 10);
    const today = { day: dayText(0), seats: 1, machines: 1 };
    const good = await reportOf(licence, { days: [today] });
    const [head = '', body = '', tail = ''] = good.split('.');
    const changed = `${head}.${body.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))}.${tail}`;
    const many = Array.from({ length: 101 }, (_, at) => ({ ...today, day: dayText(at) }));
    const soon = Math.floor(Date.now() / 1000);
    const wrong: [string, string][] = [
      ['report_unreadable', 'no report'],
      ['report_unreadable', changed],
      ['report_unreadable', `${head}.${body}`],
      ['report_unreadable', await requestOf(licence, 2)],
      ['report_unreadable', licence.lic_secret],
      ['report_unreadable', await reportOf(licence, { days: [today, today] })],
      ['report_unreadable', await reportOf(licence, { days: [{ ...today, seats: -1 }] })],
      ['report_unreadable', await reportOf(licence, { days: [{ ...today, machines: 1.5 }] })],
      ['report_unreadable', await reportOf(licence, { days: [{ ...today, day: '2026-02-30' }] })],
      ['report_unreadable', await reportOf(licence, { days: [{ ...today, day: null }] })],
      ['report_too_large', await reportOf(licence, { days: many })],
      ['report_too_large', 'x'.repeat(13_000)],
      ['report_other_licence', await reportOf(other, { days: [today] })],
      ['report_other_key', await reportOf(licence, { days: [today], relay: 'Stranger' })],
      ['report_other_key', await reportOf(licence, { days: [today], delegation: `${licence.jti}.999999` })],
      ['report_future', await reportOf(licence, { days: [{ ...today, day: dayText(-1) }], iat: soon })],
      ['report_future', await reportOf(licence, { days: [today], iat: soon + 3600 })],
      ['report_exceeded', await reportOf(licence, { days: [{ ...today, day: dayText(11) }] })],
      ['report_exceeded', await reportOf(licence, { days: [{ ...today, seats: 4 }] })],
    ];
    for (const [code, report] of wrong) {
      const answers = [
        await takeReport(licence, report),
        await takeReport(licence, report, cast.operations),
        await cast.request('POST', '/v1/relay/report', { key: licence.lic_secret, body: { report } }),
      ];
      for (const { status, body: refused } of answers) {
        expect([report.slice(0, 20), status, Object.keys(refused.error.fields)]).toEqual([
          report.slice(0, 20),
          422,
          ['report'],
        ]);
        expect(refused.code).toBe(code);
      }
      const zh = await cast.request('POST', '/v1/relay/report', {
        key: licence.lic_secret,
        body: { report },
        headers: { 'X-LANG': 'zh' },
      });
      expect(zh.body.error.fields.report[0]).toMatch(/请|最多/);
    }
    expect((await takeReport(licence, 'x'.repeat(40_000))).body.error.fields.report[0]).toMatch(/At most/);
    const ended = `update activation set expires_at = now() - interval '2 days' where assignment_id = $1`;
    await cast.database.executeSql(ended, [licence.id]);
    expect(await refusal(takeReport(licence, good))).toEqual([422, 'report_exceeded']);
    expect((await takeReport(licence, good, cast.otherCustomer)).status).toBe(422);
    expect((await takeReport(licence, good, cast.sales)).status).toBe(403);
    const { rows: saved } = await cast.database.executeSql('select * from relay_day where assignment_id = any($1)', [
      [licence.id, other.id],
    ]);
    expect(saved).toEqual([]);
  });

  it('whose report comes many times at once is saved once', async () => {
    const licence = await bought(3);
    await ok(delegate(licence, 3));
    await delegatedSince(licence, 9);
    const days = Array.from({ length: 10 }, (_, ago) => ({ day: dayText(ago), seats: 3, machines: 3 }));
    const answers = await Promise.all(Array.from({ length: 8 }, () => sendReport(licence, { days })));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(answers.map(({ body }) => body.days).reduce((sum, count) => sum + count, 0)).toBe(10);
  });

  it('race with machines for the seats, and together never get more', async () => {
    const licence = await bought(10);
    const asked = Array.from({ length: 24 }, (_, index) =>
      index % 4 === 0 ? delegate(licence, 3, `Relay ${index}`) : activate(licence, index),
    );
    await Promise.all(asked);
    const held = await rows(licence);
    const numbers = held.flatMap(({ seat, seats }) =>
      Array.from({ length: Number(seats) }, (_, at) => Number(seat) + at),
    );
    expect(numbers.length).toBe(10);
    expect(new Set(numbers).size).toBe(10);
  });
});
