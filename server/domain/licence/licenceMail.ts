import { type SqlBool, sql } from 'kysely';
import type { EntityRows } from '../../../contract/index.ts';
import { foldText } from '../../../contract/lib/foldText.ts';
import type { StoredLanguage } from '../../../contract/messages/label.ts';
import { AppError } from '../../core/appError.ts';
import type { Context, MailSending } from '../../core/context.ts';
import { isDailyMail, readDailyMail } from '../../core/mail/dailyMail.ts';
import { newMessageId } from '../../core/mail/messageId.ts';
import { readableNotice } from '../../core/mail/noticeMail.ts';
import { mailedLicence, type OutgoingMail } from '../../core/mail/payload.ts';
import type { EntityRules } from '../../core/rules.ts';
import { folded } from '../../db/schema/uniqueTexts.ts';
import { audit } from '../../db/write/audit.ts';
import { insertAll, patchAll } from '../../db/write/store.ts';
import { accountMail, linkOfMail } from '../account/signIn/passwordReset.ts';
import type { RecipientMails } from './allocation.ts';
import { failureText } from './failureReason.ts';
import { profileOf } from './productLicense.ts';

type Assignment = EntityRows['assignment'];
type Mail = EntityRows['mail'];
type SendFlag = Mail['send_flag'];

/** A mail is tried this often before it counts as failed (C8). */
export const maxAttempts = 3;
/** Extra mails for one licence within a day (C8). */
export const dailyCustomMails = 20;

/** The recipients of an allocation by key; one without an address is saved too, with the state -1 (C8). */
function recipients(mails: RecipientMails): Recipient[] {
  const others = mails.others ?? [];
  return [
    ['project_mail', mails.project_mail ?? null],
    ['sub_user_mail', mails.sub_user_mail ?? null],
    ['scan_mail', mails.scan_mail ?? null],
    ['others', others[0] ?? null],
    ...others.slice(1).map((address, index): Recipient => [`others_${index + 2}`, address]),
  ];
}

/** How a recipient reads a mail. */
interface MailReader {
  readonly language: StoredLanguage;
  readonly time_zone: string | null;
}
type ReaderOf = (address: string | null) => MailReader;

/** The language and the time zone of the user with the address; those of the allocating user if nobody has it. */
async function readersOf(context: Context, assignment: Assignment, addresses: string[]): Promise<ReaderOf> {
  const mail = sql<string>`params ->> 'liaison_mail'`;
  const { rows } = await sql<MailReader & { id: number; address: string }>`select id, language, time_zone,
      ${mail} as address from users
    where (${folded(mail)} in (${sql.join([...addresses.map(foldText), ''])}) and deleted_at is null)
      or id = ${assignment.user_id}
    order by id desc`.execute(context.trx);
  const known = (address: string | null) =>
    rows.filter((one) => address && foldText(one.address ?? '') === foldText(address));
  const allocating = rows.find(({ id }) => id === assignment.user_id);
  const first = <Name extends keyof MailReader>(name: Name, address: string | null) =>
    known(address).findLast((one) => one[name] !== null)?.[name];
  return (address) => ({
    language: first('language', address) ?? (assignment.language as StoredLanguage | null) ?? 'en',
    time_zone: first('time_zone', address) ?? allocating?.time_zone ?? null,
  });
}

type Recipient = readonly [key: string, address: string | null];

const addressesOf = (to: readonly Recipient[]): string[] => to.flatMap(([, address]) => address || []);

/**
 * The sendings of a locked licence that have not ended, by send type and folded address.
 * @param except the key of a recipient whose mail does not count
 */
async function openSendings(context: Context, { id }: Assignment, except = ''): Promise<Map<string, string>> {
  const rows = await context.trx
    .selectFrom('mail')
    .select(['address', 'send_flag', 'message_id', 'sent_with'])
    .where('assignment_id', '=', id)
    .where('key', '<>', except)
    .where('status', '=', 0)
    .where('deleted_at', 'is', null)
    .execute();
  return new Map(
    rows.flatMap(({ address, send_flag, message_id, sent_with }) =>
      address ? [[sendingKey(address, send_flag), sent_with ?? message_id] as const] : [],
    ),
  );
}

const sendingKey = (address: string, flag: SendFlag): string => `${flag} ${foldText(address)}`;

/**
 * Inserts a mail for each recipient. Each person gets one: a mail to an address that another one goes to is sent with
 * that one and has no job of its own (E10).
 */
async function addMails(
  context: Context,
  assignment: Assignment,
  to: readonly Recipient[],
  flag: SendFlag,
): Promise<void> {
  const readerOf = await readersOf(context, assignment, addressesOf(to));
  const sendings = await openSendings(context, assignment);
  const mails = to.map(([key, address]) => {
    const message_id = newMessageId(context);
    const sending = address && sendingKey(address, flag);
    const sent_with = sending ? (sendings.get(sending) ?? null) : null;
    if (sending && !sent_with) sendings.set(sending, message_id);
    return {
      assignment_id: assignment.id,
      enterprise_id: assignment.enterprise_id ?? 0,
      key,
      address,
      send_flag: flag,
      ...readerOf(address),
      status: address ? (0 as const) : (-1 as const),
      message_id,
      sent_with,
    };
  });
  const ids = await insertAll(context, 'mail', mails);
  const jobs = mails.flatMap(({ address, message_id, sent_with }, index) =>
    address && !sent_with ? [{ mail_id: ids[index] ?? 0, message_id }] : [],
  );
  if (jobs.length > 0) await context.enqueue(context.trx, 'sendMail', ...jobs);
}

/** Inserts a mail for each recipient of an issued licence, and a job for each person (C8). */
export async function queueMails(context: Context, assignment: Assignment): Promise<void> {
  const flag = (assignment.params as { send_flag?: SendFlag }).send_flag ?? 'standard';
  await addMails(context, assignment, recipients(assignment.mails as RecipientMails), flag);
}

/** True if the licence of the mail is valid, or if the user to whom a notice goes still exists and is active. */
const isLive = sql<boolean>`case when mail.assignment_id is null then users.id is not null and users.deleted_at is null and users.active
  else assignment.status = 1 and assignment.deleted_at is null end`;

/**
 * Locks the licence of a sending, so that none of its mails joins the sending while it ends.
 * @returns the id of the licence; null for a message
 */
async function lockLicence({ trx }: Context, { mail_id }: MailSending): Promise<number | null> {
  const licence = await trx
    .selectFrom('assignment')
    .select('id')
    .where('id', '=', (query) => query.selectFrom('mail').select('assignment_id').where('mail.id', '=', mail_id))
    .forNoKeyUpdate()
    .executeTakeFirst();
  return licence?.id ?? null;
}

/**
 * The locked mails of a sending: those that were neither sent, nor failed, nor given to another sending. Its
 * own is the first.
 */
async function mailsOfSending(context: Context, sending: MailSending) {
  const licence = await lockLicence(context, sending);
  return context.trx
    .selectFrom('mail')
    .leftJoin('assignment', 'assignment.id', 'mail.assignment_id')
    .leftJoin('users', 'users.id', 'mail.user_id')
    .selectAll('mail')
    .select('users.role_id')
    .select(isLive.as('is_live'))
    .where(({ and, or, eb }) =>
      or([
        and([eb('mail.id', '=', sending.mail_id), eb('mail.message_id', '=', sending.message_id)]),
        and([eb('mail.assignment_id', '=', licence), eb('mail.sent_with', '=', sending.message_id)]),
      ]),
    )
    .where('mail.status', '=', 0)
    .where('mail.deleted_at', 'is', null)
    .orderBy(sql`mail.sent_with is not null`)
    .orderBy('mail.id')
    .forNoKeyUpdate('mail')
    .execute();
}
type SendingMails = Awaited<ReturnType<typeof mailsOfSending>>;

const setAll = (
  context: Context,
  mails: SendingMails,
  values: Parameters<typeof patchAll<'mail'>>[3],
  event?: 'send' | 'fail',
) => patchAll(context, 'mail', sql<SqlBool>`id = any (${mails.map(({ id }) => id)}::int[])`, values, event);

/** Ends a sending, with one line in the audit, which the timeline shows, for all its mails. */
async function endSending(
  context: Context,
  mails: SendingMails,
  result: 'mail_failed' | 'mail_refused' | 'mail_withdrawn' | null,
): Promise<void> {
  const [first] = mails;
  if (!first) return;
  const ended = result === null ? { status: 1 as const, sent_at: context.now } : { status: 9 as const };
  await setAll(context, mails, { ...ended, result }, result === null ? 'send' : 'fail');
  if (first.assignment_id === null) return;
  const { id, address, send_flag } = first;
  const recipients = mails.map(({ key }) => key);
  const after = { address, send_flag, recipients, ...(result && { result }) };
  await audit(context, { action: 'send', entity: 'mail', id, after, ...(result && { result: 'failed' as const }) });
}

/**
 * Counts the try.
 * @returns the mail to be sent; undefined if it was sent, has failed or was replaced meanwhile. It fails if the licence
 * was withdrawn, or if the recipient is no longer a user.
 */
export async function prepareMail(context: Context, sending: MailSending): Promise<OutgoingMail | undefined> {
  const mails = await mailsOfSending(context, sending);
  const [found] = mails;
  if (!found?.address) return undefined;
  if (!found.is_live) {
    await endSending(context, mails, found.assignment_id === null ? 'mail_failed' : 'mail_withdrawn');
    return undefined;
  }
  await setAll(context, mails, { attempts: sql`attempts + 1` });
  const { address, send_flag } = found;
  const { settings } = context;
  const zone = found.time_zone ?? settings.timeZone;
  const leaving = { address, message_id: sending.message_id, language: found.language as StoredLanguage, zone };
  const link = linkOfMail(found.notice);
  if (link) {
    const account = await accountMail(context, link, found);
    if (account) return { ...leaving, account };
    await endSending(context, mails, 'mail_failed');
    return undefined;
  }
  if (isDailyMail(found.notice)) return { ...leaving, daily: await readDailyMail(context, found) };
  if (found.assignment_id === null) return { ...leaving, notice: readableNotice(context.contract, found, settings) };
  return { ...leaving, send_flag, licence: await mailedLicence(context, found.assignment_id) };
}

/** The server accepted the mail. Mails that another sending has replaced do not change. */
export async function completeMail(context: Context, sending: MailSending): Promise<void> {
  await endSending(context, await mailsOfSending(context, sending), null);
}

/** A try failed. After the last one, or if the server refused the mail for good, the mail has failed (C8). */
export async function failMail(
  context: Context,
  sending: MailSending,
  isLast: boolean,
  result: 'mail_failed' | 'mail_refused' = 'mail_failed',
): Promise<void> {
  const mails = await mailsOfSending(context, sending);
  if (isLast) await endSending(context, mails, result);
  else if (mails.length > 0) await setAll(context, mails, { result });
}

/** @throws 422 for a licence that is not issued */
export function checkIssued(assignment: Assignment): void {
  if (assignment.status !== 1 || assignment.lic_secret === null) throw AppError.unprocessable('not_issued');
}

/** A migration product has only the standard mail (SPEC 4, Mail send types). */
async function flagFor(context: Context, assignment: Assignment, requested: SendFlag): Promise<SendFlag> {
  const found = await context.trx
    .selectFrom('project as p')
    .innerJoin('product as d', 'd.id', 'p.product_id')
    .select(['d.id', 'd.category_id'])
    .where('p.id', '=', assignment.project_id)
    .executeTakeFirstOrThrow();
  const open = (await profileOf(context, found.id))?.send_flags ?? [];
  if (open.length > 0 && !open.includes(requested))
    throw AppError.unprocessable('send_flag_closed', undefined, 'send_flag');
  if (found.category_id === 1001 && requested !== 'standard')
    throw AppError.unprocessable('choice', undefined, 'send_flag');
  return found.category_id === 1001 ? 'migration' : requested;
}

/** The failed mails of the licence to the same person; sending one of them again sends them all. */
const failedMailsTo = async (context: Context, { id }: Assignment, address: string): Promise<number[]> =>
  (
    await context.trx
      .selectFrom('mail')
      .select(['id', 'address'])
      .where('assignment_id', '=', id)
      .where('status', '=', 9)
      .where('deleted_at', 'is', null)
      .orderBy('id')
      .execute()
  ).flatMap((mail) => (mail.address && foldText(mail.address) === foldText(address) ? [mail.id] : []));

/**
 * Sends the mail of a recipient key again, to the given address, with a new message id (C8). While another mail of the
 * licence goes to that person, it is sent with that one (E10).
 */
export async function resendMail(
  context: Context,
  assignment: Assignment,
  input: { mail_type: string; address: string; send_flag: SendFlag },
): Promise<void> {
  checkIssued(assignment);
  const send_flag = await flagFor(context, assignment, input.send_flag);
  const reader = (await readersOf(context, assignment, [input.address]))(input.address);
  const message_id = newMessageId(context);
  const again = { send_flag, ...reader, status: 0 as const, attempts: 0, result: null, sent_at: null };
  const failed = await failedMailsTo(context, assignment, input.address);
  const ofKey = sql<SqlBool>`assignment_id = ${assignment.id} and key = ${input.mail_type}`;
  const open = await openSendings(context, assignment, input.mail_type);
  const sending = open.get(sendingKey(input.address, send_flag));
  const set = { ...again, address: input.address, message_id, sent_with: sending ?? null };
  const [id] = await patchAll(context, 'mail', ofKey, set);
  if (!id) throw AppError.unprocessable('choice', undefined, 'mail_type');
  const others = failed.filter((other) => other !== id);
  const sent_with = sending ?? message_id;
  if (others.length > 0)
    await patchAll(context, 'mail', sql<SqlBool>`id = any (${others}::int[])`, { ...again, sent_with });
  await audit(context, {
    action: 'resend',
    entity: 'mail',
    id,
    after: { address: input.address, send_flag },
  });
  if (!sending) await context.enqueue(context.trx, 'sendMail', { mail_id: id, message_id });
}

/** Sends the licence to one more address (C8). */
export async function sendCustomMail(
  context: Context,
  assignment: Assignment,
  input: { address: string; send_flag: SendFlag },
): Promise<void> {
  checkIssued(assignment);
  const send_flag = await flagFor(context, assignment, input.send_flag);
  const sent = await context.trx
    .selectFrom('mail')
    .select(({ fn }) => [fn.countAll<number>().as('all')])
    .select(({ fn }) =>
      fn
        .countAll<number>()
        .filterWhere('created_at', '>', new Date(context.now.getTime() - 86_400_000))
        .as('today'),
    )
    .where('assignment_id', '=', assignment.id)
    .where('key', 'like', 'custom_mail%')
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  if (Number(sent.today) >= dailyCustomMails) throw AppError.unprocessable('mail_daily_limit', undefined, 'address');
  await addMails(context, assignment, [[`custom_mail_${Number(sent.all) + 1}`, input.address]], send_flag);
  await audit(context, {
    action: 'custom_mail',
    entity: 'assignment',
    id: assignment.id,
    after: { address: input.address },
  });
}

/** The failure of a mail is saved as the key of its message. */
export const mail: EntityRules<'mail'> = {
  shown: { result: (saved, reader) => failureText(saved, 'mail_failed', reader.language) },
};
