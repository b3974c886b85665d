import type { MailSending } from '../core/context.ts';
import type { OutgoingMail } from '../core/mail/payload.ts';
import { completeMail, failMail, prepareMail } from '../domain/licence/licenceMail.ts';
import { MailRefused } from '../gateways/mail.ts';
import type { InTransaction } from './jobTransaction.ts';

export type DeliverMail = (mail: OutgoingMail) => Promise<void>;

/** The mail server did not accept a mail: a failed try, whatever the reason. */
class DeliveryFailed extends Error {}

/**
 * Sends one mail (C8). A failed try is saved and thrown, so that the queue tries again later. A mail that the server
 * refuses for good has failed; the server's answer is only reported to the operators.
 */
export async function sendMail(
  inTransaction: InTransaction,
  deliver: DeliverMail,
  sending: MailSending,
  report: (error: unknown) => void = () => {},
): Promise<void> {
  const mail = await inTransaction((context) => prepareMail(context, sending));
  if (!mail) return;
  try {
    await deliver(mail);
  } catch (error) {
    if (error instanceof MailRefused) {
      report(error);
      return inTransaction((context) => failMail(context, sending, true, 'mail_refused'));
    }
    await inTransaction((context) => failMail(context, sending, false));
    throw new DeliveryFailed(error instanceof Error ? error.message : String(error), { cause: error });
  }
  await inTransaction((context) => completeMail(context, sending));
}
