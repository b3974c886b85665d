import type { EndpointBody } from '../../../contract/endpoints/index.ts';
import { AppError } from '../../core/appError.ts';
import type { Context } from '../../core/context.ts';
import type { Assignment } from '../../domain/licence/assignment.ts';
import { licencesOf, mailData, mailState, mailsNamed } from '../../domain/licence/deliveryState.ts';
import { checkIssued, resendMail, sendCustomMail } from '../../domain/licence/licenceMail.ts';
import { requireRevealing } from '../../domain/licence/revealLicence.ts';
import { readRow } from '../../resource/read/read.ts';
import type { EndpointHandlers } from '../serve.ts';

interface MailTarget {
  type: string;
  id: number;
}

/** The licences of a mail endpoint: one, or those that an application was served with. */
async function licencesFor(context: Context, { type, id }: MailTarget): Promise<number[]> {
  const isApplication = type === 'allocation';
  await readRow(context, context.contract.entity(isApplication ? 'application' : 'assignment'), id);
  return isApplication ? licencesOf(context, id) : [id];
}

const lockedLicence = async (context: Context, id: number): Promise<Assignment> =>
  (await readRow(context, context.contract.entity('assignment'), id, 'change')) as unknown as Assignment;

async function issuedFor(context: Context, target: MailTarget): Promise<number[]> {
  const ids = await licencesFor(context, target);
  if (ids.length === 0) throw AppError.unprocessable('not_issued', undefined, 'id');
  return ids;
}

async function sendAgain(context: Context, body: EndpointBody<'mail_resend'>) {
  const ids = await issuedFor(context, body);
  const licences = [];
  for (const id of ids) licences.push(await lockedLicence(context, id));
  licences.forEach(checkIssued);
  const mails = await mailsNamed(context, ids, body.mail_type);
  if (mails.length === 0) throw AppError.unprocessable('choice', undefined, 'mail_type');
  for (const { assignment_id, key } of mails) {
    const licence = licences.find(({ id }) => id === assignment_id);
    if (licence) await resendMail(context, licence, { ...body, mail_type: key });
  }
  return { task_data: await mailData(context, ids) };
}

/** A licence that is sent to any address can be read there, so this asks as showing it does. */
async function sendToOneMore(context: Context, body: EndpointBody<'mail_custom'>) {
  await requireRevealing(context);
  const ids = await issuedFor(context, body);
  for (const id of ids) await sendCustomMail(context, await lockedLicence(context, id), body);
  return { task_data: await mailData(context, ids) };
}

const stateOf = async (context: Context, target: MailTarget) => ({
  task_data: await mailData(context, await licencesFor(context, target)),
});

/** Endpoints of licence mails (C8). */
export const mailHandlers: EndpointHandlers<
  'mail_resend' | 'mail_custom' | 'mail_get' | 'assignment_mail' | 'allocation_mail'
> = {
  mail_resend: (context, { body }) => sendAgain(context, body),
  mail_custom: (context, { body }) => sendToOneMore(context, body),
  mail_get: async (context, { id }) => ({ task_data: await mailState(context, id) }),
  assignment_mail: (context, { id }) => stateOf(context, { type: 'assignment', id }),
  allocation_mail: (context, { id }) => stateOf(context, { type: 'allocation', id }),
};
