import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { allocationBody, approvedOrder, type Cast, issuedLicence, startCast } from '../support/cast.ts';
import { forEachEngine } from '../support/database.ts';
import { ok } from '../support/product.ts';

interface Delivery {
  readonly to: string;
  readonly messageId: string;
  end(error?: Error): void;
}

interface TimelineEntry {
  readonly kind: string;
  readonly detail: string | null;
  readonly comment: string | null;
  readonly at: string;
}

// E10: one person gets one mail for one licence, whichever fields name the address.
forEachEngine('the mails of a licence', (engine) => {
  let cast: Cast;
  /** The deliveries that have begun; the test ends each of them. */
  let begun: Delivery[] = [];
  beforeAll(async () => {
    const send = ({ to, messageId }: { to: string; messageId: string }) =>
      new Promise<void>((resolve, reject) => {
        begun.push({ to, messageId, end: (error) => (error ? reject(error) : resolve()) });
      });
    cast = await startCast(engine, { mailer: { kind: 'smtp' as const, send }, mailRetryDelay: 60 });
  });
  afterAll(() => cast.close());
  beforeEach(() => {
    begun = [];
  });

  const mailsOf = async (id: number) => (await ok(cast.customer.get(`/v1/assignment/mail/${id}`))).task_data;
  const statesOf = async (id: number) =>
    Object.fromEntries(
      Object.entries(await mailsOf(id)).map(([key, mail]) => [key, (mail as { status: number }).status]),
    );
  const deliveries = (count: number) => expect.poll(() => begun.length).toBe(count);
  /** The number of jobs that run or wait. */
  const jobs = async () =>
    Number((await cast.database.executeSql('select count(*) from job where failed_at is null')).rows[0]?.['count']);
  const idle = () => expect.poll(jobs).toBe(0);
  const licence = async (mails: object): Promise<number> => {
    const order = await approvedOrder(cast, 1);
    const { items } = await ok(allocationBody(cast, order, 1, { mails }));
    return (await issuedLicence(cast, items[0].id)).id;
  };
  const resend = (id: number, mail_type: string, address: string) =>
    cast.customer.post('/v1/mail', { type: 'assignment', id, mail_type, address, send_flag: 'standard' });
  const custom = (id: number, address: string) =>
    cast.customer.post('/v1/mail/custom', { type: 'assignment', id, address, send_flag: 'standard' });
  const timelineMails = async (id: number): Promise<TimelineEntry[]> =>
    (await ok(cast.customer.get(`/v1/timeline/assignment/${id}`))).items.filter(({ kind }: TimelineEntry) =>
      kind.startsWith('mail'),
    );

  const sameAddresses = {
    project_mail: 'Wei.Chen@First.example',
    sub_user_mail: 'wei.chen@first.example',
    scan_mail: 'ＷＥＩ.chen@first.example',
    others: ['WEI.CHEN@FIRST.EXAMPLE', 'dock@first.example'],
  };

  it('go to each person once, whichever fields name them and in whatever case; each field keeps its state', async () => {
    const id = await licence(sameAddresses);
    await deliveries(2);
    expect(begun.map(({ to }) => to.toLowerCase()).sort()).toEqual(['dock@first.example', 'wei.chen@first.example']);
    expect(Object.values(await statesOf(id))).toEqual([0, 0, 0, 0, 0]);
    for (const one of begun) one.end();
    await expect.poll(() => statesOf(id).then(Object.values)).toEqual([1, 1, 1, 1, 1]);
    await idle();
    expect(begun).toHaveLength(2);
    expect(await timelineMails(id)).toHaveLength(2);
  });

  it('fail together, and are sent again together', async () => {
    const id = await licence({ project_mail: 'gone@first.example', others: ['Gone@First.example'] });
    await deliveries(1);
    begun[0]?.end(new Error('not now'));
    for (let tries = 2; tries <= 3; tries += 1) {
      await expect
        .poll(async () => {
          await cast.database.executeSql('update job set due_at = now() where not held and failed_at is null');
          return begun.length;
        })
        .toBe(tries);
      begun[tries - 1]?.end(new Error('not now'));
    }
    await expect.poll(() => statesOf(id)).toMatchObject({ project_mail: 9, others: 9 });
    await ok(resend(id, 'others', 'gone@first.example'));
    expect(await statesOf(id)).toMatchObject({ project_mail: 0, others: 0 });
    await deliveries(4);
    begun[3]?.end();
    await expect.poll(() => statesOf(id)).toMatchObject({ project_mail: 1, others: 1 });
    await idle();
    expect(begun).toHaveLength(4);
    const sendings = await timelineMails(id);
    expect(sendings.map(({ kind, detail, comment }) => [kind, detail?.toLowerCase(), comment])).toEqual([
      ['mail_failed', 'gone@first.example', 'The e-mail could not be delivered. Check the address and send it again'],
      ['mail', 'gone@first.example', null],
    ]);
  });

  it('join a mail that is on its way to the same person, also when several requests come at once', async () => {
    const id = await licence({ project_mail: 'one@first.example', others: ['two@first.example'] });
    await deliveries(2);
    const answers = await Promise.all([
      resend(id, 'others', 'ONE@first.example'),
      custom(id, 'One@First.Example'),
      custom(id, 'oNe@first.example'),
      custom(id, 'three@first.example'),
      custom(id, 'Three@first.example'),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    await deliveries(3);
    expect(begun.filter(({ to }) => to.toLowerCase() === 'one@first.example')).toHaveLength(1);
    expect(begun.filter(({ to }) => to.toLowerCase() === 'three@first.example')).toHaveLength(1);
    for (const one of begun) one.end();
    await expect
      .poll(() => statesOf(id))
      .toMatchObject({ project_mail: 1, others: 1, custom_mail_1: 1, custom_mail_2: 1, custom_mail_3: 1 });
    await idle();
    expect(begun).toHaveLength(3);
  });

  it('still end where the mail that carried them was sent elsewhere meanwhile', async () => {
    const id = await licence({ project_mail: 'pair@first.example', others: ['PAIR@first.example'] });
    await deliveries(1);
    await ok(resend(id, 'project_mail', 'other@first.example'));
    await deliveries(2);
    begun[0]?.end();
    await expect.poll(() => statesOf(id)).toMatchObject({ project_mail: 0, others: 1 });
    begun[1]?.end();
    await expect.poll(() => statesOf(id)).toMatchObject({ project_mail: 1, others: 1 });
    await idle();
    expect(begun).toHaveLength(2);
  });

  it('keep every sending in the timeline, each with its time and recipient', async () => {
    const id = await licence({ project_mail: 'first@first.example' });
    await deliveries(1);
    begun[0]?.end();
    await expect.poll(() => statesOf(id)).toMatchObject({ project_mail: 1 });
    const [once] = await timelineMails(id);
    await ok(resend(id, 'project_mail', 'second@first.example'));
    await deliveries(2);
    expect(await timelineMails(id)).toEqual([once]);
    begun[1]?.end();
    await expect.poll(() => statesOf(id)).toMatchObject({ project_mail: 1 });
    const sendings = await timelineMails(id);
    expect(sendings.map(({ kind, detail }) => [kind, detail])).toEqual([
      ['mail', 'first@first.example'],
      ['mail', 'second@first.example'],
    ]);
    expect(sendings[0]).toEqual(once);
  });

  it('are limited to three people, not to three fields; the refusal is at the other recipients', async () => {
    const order = await approvedOrder(cast, 2);
    const three = [...sameAddresses.others, 'Dock@first.example', 'quay@first.example', 'QUAY@first.example'];
    await ok(allocationBody(cast, order, 1, { mails: { ...sameAddresses, others: three } }));
    const four = { ...sameAddresses, others: [...three, 'pier@first.example'] };
    const refused = await allocationBody(cast, order, 1, { mails: four });
    expect(refused.status).toBe(422);
    expect(refused.body.error.fields).toEqual({ 'mails.others': ['At most three recipients'] });
    await deliveries(3);
    for (const one of begun) one.end();
    await idle();
  });
});
