import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { allocationBody, approvedOrder, type Cast, issuedLicence, startCast } from '../support/cast.ts';
import { ok } from '../support/product.ts';

interface Delivery {
  readonly to: string;
  readonly messageId: string;
  end(error?: Error): void;
}

let cast: Cast;
/** The deliveries that have begun; the test ends each of them. */
let begun: Delivery[] = [];
beforeAll(async () => {
  const send = ({ to, messageId }: { to: string; messageId: string }) =>
    new Promise<void>((resolve, reject) => {
      begun.push({ to, messageId, end: (error) => (error ? reject(error) : resolve()) });
    });
  cast = await startCast('postgres', { mailer: { kind: 'smtp' as const, send }, mailRetryDelay: 60 });
});
afterAll(() => cast.close());
beforeEach(() => {
  begun = [];
});

const delivery = async (to: string): Promise<Delivery> => {
  await expect.poll(() => begun.some((one) => one.to === to)).toBe(true);
  return begun.find((one) => one.to === to) as Delivery;
};
const mailsOf = async (id: number) => (await ok(cast.customer.get(`/v1/assignment/mail/${id}`))).task_data;
const jobs = async () =>
  Number((await cast.database.executeSql('select count(*) from job where failed_at is null')).rows[0]?.['count']);

/**
 * Waits until a mail is scheduled for its next try.
 * @returns the wait in seconds, by the database's clock
 */
async function waits(): Promise<number> {
  const ask = 'select extract(epoch from due_at - now())::float8 as wait from job where not held and failed_at is null';
  let wait = 0;
  await expect
    .poll(async () => {
      wait = Number((await cast.database.executeSql(ask)).rows[0]?.['wait'] ?? 0);
      return wait;
    })
    .toBeGreaterThan(0);
  return wait;
}

/**
 * Starts the scheduled next try at once.
 * @returns the wait that it had, in seconds
 */
async function hasten(): Promise<number> {
  const wait = await waits();
  await cast.database.executeSql('update job set due_at = now() where not held and failed_at is null');
  return wait;
}

/** A licence whose mail to this address is being delivered. */
async function sending(project_mail: string) {
  const order = await approvedOrder(cast, 1);
  const { items } = await ok(allocationBody(cast, order, 1, { mails: { project_mail } }));
  const { id } = await issuedLicence(cast, items[0].id);
  return { id, first: await delivery(project_mail) };
}

describe('a mail that is being delivered', () => {
  it('and is sent again meanwhile, counts as sent when the new one is, which is another mail (C8)', async () => {
    const { id, first } = await sending('old@first.example');
    const again = { type: 'assignment', id, mail_type: 'project_mail', address: 'new@first.example' };
    await ok(cast.customer.post('/v1/mail', { ...again, send_flag: 'standard' }));
    const second = await delivery('new@first.example');
    expect(second.messageId).not.toBe(first.messageId);
    first.end();
    await expect.poll(jobs).toBe(1);
    expect((await mailsOf(id)).project_mail).toMatchObject({ status: 0, address: 'new@first.example' });
    second.end();
    await expect.poll(async () => (await mailsOf(id)).project_mail.status).toBe(1);
    expect(begun).toHaveLength(2);
  });

  it('and fails meanwhile, does not fail the one that follows', async () => {
    const { id, first } = await sending('wrong@first.example');
    const again = { type: 'assignment', id, mail_type: 'project_mail', address: 'right@first.example' };
    await ok(cast.customer.post('/v1/mail', { ...again, send_flag: 'standard' }));
    const second = await delivery('right@first.example');
    first.end(new Error('550 no such mailbox'));
    await hasten();
    await expect.poll(jobs).toBe(1);
    expect((await mailsOf(id)).project_mail).toMatchObject({ status: 0, result: null });
    second.end();
    await expect.poll(async () => (await mailsOf(id)).project_mail.status).toBe(1);
  });

  it('at its last try, when its process dies, has failed', async () => {
    const { id, first } = await sending('last@first.example');
    await cast.database.executeSql('update job set attempts = 3, due_at = now(), claim = claim + 1');
    await expect.poll(async () => (await mailsOf(id)).project_mail.status).toBe(9);
    expect((await mailsOf(id)).project_mail.result).toContain('could not be delivered');
    first.end();
    expect(begun).toHaveLength(1);
  });

  it('and fails, is not tried again once its licence is withdrawn', async () => {
    const { id, first } = await sending('gone@first.example');
    await ok(cast.operations.post(`/v1/assignment/${id}`, { status: 8 }));
    first.end(new Error('451 try later'));
    await hasten();
    await expect.poll(async () => (await mailsOf(id)).project_mail.status).toBe(9);
    expect(begun).toHaveLength(1);
  });

  it('is tried three times when the mail server cannot be reached, after waits that double, and has then failed', async () => {
    const { id, first } = await sending('away@first.example');
    const away = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:25'), { code: 'ECONNREFUSED' });
    first.end(away);
    for (const [tries, wait] of [
      [2, 60],
      [3, 120],
    ] as const) {
      const waited = await hasten();
      expect([waited > wait - 15, waited <= wait]).toEqual([true, true]);
      await expect.poll(() => begun.length).toBe(tries);
      begun.at(-1)?.end(away);
    }
    await expect.poll(async () => (await mailsOf(id)).project_mail.status).toBe(9);
    expect(begun).toHaveLength(3);
  });

  it('and waits for its next try, holds up none that is sent anew', async () => {
    const { id, first } = await sending('slow@first.example');
    first.end(new Error('451 try later'));
    const again = { type: 'assignment', id, mail_type: 'project_mail', address: 'quick@first.example' };
    await waits();
    await ok(cast.customer.post('/v1/mail', { ...again, send_flag: 'standard' }));
    (await delivery('quick@first.example')).end();
    await expect.poll(async () => (await mailsOf(id)).project_mail.status).toBe(1);
    await hasten();
    await expect.poll(jobs).toBe(0);
    expect(begun).toHaveLength(2);
  });
});

describe('the mails of an application that several orders served', () => {
  it('are all told, and sent again one by one', async () => {
    const subUser = { name: 'sending.sub', nick_name: 'Sub', role_id: 5, password: 'Licence-2026' };
    await ok(cast.customer.post('/v1/user', subUser));
    const sub = await cast.login('sending.sub');
    await ok(cast.customer.post(`/v1/project/${cast.project}`, { sub_user_id: sub.id }));
    const others = ['one@first.example', 'two@first.example'];
    const file = { project_id: cast.project, hosts: 2, mails: { others } };
    const { id } = await ok(sub.post('/v1/allocation', file));
    const orders = [
      { order_id: await approvedOrder(cast, 1), hosts: 1 },
      { order_id: await approvedOrder(cast, 1), hosts: 1 },
    ];
    const { items } = await ok(cast.customer.post('/v1/allocation_assignment', { allocation_id: id, orders }));
    for (const item of items) await issuedLicence(cast, item.id);
    const sendingsNow = async () => (await ok(cast.customer.get(`/v1/allocation/mail/${id}`))).task_data;
    const addresses = Object.entries(await sendingsNow()).map(([key, mail]) => [
      key,
      (mail as { address: string }).address,
    ]);
    expect(addresses.filter(([key]) => key?.startsWith('others'))).toEqual([
      ['others', 'one@first.example'],
      ['others_2', 'two@first.example'],
      ['others_3', 'one@first.example'],
      ['others_4', 'two@first.example'],
    ]);
    const again = { type: 'allocation', id, mail_type: 'others_3', address: 'three@first.example' };
    await ok(cast.customer.post('/v1/mail', { ...again, send_flag: 'standard' }));
    expect(await sendingsNow()).toMatchObject({
      others: { address: 'one@first.example' },
      others_3: { address: 'three@first.example' },
    });
    for (const one of begun) one.end();
    await delivery('three@first.example');
    for (const one of begun) one.end();
  });
});
