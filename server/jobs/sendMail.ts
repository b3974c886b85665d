import { completeMail, failMail, type OutgoingMail, prepareMail } from '../domain/mail.ts';
import type { InTransaction } from './issueLicence.ts';

export type Deliver = (mail: OutgoingMail) => Promise<void>;

/** Sends one mail (C8). A failed try is noted and thrown on, so that the queue tries again after a while. */
export async function sendMail(inTransaction: InTransaction, deliver: Deliver, mail_id: number): Promise<void> {
  const mail = await inTransaction((context) => prepareMail(context, mail_id));
  if (!mail) return;
  try {
    await deliver(mail);
  } catch (error) {
    await inTransaction((context) => failMail(context, mail_id, mail.attempt));
    throw error;
  }
  await inTransaction((context) => completeMail(context, mail_id));
}
