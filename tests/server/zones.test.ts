import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../server/start/config.ts';
import { allocationBody, approvedOrder, type Cast, issuedLicence, startCast } from '../support/cast.ts';
import { eitherEngine } from '../support/database.ts';
import { type Client, ok, password } from '../support/product.ts';

const inZone = (zone: string) => ({ 'X-TIME-ZONE': zone });
const end = new Date('2030-06-30T20:30:00Z');
const plain = 'someone@elsewhere.example';
const own = 'customer@first.example';

/** The end of a licence in the zone of its reader: in its mail, its file and its messages (issue 33). */
describe('a point in time', () => {
  let cast: Cast;
  let licence: number;
  const signIn = async (name: string, headers = {}) => {
    const { body } = await cast.request('POST', '/v1/auth/login', { body: { name, password }, headers });
    return body.api_key as string;
  };
  const csv = async (reader: Client, headers = {}): Promise<string> =>
    (await cast.request('GET', '/v1/assignment/export', { key: reader.key, headers })).body;
  const mailTo = (address: string) => cast.mails.findLast(({ to }) => to === address)?.text ?? '';
  const send = async (address: string) => {
    const before = cast.mails.length;
    await ok(
      cast.customer.post('/v1/mail/custom', { type: 'assignment', id: licence, address, send_flag: 'standard' }),
    );
    await expect.poll(() => cast.mails.length).toBe(before + 1);
    return mailTo(address);
  };

  beforeAll(async () => {
    cast = await startCast(eitherEngine, {}, { TIME_ZONE: 'America/New_York' });
    await cast.database.executeSql(
      `update users set params = '{"liaison_mail": "${own}"}' where id = ${cast.customer.id}`,
    );
    const { items } = await ok(allocationBody(cast, await approvedOrder(cast, 4), 4));
    licence = (await issuedLicence(cast, items[0].id)).id;
    await cast.database.executeSql(`update assignment set expired_at = $1 where id = ${licence}`, [end]);
  });
  afterAll(() => cast.close());

  it('is in the zone of the product where nobody knows that of the reader', async () => {
    expect(await send(plain)).toContain('30 June 2030 at 16:30 GMT-4 (America/New_York)');
    expect(await csv(cast.customer)).toContain(',2030-06-30 16:30:00-04:00,');
  });

  it('is in the zone in which a user was last seen, and others get it in that of who allocated it', async () => {
    await signIn('first', inZone('Asia/Shanghai'));
    for (const address of [own, plain])
      expect(await send(address)).toContain('1 July 2030 at 04:30 GMT+8 (Asia/Shanghai)');
    await signIn('first', inZone('Mars/Olympus'));
    await signIn('first');
    expect(await send(own)).toContain('GMT+8 (Asia/Shanghai)');
  });

  it('follows a user who travels, but not the salesman who acts for them', async () => {
    const { key } = cast.customer;
    await cast.database.executeSql(`update session set seen_at = now() - interval '5 minutes'`);
    await ok(cast.request('GET', '/v1/notification/list', { key, headers: inZone('Asia/Kathmandu') }));
    expect(await send(own)).toContain('1 July 2030 at 02:15 GMT+5:45 (Asia/Kathmandu)');
    const acting = await ok(
      cast.sales.post(`/v1/auth/login/user/${cast.customer.id}`, {}, inZone('Australia/Lord_Howe')),
    );
    await cast.database.executeSql(`update session set seen_at = now() - interval '5 minutes'`);
    await ok(
      cast.request('GET', '/v1/notification/list', { key: acting.api_key, headers: inZone('Australia/Lord_Howe') }),
    );
    expect(await send(own)).toContain('GMT+5:45 (Asia/Kathmandu)');
  });

  it('is in a file in the zone of who exports it, and imports and tools read the same moment from it', async () => {
    const cell = /,(2030-0[67][^,]+),/;
    for (const [zone, wanted] of [
      ['Asia/Shanghai', '2030-07-01 04:30:00+08:00'],
      ['America/St_Johns', '2030-06-30 18:00:00-02:30'],
      ['UTC', '2030-06-30 20:30:00+00:00'],
    ] as const) {
      const found = cell.exec(await csv(cast.customer, inZone(zone)))?.[1] ?? '';
      expect(found).toBe(wanted);
      expect(Date.parse(found.replace(' ', 'T'))).toBe(end.getTime());
    }
  });

  it('stays UTC in answers, whatever the zone', async () => {
    const found = await ok(cast.customer.get(`/v1/assignment/${licence}`, inZone('Asia/Shanghai')));
    expect(found.expired_at).toBe(end.toISOString());
    expect(JSON.stringify(await ok(cast.customer.get(`/v1/user/${cast.customer.id}`)))).not.toContain('time_zone');
  });

  it.each(['+08:00', 'x'.repeat(3000), "UTC'--", '../etc', 'Asia/Shanghai, UTC'])(
    'is not lost by a header that names no zone: %s',
    async (name) => {
      expect((await cast.customer.get('/v1/notification/list', inZone(name))).status).toBe(200);
      expect(await csv(cast.customer, inZone(name))).toContain('16:30:00-04:00');
    },
  );
});

it('a product in no time zone does not start', () => {
  expect(() => readConfig({ TIME_ZONE: 'Mars/Olympus' })).toThrow(/TIME_ZONE.*Mars\/Olympus/);
  expect(readConfig({ TIME_ZONE: 'Asia/Shanghai' }).timeZone).toBe('Asia/Shanghai');
});
