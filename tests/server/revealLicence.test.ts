import { afterAll, beforeAll, expect, it } from 'vitest';
import { allocationBody, approvedOrder, type Cast, issuedLicence, startCast } from '../support/cast.ts';
import { forEachEngine } from '../support/database.ts';
import { ok, password } from '../support/product.ts';

/** Licences that are shown only to people who have shown recently that it is them (issue 35, section 2). */

let cast: Cast;
let id: number;
let secret: string;

/** Turns the setting on or off, and waits until this process applies it. */
async function ask(confirm_licences: boolean): Promise<void> {
  await ok(cast.admin.post('/v1/setting/sign_in/1', { confirm_licences }));
  await expect.poll(() => cast.product.services.settings.confirmLicences, { timeout: 6_000 }).toBe(confirm_licences);
}

/** Makes the customer's sign-ins older. */
const age = (minutes: number) =>
  cast.database.executeSql(
    `update session set created_at = created_at - interval '${minutes} minutes',
     confirmed_at = confirmed_at - interval '${minutes} minutes' where user_id = ${cast.customer.id}`,
  );
const reveal = (client = cast.customer) => client.post(`/v1/assignment/reveal/${id}`, {});
const views = async (): Promise<number> => {
  const { rows } = await cast.database.executeSql(
    `select count(*)::int as n from audit where action = 'view_secret' and entity_id = ${id}`,
  );
  return Number(rows[0]?.['n']);
};

forEachEngine('a licence', (engine) => {
  beforeAll(async () => {
    cast = await startCast(engine);
    const order_id = await approvedOrder(cast, 2);
    const { items } = await ok(allocationBody(cast, order_id, 1));
    ({ id, lic_secret: secret } = await issuedLicence(cast, items[0].id));
  });
  afterAll(() => cast.close());

  it('is in its record, and asks for nothing, unless the setting is on', async () => {
    await age(60);
    const record = await ok(cast.customer.get(`/v1/assignment/${id}`));
    expect(record.lic_secret).toBe(secret);
    expect((await ok(reveal())).lic_secret).toBe(secret);
  });

  it('is neither in its record nor sent or made anew before the person is asked again', async () => {
    await ask(true);
    const before = await views();
    const record = await ok(cast.customer.get(`/v1/assignment/${id}`));
    expect([record.status.id ?? record.status, record.lic_secret]).toEqual([1, null]);
    const changed = await ok(cast.customer.post(`/v1/assignment/${id}`, { comment: 'seen' }));
    expect(changed.lic_secret).toBeNull();
    expect(await views()).toBe(before);
    const mail = { type: 'assignment', id, address: 'elsewhere@mail.example', send_flag: 'standard' };
    for (const refused of [
      await reveal(),
      await cast.customer.post('/v1/assignment/fail_back', { assignment_id: id, failback_key: 'FB' }),
      await cast.customer.post('/v1/mail/custom', mail),
    ])
      expect([refused.status, refused.body.code]).toEqual([403, 'confirm_with_password']);
    expect(await views()).toBe(before);
  });

  it('is shown after the confirmation, for ten minutes, and the audit has it', async () => {
    const before = await views();
    await ok(cast.customer.post('/v1/auth/confirm', { password }));
    expect((await ok(reveal())).lic_secret).toBe(secret);
    expect(await views()).toBe(before + 1);
    await age(11);
    expect((await reveal()).status).toBe(403);
  });

  it('is shown to nobody who may not see it, and in no other licence', async () => {
    for (const client of [cast.admin, cast.operations, cast.sales]) expect((await reveal(client)).status).toBe(403);
    expect((await cast.customer.post('/v1/assignment/reveal/999999', {})).status).toBe(404);
  });

  it('is read by a program with a token as before', async () => {
    const body = { name: 'Reader', role: 'Enterprise', enterprise_id: cast.enterprise };
    const account = await ok(cast.admin.post('/v1/service_account', body));
    const token = await ok(
      cast.admin.post('/v1/service_token', { account_id: account.id, name: 'Read', scopes: ['licence:read'] }),
    );
    const record = await ok(cast.request('GET', `/v1/assignment/${id}`, { key: token.token }));
    expect(record.lic_secret).toBe(secret);
  });
});
