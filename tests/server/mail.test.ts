import { chmodSync, mkdtempSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { renderMail } from '../../server/domain/mailTemplate.ts';
import { createMailer } from '../../server/gateways/mail.ts';
import { allocation, approved, type Cast, issued, startCast } from '../support/cast.ts';
import { eitherEngine } from '../support/database.ts';
import { ok } from '../support/product.ts';
import { scale } from '../support/scale.ts';
import { startSmtp } from '../support/smtp.ts';

const message = {
  to: 'ops@first.example',
  subject: '许可',
  text: 'text',
  html: '<p>html</p>',
  messageId: '<one@licence.example>',
  attachments: [{ filename: 'licence-1.jws', content: 'a.b.c', contentType: 'application/jose' }],
};

describe('the mail gateway', () => {
  it('gives the mail to an SMTP server and keeps its Message-ID (C8)', async () => {
    const smtp = await startSmtp();
    await createMailer({ smtpUrl: smtp.url, outboxDir: '', from: 'licence@vendor.example' }).send(message);
    const mail = await smtp.waitFor((one) => one.messageId === '<one@licence.example>');
    expect(mail).toMatchObject({ subject: '许可', from: { address: 'licence@vendor.example' } });
    expect(Buffer.from(mail.attachments[0]?.content as ArrayBuffer).toString()).toBe('a.b.c');
    await smtp.close();
  });

  it('waits for a server that takes its time, so that the mail is not sent twice', async () => {
    const smtp = await startSmtp({ answerAfterMs: scale(300, 25_000) });
    await createMailer({ smtpUrl: smtp.url, outboxDir: '', from: 'licence@vendor.example' }).send(message);
    expect(smtp.mails).toHaveLength(1);
    await smtp.close();
  });

  it('leaves a server when it is told to', async () => {
    const smtp = await startSmtp({ answerAfterMs: 5_000 });
    const mailer = createMailer({ smtpUrl: smtp.url, outboxDir: '', from: 'licence@vendor.example' });
    const leaving = new AbortController();
    const sent = mailer.send(message, leaving.signal);
    await smtp.waitFor(() => true);
    leaving.abort();
    await expect(sent).rejects.toThrow(/abort/i);
    await smtp.close();
  });

  it('writes the same mail as a file without a server', async () => {
    const outboxDir = mkdtempSync(join(tmpdir(), 'licence-outbox-'));
    await createMailer({ outboxDir, from: 'licence@vendor.example' }).send(message);
    const [file] = readdirSync(outboxDir);
    const mail = await PostalMime.parse(readFileSync(join(outboxDir, file ?? '')));
    expect(mail).toMatchObject({ subject: '许可', messageId: '<one@licence.example>' });
  });

  it('keeps the files to their owner alone, also in a folder that was open', async () => {
    const outboxDir = mkdtempSync(join(tmpdir(), 'licence-outbox-'));
    chmodSync(outboxDir, 0o755);
    await createMailer({ outboxDir, from: 'licence@vendor.example' }).send(message);
    const modes = ['', ...readdirSync(outboxDir)].map((name) => statSync(join(outboxDir, name)).mode & 0o777);
    expect(modes).toEqual([0o700, 0o600]);
  });

  it.each(['to', 'subject', 'messageId'] as const)(
    'refuses a line break in %s before it sends anything',
    async (name) => {
      const outboxDir = mkdtempSync(join(tmpdir(), 'licence-outbox-'));
      const mailer = createMailer({ outboxDir, from: 'licence@vendor.example' });
      await expect(mailer.send({ ...message, [name]: 'a\r\nBcc: all@first.example' })).rejects.toThrow('line break');
      expect(readdirSync(outboxDir)).toEqual([]);
    },
  );

  it('says everything in both languages, and escapes what it is told', () => {
    const data = {
      projectName: '<b>P</b>',
      enterpriseName: 'E',
      productName: 'D',
      orderCode: 'O',
      quantity: 1234,
      licKey: 'K&K',
      licenceId: 'i',
      expiredAt: new Date('2027-01-02T03:04:05Z'),
      publicUrl: 'https://licence.example',
    };
    for (const language of ['en', 'zh-CN'] as const) {
      for (const template of ['standard', 'dr', 'migration', 'failback'] as const) {
        const mail = renderMail({ template, language, data });
        expect(mail.html).not.toContain('<b>P</b>');
        expect(mail.text).toContain('K&K');
        expect(mail.text).toContain('2027-01-02 03:04:05 UTC');
        expect(mail.text).toContain('1,234');
        expect(`${mail.subject}${mail.text}${mail.html}`).not.toMatch(/undefined|\[object/);
        expect(/[\u4e00-\u9fff]/.test(mail.text)).toBe(language === 'zh-CN');
      }
    }
  });
});

describe('the mails of a licence', () => {
  let cast: Cast;
  let failures = 0;
  const tried: string[] = [];
  beforeAll(async () => {
    const mailer = {
      kind: 'smtp' as const,
      send: async ({ to, messageId }: { to: string; messageId: string }) => {
        tried.push(`${to} ${messageId}`);
        if (to.startsWith('never') || (to.startsWith('later') && failures++ < 2)) throw new Error('mailbox busy');
      },
    };
    cast = await startCast(eitherEngine, { mailer, mailRetryDelay: 0 });
  });
  afterAll(() => cast.close());
  const state = async (id: number) => (await ok(cast.customer.get(`/v1/assignment/mail/${id}`))).task_data;

  it('are tried three times, and then have failed; a resend starts anew (C8, R-MDATA-01, R-CALL-72, R-CALL-76)', async () => {
    const order = await approved(cast, 3);
    const mails = { project_mail: 'later@first.example', others: ['never@first.example'] };
    const { items } = await ok(allocation(cast, order, 1, { mails }));
    const { id } = await issued(cast, items[0].id);
    await expect.poll(async () => (await state(id)).others.status, { timeout: 30_000 }).toBe(9);
    await expect.poll(async () => (await state(id)).project_mail.status, { timeout: 30_000 }).toBe(1);
    expect((await state(id)).scan_mail.status).toBe(-1);
    expect(tried.filter((one) => one.startsWith('never'))).toHaveLength(3);
    expect(new Set(tried.filter((one) => one.startsWith('later'))).size).toBe(1);
    const resend = { type: 'assignment', id, mail_type: 'others', address: 'new@first.example', send_flag: 'standard' };
    await ok(cast.customer.post('/v1/mail', resend));
    await expect
      .poll(async () => (await state(id)).others, { timeout: 15_000 })
      .toMatchObject({ status: 1, address: 'new@first.example' });
    expect((await cast.operations.post('/v1/mail', resend)).status).toBe(403);
    expect((await cast.otherCustomer.post('/v1/mail', resend)).status).toBe(404);
    expect((await cast.customer.post('/v1/mail', { ...resend, address: 'a@b.co\r\nBcc: c@d.co' })).status).toBe(422);
    expect((await cast.customer.post('/v1/mail', { ...resend, send_flag: 'dr' })).status).toBe(422);
    await ok(
      cast.customer.post('/v1/mail/custom', {
        type: 'assignment',
        id,
        address: 'more@first.example',
        send_flag: 'standard',
      }),
    );
    await expect.poll(async () => (await state(id)).custom_mail_1?.status, { timeout: 15_000 }).toBe(1);
  });
});
