import { chmodSync, mkdtempSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { renderMail } from '../../server/core/mail/template.ts';
import { createMailer, type MailMessage } from '../../server/gateways/mail.ts';
import { dark, light, railColour } from '../../src/shell/theme/palettes.ts';
import { allocationBody, approvedOrder, type Cast, issuedLicence, startCast } from '../support/cast.ts';
import { eitherEngine } from '../support/database.ts';
import { factsOf, parsed } from '../support/mailPage.ts';
import { ok } from '../support/product.ts';
import { readCode } from '../support/readCode.ts';
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
});

const data = {
  projectName: 'Payments',
  enterpriseName: 'Northwind',
  productName: 'Mover',
  orderCode: 'LO-12',
  orderType: 1003,
  quantity: 1234,
  unit: null,
  licKey: 'K&K-许可-1',
  licenceId: 'ad0d2a1e',
  expiredAt: new Date('2027-01-02T03:04:05Z'),
  publicUrl: 'https://licence.example',
};
const templates = ['standard', 'dr', 'migration', 'failback'] as const;
const expected = {
  en: {
    Product: 'Mover',
    Enterprise: 'Northwind',
    Project: 'Payments',
    Order: 'LO-12',
    'Order type': 'Trial',
    Quantity: '1,234 hosts',
    'Licence key': 'K&K-许可-1',
    'Licence ID': 'ad0d2a1e',
    'Valid until': '2 January 2027 at 03:04 UTC',
    'Licence file': 'licence-ad0d2a1e.jws',
  },
  'zh-CN': {
    产品: 'Mover',
    企业: 'Northwind',
    项目: 'Payments',
    订单: 'LO-12',
    订单类型: '试用',
    数量: '1,234 台',
    许可码: 'K&K-许可-1',
    许可编号: 'ad0d2a1e',
    有效期至: '2027年1月2日 03:04 UTC',
    许可文件: 'licence-ad0d2a1e.jws',
  },
};

describe.each(['en', 'zh-CN'] as const)('the mail of a licence in %s', (language) => {
  it.each(templates)('tells by the template %s the same facts as text and as a table (C8, issue 14.9)', (template) => {
    const mail = renderMail({ template, language, data });
    const colon = language === 'en' ? ': ' : '：';
    for (const [name, value] of Object.entries(expected[language]))
      expect(mail.text).toContain(`${name}${colon}${value}\n`);
    expect(factsOf(mail.html)).toEqual(expected[language]);
    // Codes are the same in every language.
    const codes = [...parsed(mail.html).querySelectorAll('[translate=no]')].map((one) => one.textContent);
    expect(codes).toEqual([data.orderCode, data.licKey, data.licenceId]);
    for (const name of ['jwks.json', 'revoked.jws']) {
      const address = `https://licence.example/.well-known/${name}`;
      expect(mail.text).toMatch(new RegExp(`[:：]\\n${address}\\n`));
      expect([...parsed(mail.html).querySelectorAll('a')].map(({ href }) => href)).toContain(address);
    }
    expect(`${mail.subject}${mail.text}${mail.html}`).not.toMatch(/undefined|null|\[object/);
    expect(new Set(templates.map((one) => renderMail({ template: one, language, data }).subject)).size).toBe(4);
  });

  it('says the end in the time zone of its reader, with the zone', () => {
    const { text } = renderMail({ template: 'standard', language, zone: 'Asia/Shanghai', data });
    const end = language === 'en' ? '2 January 2027 at 11:04' : '2027年1月2日 11:04';
    expect(text).toContain(`${end} GMT+8 (Asia/Shanghai)\n`);
  });

  it('counts in the unit of the product, and leaves out what the licence has not', () => {
    const bare = { ...data, unit: 'TB', quantity: 1, licKey: '', expiredAt: null };
    const mail = renderMail({ template: 'standard', language, data: bare });
    expect(mail.text).toMatch(/[:：] ?1 TB\n/);
    expect(mail.text).not.toMatch(/1970|: \n|(许可码|有效期至)：\n/);
    expect(mail.pictures).toEqual([]);
    expect(parsed(mail.html).querySelector('img')).toBeNull();
  });

  it('holds names that are markup, or more than a line, to one line of text', () => {
    const payload = `"><img src=x onerror=alert(1)>\r\nBcc: all@first.example\u2028'&amp;`;
    const names = { projectName: payload, enterpriseName: payload, productName: payload, unit: payload };
    const mail = renderMail({ template: 'standard', language, data: { ...data, ...names, licKey: payload } });
    const oneLine = payload.replace(/[\r\n\u2028]+/g, ' ');
    expect(mail.subject).toContain(oneLine);
    expect(mail.subject).not.toMatch(/[\r\n]/);
    expect(mail.text).not.toMatch(/^Bcc/m);
    const page = parsed(mail.html);
    expect([page.querySelectorAll('img').length, page.querySelectorAll('[onerror]').length]).toEqual([1, 0]);
    expect(Object.values(factsOf(mail.html)).filter((value) => value === oneLine)).toHaveLength(4);
  });

  it('loads nothing from elsewhere, and can be read aloud', () => {
    const page = parsed(renderMail({ template: 'standard', language, data }).html);
    expect(page.documentElement.lang).toBe(language);
    expect(page.querySelectorAll('link, script, iframe, object, [background]')).toHaveLength(0);
    expect(page.documentElement.outerHTML).not.toMatch(/url\(|@import|@font-face|src="(?!cid:)/);
    expect(page.querySelector('img')?.alt).toContain(data.licKey);
    const layout = [...page.querySelectorAll('table')].filter((table) => !table.querySelector(':scope > * > * > th'));
    expect(layout.every((table) => table.getAttribute('role') === 'presentation')).toBe(true);
  });

  it('has the colours of the console', () => {
    const { html } = renderMail({ template: 'standard', language, data });
    const colours = JSON.stringify([light, dark, railColour]);
    for (const [colour] of html.matchAll(/#[0-9a-f]{6}/g)) expect(colours).toContain(colour);
    // A link has the secondary colour in both modes; the primary colour is for the main action.
    expect(parsed(html).querySelector('a')?.getAttribute('style')).toContain(`color:${light.secondary.main};`);
    expect(html).toContain(`.link{color:${dark.secondary.main}!important}`);
  });
});

describe('the picture of a licence key', () => {
  const { text, html, subject, pictures } = renderMail({ template: 'standard', language: 'en', data });

  it('goes with the HTML under the name that the HTML has for it, and holds the key (issue 14.9)', async () => {
    const outboxDir = mkdtempSync(join(tmpdir(), 'licence-outbox-'));
    const attachments = [...message.attachments, ...pictures.map((one) => ({ ...one, contentType: 'image/png' }))];
    const mailer = createMailer({ outboxDir, from: 'licence@vendor.example' });
    await mailer.send({ ...message, subject, text, html, attachments });
    const [file] = readdirSync(outboxDir);
    const mail = await PostalMime.parse(readFileSync(join(outboxDir, file ?? '')));
    const [picture] = mail.attachments.filter(({ mimeType }) => mimeType === 'image/png');
    expect(picture).toMatchObject({ disposition: 'inline', related: true });
    expect(parsed(mail.html ?? '').querySelector('img')?.src).toBe(`cid:${picture?.contentId?.slice(1, -1)}`);
    expect(await readCode(new Uint8Array(picture?.content as ArrayBuffer))).toEqual([data.licKey]);
    const files = mail.attachments.filter(({ disposition }) => disposition === 'attachment');
    expect(files.map(({ filename }) => filename)).toEqual(['licence-1.jws']);
  });

  it.each(['K', 'A'.repeat(100), '许'.repeat(100)])('can be read whatever the key is: %s', async (licKey) => {
    const [picture] = renderMail({ template: 'standard', language: 'en', data: { ...data, licKey } }).pictures;
    expect(await readCode(new Uint8Array(picture?.content ?? []))).toEqual([licKey]);
  });
});

describe('the mails of a licence', () => {
  let cast: Cast;
  let failures = 0;
  const tried: string[] = [];
  const taken: MailMessage[] = [];
  beforeAll(async () => {
    const mailer = {
      kind: 'smtp' as const,
      send: async (mail: MailMessage) => {
        const { to, messageId } = mail;
        tried.push(`${to} ${messageId}`);
        if (to.startsWith('never') || (to.startsWith('later') && failures++ < 2)) throw new Error('mailbox busy');
        taken.push(mail);
      },
    };
    cast = await startCast(eitherEngine, { mailer, mailRetryDelay: 0 });
  });
  afterAll(() => cast.close());
  const state = async (id: number) => (await ok(cast.customer.get(`/v1/assignment/mail/${id}`))).task_data;

  it('are tried three times, and then have failed; a resend starts anew (C8, R-MDATA-01, R-CALL-72, R-CALL-76)', async () => {
    const order = await approvedOrder(cast, 3);
    const mails = { project_mail: 'later@first.example', others: ['never@first.example'] };
    const { items } = await ok(allocationBody(cast, order, 1, { mails }));
    const { id } = await issuedLicence(cast, items[0].id);
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

  it('tell what was ordered, for whom, until when, in the unit of its product (C8, B18, issue 14.9)', async () => {
    await ok(cast.admin.post(`/v1/product/${cast.productId}`, { metering: 'value', unit: 'TB' }));
    const order = await approvedOrder(cast, 3);
    const { items } = await ok(allocationBody(cast, order, 3, { mails: { project_mail: 'facts@first.example' } }));
    const licence = await issuedLicence(cast, items[0].id);
    await expect.poll(() => taken.some(({ to }) => to === 'facts@first.example'), { timeout: 15_000 }).toBe(true);
    const mail = taken.find(({ to }) => to === 'facts@first.example') as MailMessage;
    const year = new Date(licence.expired_at).getUTCFullYear();
    expect(factsOf(mail.html)).toMatchObject({
      Product: 'Mover',
      Enterprise: 'Enterprise FIRST',
      Project: 'Project KEY-1',
      Order: licence.order.code,
      Quantity: '3 TB',
      'Licence key': 'KEY-1',
      'Valid until': expect.stringContaining(` ${year} at `),
    });
    const [token, picture] = mail.attachments;
    expect(token).toMatchObject({ filename: factsOf(mail.html)['Licence file'], content: licence.lic_secret });
    expect(await readCode(new Uint8Array(picture?.content as Buffer))).toEqual(['KEY-1']);
  });

  it('come from a sender whose name is in the language of the reader', async () => {
    const languages = [
      ['en', 'english@first.example', /^Licence console </],
      ['zh', 'chinese@first.example', /^许可管理系统 </],
    ] as const;
    for (const [language, address, sender] of languages) {
      const order_id = await approvedOrder(cast, 1);
      const body = { project_id: cast.project, orders: [{ order_id, hosts: 1 }], mails: { project_mail: address } };
      await ok(cast.customer.post('/v1/assignment', body, { 'X-LANG': language }));
      await expect.poll(() => taken.find(({ to }) => to === address)?.from, { timeout: 15_000 }).toMatch(sender);
    }
  });
});
