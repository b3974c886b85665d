import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { messages } from '../../contract/messages/catalogue.ts';
import { createMailer } from '../../server/gateways/mail.ts';
import { type Cast, startCast } from '../support/cast.ts';
import { ok } from '../support/product.ts';
import { startSmtp } from '../support/smtp.ts';

const page = '/v1/setting/mail/1';
const test = '/v1/setting/mail/test';

let cast: Cast;
beforeAll(async () => {
  cast = await startCast('postgres');
  await ok(cast.admin.post(`/v1/user/${cast.admin.id}`, { params: { liaison_mail: 'admin@vendor.example' } }));
});
afterAll(() => cast.close());

/** The port of a mail server that refuses in its own way, until the test ends. */
async function refusingServer(options: SMTPServerOptions): Promise<number> {
  const server = new SMTPServer({ authOptional: true, disabledCommands: ['STARTTLS'], ...options });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
  return (server.server.address() as AddressInfo).port;
}

const plain = { smtp_host: '127.0.0.1', smtp_encryption: 'none', smtp_user: null };
const withLogin = { ...plain, smtp_user: 'licence', smtp_password: 'wrong' };

it.each<[keyof typeof messages, object, SMTPServerOptions]>([
  [
    'mail_test_login',
    withLogin,
    {
      allowInsecureAuth: true,
      onAuth: (_auth, _session, done) => done(new Error('535 Authentication failed for good')),
    },
  ],
  ['mail_test_encryption', { ...plain, smtp_encryption: 'starttls' }, {}],
  ['mail_test_encryption', { ...plain, smtp_encryption: 'tls' }, {}],
  ['mail_test_refused', plain, { onMailFrom: (_from, _session, done) => done(new Error('Sender not allowed')) }],
  ['mail_test_refused', plain, { onRcptTo: (_to, _session, done) => done(new Error('No such mailbox')) }],
  [
    'mail_test_refused',
    plain,
    {
      onData: (stream, _session, done) => {
        stream.resume();
        stream.on('end', () => done(new Error('Looks like spam')));
      },
    },
  ],
])('a test says %s with the settings %j, in both languages', async (key, settings, options) => {
  const smtp_port = await refusingServer(options);
  await ok(cast.admin.post(page, { ...settings, smtp_port }));
  for (const language of ['en', 'zh'] as const) {
    const answer = await cast.admin.post(test, {}, { 'x-lang': language });
    expect([answer.status, answer.body.code]).toEqual([422, key]);
    expect(answer.body.title).toContain(messages[key][language].split('{')[0]);
  }
  const { items } = await ok(cast.admin.get('/v1/audit/list?filter_action=test_mail'));
  const entry = await ok(cast.admin.get(`/v1/audit/${items[0].id}`));
  expect(entry).toMatchObject({ entity: 'mail_setting', after: { address: 'admin@vendor.example', reason: key } });
});

it('a test says that nobody listens there', async () => {
  await ok(cast.admin.post(page, { ...plain, smtp_port: 9 }));
  const answer = await cast.admin.post(test);
  expect([answer.status, answer.body.code]).toEqual([422, 'mail_test_unreachable']);
});

it('a test that arrives has the saved sender, at once', async () => {
  const smtp = await startSmtp();
  try {
    const sender_en = 'Harbor <keys@harbor.example>';
    await ok(cast.admin.post(page, { ...plain, smtp_port: Number(new URL(smtp.url).port), sender_en }));
    expect(await ok(cast.admin.post(test))).toEqual({ address: 'admin@vendor.example', saved_as_file: false });
    const mail = await smtp.waitFor(({ to }) => to?.[0]?.address === 'admin@vendor.example');
    expect(mail.from).toMatchObject({ address: 'keys@harbor.example', name: 'Harbor' });
  } finally {
    await smtp.close();
  }
});

it('a test needs an address to send to, and a SuperAdmin', async () => {
  await ok(cast.admin.post(`/v1/user/${cast.admin.id}`, { params: { liaison_mail: null } }));
  const answer = await cast.admin.post(test);
  expect([answer.status, answer.body.code]).toEqual([422, 'mail_test_no_address']);
  for (const client of [cast.operations, cast.sales, cast.customer]) expect((await client.post(test)).status).toBe(403);
});

it('a mailer follows its server, and sends nothing to the former one', async () => {
  const servers = [await startSmtp(), await startSmtp()];
  let url = servers[0]?.url;
  const mailer = createMailer({ smtpUrl: () => url, outboxDir: '', from: 'licence@vendor.example' });
  const message = {
    to: 'a@b.example',
    subject: 'x',
    text: 'x',
    html: 'x',
    messageId: '<1@b.example>',
    attachments: [],
  };
  try {
    await mailer.send(message);
    url = servers[1]?.url;
    await mailer.send(message);
    expect(servers.map(({ mails }) => mails.length)).toEqual([1, 1]);
    url = undefined;
    expect(mailer.kind).toBe('outbox');
  } finally {
    for (const server of servers) await server.close();
  }
});
