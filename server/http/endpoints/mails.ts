import { entityNamed } from '../../../contract/index.ts';
import { AppError } from '../../domain/appError.ts';
import type { Assignment } from '../../domain/assignment.ts';
import type { Context } from '../../domain/context.ts';
import { resend, sendCustom } from '../../domain/mail.ts';
import { licencesOf, mailData, mailState } from '../../domain/mailState.ts';
import { rowOf } from '../../resource/read.ts';
import type { Handlers } from '../serve.ts';

interface Target {
  type: string;
  id: number;
}

/** The licences that a mail call is about: one, or those that an application was served with. */
async function licencesFor(context: Context, { type, id }: Target): Promise<number[]> {
  const isApplication = type === 'allocation';
  await rowOf(context, entityNamed(isApplication ? 'application' : 'assignment'), id);
  return isApplication ? licencesOf(context, id) : [id];
}

async function each(context: Context, target: Target, send: (licence: Assignment) => Promise<void>) {
  const ids = await licencesFor(context, target);
  if (ids.length === 0) throw AppError.unprocessable('not_issued', undefined, 'id');
  for (const id of ids) {
    await send((await rowOf(context, entityNamed('assignment'), id, 'change')) as unknown as Assignment);
  }
  return { task_data: await mailData(context, ids) };
}

const stateOf = async (context: Context, target: Target) => ({
  task_data: await mailData(context, await licencesFor(context, target)),
});

/** Mails of licences (C8). */
export const mailHandlers: Handlers<
  'mail_resend' | 'mail_custom' | 'mail_get' | 'assignment_mail' | 'allocation_mail'
> = {
  mail_resend: (context, { body }) => each(context, body, (licence) => resend(context, licence, body)),
  mail_custom: (context, { body }) => each(context, body, (licence) => sendCustom(context, licence, body)),
  mail_get: async (context, { id }) => ({ task_data: await mailState(context, id) }),
  assignment_mail: (context, { id }) => stateOf(context, { type: 'assignment', id }),
  allocation_mail: (context, { id }) => stateOf(context, { type: 'allocation', id }),
};
