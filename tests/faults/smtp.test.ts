import { afterAll, beforeAll, expect, it } from 'vitest';
import { createMailer, type Mailer } from '../../server/gateways/mail.ts';
import { allocationBody, approvedOrder, type Cast, issuedLicence, startCast } from '../support/cast.ts';
import { eitherEngine } from '../support/database.ts';
import { ok } from '../support/product.ts';
import { reportProof } from '../support/reportProof.ts';
import { scale } from '../support/scale.ts';
import { type Fault, type FaultySmtp, startFaultySmtp } from './support/faultySmtp.ts';

/** Temporary faults, which occur only the first time. */
const passing: readonly Fault[] = [
  { name: 'refuses-connection', at: 'greeting' },
  { name: 'too-busy', at: 'greeting', says: '421 too many connections', cuts: true },
  { name: 'slow-greeting', at: 'greeting', afterMs: scale(1_000, 20_000) },
  { name: 'cuts-at-hello', at: 'EHLO', cuts: true },
  { name: 'breaks-tls', at: 'STARTTLS', says: '220 go ahead\r\nthis is no TLS' },
  { name: 'no-storage', at: 'MAIL', says: '452 insufficient storage' },
  { name: 'mailbox-busy', at: 'RCPT', says: '450 mailbox busy' },
  { name: 'cuts-in-the-mail', at: 'body' },
  { name: 'local-error', at: 'end', says: '451 local error' },
  { name: 'cuts-after-the-mail', at: 'end', cuts: true },
  { name: 'slow-answer', at: 'end', afterMs: scale(1_500, 40_000) },
];
/** Permanent faults, which occur at each try. */
const lasting: readonly Fault[] = [
  { name: 'no-sender', at: 'MAIL', says: '553 sender not allowed', isLasting: true },
  { name: 'no-mailbox', at: 'RCPT', says: '550 no such mailbox', isLasting: true },
  { name: 'too-large', at: 'end', says: '552 too large', isLasting: true },
];

let cast: Cast;
const servers = new Map<string, FaultySmtp>();
let open: () => void = () => undefined;
beforeAll(async () => {
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  const mailers = new Map<string, Mailer>();
  for (const fault of [...passing, ...lasting]) {
    const server = await startFaultySmtp(fault, fault.name === 'refuses-connection' ? opened : undefined);
    servers.set(fault.name, server);
    mailers.set(fault.name, createMailer({ smtpUrl: server.url, outboxDir: '', from: 'licence@vendor.example' }));
  }
  const mailer: Mailer = {
    kind: 'smtp',
    send: async (message, signal) => mailers.get(message.to.split('@')[0] ?? '')?.send(message, signal),
  };
  cast = await startCast(eitherEngine, { mailer, mailRetryDelay: 2 });
});
afterAll(async () => {
  for (const server of servers.values()) server.close();
  await cast.close();
});

const mailOf = async (id: number) => (await ok(cast.customer.get(`/v1/assignment/mail/${id}`))).task_data.project_mail;
const attempts = async (id: number): Promise<number> =>
  Number((await cast.database.executeSql('select attempts from mail where id = $1', [id])).rows[0]?.['attempts']);

it('a mail that the mail server does not take at once is sent once in the end, or has failed with the reason (C8)', async () => {
  const faults = [...passing, ...lasting];
  const order = await approvedOrder(cast, faults.length);
  const licences = new Map<Fault, number>();
  // The mail whose server is unreachable is last, so that it is tried while the others wait already.
  for (const fault of [...faults].reverse()) {
    const { items } = await ok(
      allocationBody(cast, order, 1, { mails: { project_mail: `${fault.name}@first.example` } }),
    );
    licences.set(fault, items[0].id);
  }
  const away = licences.get(passing[0] as Fault) as number;
  await issuedLicence(cast, away);
  const { id: refused } = await mailOf(away);
  await expect.poll(() => attempts(refused)).toBeGreaterThan(0);
  open();
  for (const id of licences.values()) await issuedLicence(cast, id);
  for (const [fault, id] of licences) {
    const what = fault.name;
    await expect.poll(async () => (await mailOf(id)).status, { timeout: 120_000, message: what }).not.toBe(0);
    const mail = await mailOf(id);
    const taken = servers.get(fault.name)?.taken.length;
    if (fault.isLasting) {
      expect({ what, taken, tries: await attempts(mail.id), ...mail }).toMatchObject({ taken: 0, tries: 1, status: 9 });
      expect(mail.result).toContain('permanently refused the e-mail');
    } else expect({ what, taken, ...mail }).toMatchObject({ what, taken: 1, status: 1, result: null });
  }
  reportProof({
    promised: 'A mail is sent once, or has failed with the reason, whatever the mail server does',
    done: `${passing.length} faults that pass (${passing.map(({ name }) => name).join(', ')}) and ${lasting.length} that last`,
    seen: `${passing.length} mails taken exactly once; ${lasting.length} failed after one try, with a sentence`,
  });
});
