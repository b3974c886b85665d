import { Hono } from 'hono';
import { sendFlags } from '../../contract/choices.ts';
import { assignment } from '../../contract/entities/assignment.ts';
import { mail } from '../../contract/entities/mail.ts';
import type { Entity } from '../../contract/entity.ts';
import { mail as address, choice, reference, text } from '../../contract/field.ts';
import { allocate, allocationFields } from '../domain/allocation.ts';
import { type Assignment, retry } from '../domain/assignment.ts';
import { type Context, callerOf } from '../domain/context.ts';
import { mailData, resend, sendCustom } from '../domain/mail.ts';
import { notFound, refuse } from '../domain/refusal.ts';
import { judged } from '../records/action.ts';
import { demand, get, list, rowOf } from '../records/read.ts';
import { bodyOf, parameters } from './middleware.ts';
import { asCaller, type Env } from './services.ts';

const licences = assignment as unknown as Entity;
const mails = mail as unknown as Entity;

const label = { en: 'Value', zh: '值' };
const customFields = {
  type: text({ label, required: true }),
  id: reference('assignment', { label: { en: 'Licence', zh: '许可' }, required: true }),
  address: address({ label: { en: 'Address', zh: '地址' }, required: true }),
  send_flag: choice(sendFlags, { label: { en: 'Send type', zh: '发送类型' }, required: true }),
};
const resendFields = { ...customFields, mail_type: text({ label, required: true, max: 40 }) };

/** Allocates and answers the new licences (B17). */
async function allocated(context: Context, body: unknown) {
  const values = await judged(context, licences, 'create', 'allocate', allocationFields, body);
  const items = [];
  for (const id of await allocate(context, values)) items.push(await get(context, licences, id));
  return { items };
}

const locked = async (context: Context, id: number) =>
  (await rowOf(context, licences, id, true)) as unknown as Assignment;

async function retried(context: Context, uuid: string) {
  demand(licences, 'create', callerOf(context));
  const found = await context.trx
    .selectFrom('assignment')
    .select('id')
    .where('task_uuid', '=', uuid)
    .executeTakeFirst();
  if (!found) throw notFound();
  await retry(context, await locked(context, found.id));
  return get(context, licences, found.id);
}

/** The one type of record that mails are sent for so far. */
function checkType(values: Record<string, unknown>): void {
  if (values.type !== 'assignment') throw refuse('choice', undefined, 'type');
}

async function sent(context: Context, fields: typeof customFields | typeof resendFields, body: unknown) {
  demand(mails, 'list', callerOf(context));
  const values = await judged(context, mails, 'list', 'mail_type' in fields ? 'resend' : 'custom', fields, body);
  checkType(values);
  const row = await locked(context, values.id as number);
  if ('mail_type' in fields) await resend(context, row, values as never);
  else await sendCustom(context, row, values as never);
  return { task_data: await mailData(context, row.id) };
}

async function mailState(context: Context, id: number) {
  demand(mails, 'list', callerOf(context));
  const row = await rowOf(context, licences, id);
  return { task_data: await mailData(context, row.id) };
}

/** Licences: allocating, trying again, and their mails (SPEC 7, B17, C6, C8). */
export const assignmentRoutes = new Hono<Env>()
  .post('/assignment', async (c) => {
    const body = await bodyOf(c);
    return c.json(await asCaller(c, (context) => allocated(context, body)));
  })
  .post('/task/:uuid/retry', async (c) => c.json(await asCaller(c, (context) => retried(context, c.req.param('uuid')))))
  .get('/order/assignment/list', async (c) =>
    c.json(await asCaller(c, (context) => list(context, licences, parameters(c)))),
  )
  .post('/mail', async (c) => {
    const body = await bodyOf(c);
    return c.json(await asCaller(c, (context) => sent(context, resendFields, body)));
  })
  .post('/mail/custom', async (c) => {
    const body = await bodyOf(c);
    return c.json(await asCaller(c, (context) => sent(context, customFields, body)));
  })
  .get('/assignment/mail/:id{[0-9]{1,9}}', async (c) =>
    c.json(await asCaller(c, (context) => mailState(context, Number(c.req.param('id'))))),
  );
