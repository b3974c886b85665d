import { type SqlBool, sql } from 'kysely';
import type { EntityRows } from '../../../contract/index.ts';
import { foldText } from '../../../contract/lib/foldText.ts';
import type { StoredLanguage } from '../../../contract/messages/label.ts';
import { AppError } from '../../core/appError.ts';
import type { Context, MailSending } from '../../core/context.ts';
import { newMessageId } from '../../core/mail/messageId.ts';
import { readableNotice } from '../../core/mail/noticeMail.ts';
import { mailedLicence, type OutgoingMail } from '../../core/mail/payload.ts';
import type { Rules } from '../../core/rules.ts';
import { folded } from '../../db/schema/uniqueTexts.ts';
import { audit } from '../../db/write/audit.ts';
import { insertAll, patch, patchAll } from '../../db/write/store.ts';
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

/** Inserts a mail for each recipient, and a job for each with an address. */
async function addMails(
  context: Context,
  assignment: Assignment,
  to: readonly Recipient[],
  flag: SendFlag,
): Promise<void> {
  const readerOf = await readersOf(context, assignment, addressesOf(to));
  const mails = to.map(([key, address]) => ({
    assignment_id: assignment.id,
    enterprise_id: assignment.enterprise_id ?? 0,
    key,
    address,
    send_flag: flag,
    ...readerOf(address),
    status: address ? (0 as const) : (-1 as const),
    message_id: newMessageId(context),
  }));
  const ids = await insertAll(context, 'mail', mails);
  const sendings = mails.flatMap(({ address, message_id }, index) =>
    address ? [{ mail_id: ids[index] ?? 0, message_id }] : [],
  );
  if (sendings.length > 0) await context.enqueue(context.trx, 'sendMail', ...sendings);
}

/** Inserts a mail and a job for each recipient of an issued licence (C8). */
export async function queueMails(context: Context, assignment: Assignment): Promise<void> {
  const flag = (assignment.params as { send_flag?: SendFlag }).send_flag ?? 'standard';
  await addMails(context, assignment, recipients(assignment.mails as RecipientMails), flag);
}

/** True if the licence of the mail is valid, or if the user to whom a notice goes still exists. */
const isLive = sql<boolean>`case when mail.assignment_id is null then users.id is not null and users.deleted_at is null
  else assignment.status = 1 and assignment.deleted_at is null end`;

/** The mail of a sending that was neither sent, nor failed, nor replaced by another sending. */
const unsentMail = (context: Context, { mail_id, message_id }: MailSending) =>
  context.trx
    .selectFrom('mail')
    .leftJoin('assignment', 'assignment.id', 'mail.assignment_id')
    .leftJoin('users', 'users.id', 'mail.user_id')
    .selectAll('mail')
    .select('users.role_id')
    .select(isLive.as('is_live'))
    .where('mail.id', '=', mail_id)
    .where('mail.message_id', '=', message_id)
    .where('mail.status', '=', 0)
    .forNoKeyUpdate('mail')
    .executeTakeFirst();

/**
 * Counts the try.
 * @returns the mail to be sent; undefined if it was sent, has failed or was replaced meanwhile. It fails if the licence
 * was withdrawn, or if the recipient is no longer a user.
 */
export async function prepareMail(context: Context, sending: MailSending): Promise<OutgoingMail | undefined> {
  const found = await unsentMail(context, sending);
  if (!found?.address) return undefined;
  if (!found.is_live) {
    const result = found.assignment_id === null ? 'mail_failed' : 'mail_withdrawn';
    await patch(context, 'mail', found, { status: 9, result });
    return undefined;
  }
  await patch(context, 'mail', found, { attempts: found.attempts + 1 });
  const { address, message_id, send_flag } = found;
  const { settings } = context;
  const zone = found.time_zone ?? settings.timeZone;
  const leaving = { address, message_id, language: found.language as StoredLanguage, zone };
  if (found.assignment_id === null) return { ...leaving, notice: readableNotice(context.contract, found, settings) };
  return { ...leaving, send_flag, licence: await mailedLicence(context, found.assignment_id) };
}

const waiting = ({ mail_id, message_id }: MailSending) =>
  sql<SqlBool>`id = ${mail_id} and message_id = ${message_id} and status = 0`;

/** The server accepted the mail. If another sending replaced this one, nothing changes. */
export async function completeMail(context: Context, sending: MailSending): Promise<void> {
  await patchAll(context, 'mail', waiting(sending), { status: 1, result: null, sent_at: context.now });
}

/** A try failed. After the last one, or if the server refused the mail for good, the mail has failed (C8). */
export async function failMail(
  context: Context,
  sending: MailSending,
  isLast: boolean,
  result: 'mail_failed' | 'mail_refused' = 'mail_failed',
): Promise<void> {
  await patchAll(context, 'mail', waiting(sending), isLast ? { result, status: 9 } : { result });
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

/** Sends the mail of a recipient key again, to the given address, with a new message id (C8). */
export async function resendMail(
  context: Context,
  assignment: Assignment,
  input: { mail_type: string; address: string; send_flag: SendFlag },
): Promise<void> {
  checkIssued(assignment);
  const send_flag = await flagFor(context, assignment, input.send_flag);
  const reader = (await readersOf(context, assignment, [input.address]))(input.address);
  const message_id = newMessageId(context);
  const set = {
    address: input.address,
    message_id,
    send_flag,
    ...reader,
    status: 0 as const,
    attempts: 0,
    result: null,
    sent_at: null,
  };
  const ofKey = sql<SqlBool>`assignment_id = ${assignment.id} and key = ${input.mail_type}`;
  const [id] = await patchAll(context, 'mail', ofKey, set);
  if (!id) throw AppError.unprocessable('choice', undefined, 'mail_type');
  await audit(context, {
    action: 'resend',
    entity: 'mail',
    id,
    after: { address: input.address, send_flag },
  });
  await context.enqueue(context.trx, 'sendMail', { mail_id: id, message_id });
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
export const mail: Rules<EntityRows['mail']> = {
  shown: { result: (saved, reader) => failureText(saved, 'mail_failed', reader.language) },
};
