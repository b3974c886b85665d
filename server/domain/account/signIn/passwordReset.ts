import { timingSafeEqual } from 'node:crypto';
import { type SqlBool, sql } from 'kysely';
import type { EntityRows } from '../../../../contract/index.ts';
import { foldText } from '../../../../contract/lib/foldText.ts';
import type { StoredLanguage } from '../../../../contract/messages/label.ts';
import { AppError } from '../../../core/appError.ts';
import type { Context, Jobs } from '../../../core/context.ts';
import { newMessageId } from '../../../core/mail/messageId.ts';
import type { AccountMail } from '../../../core/mail/payload.ts';
import { folded } from '../../../db/schema/uniqueTexts.ts';
import { audit } from '../../../db/write/audit.ts';
import { insert, patch } from '../../../db/write/store.ts';
import { closingProvider } from '../oidc/closedPassword.ts';
import { endSessions } from '../session.ts';
import { codeMac, createLink, hashTicket, type LinkKind, useTickets } from './accountTicket.ts';

/** How long a link is valid: half an hour for a forgotten password, a week for an invitation (issue 35, section 3). */
const lifeMs: Readonly<Record<LinkKind, number>> = {
  reset: 30 * 60 * 1000,
  invitation: 7 * 24 * 60 * 60 * 1000,
};
/** The number of mails that one account gets per hour. The answer does not show that the limit is reached. */
const mailsPerHour = 5;
/** The most accounts that are looked up for one mail address, which several may share. */
const accountsPerAddress = 10;

/** The notices under which the mails are saved; the mails themselves are composed when they are sent. */
const notices: Readonly<Record<LinkKind, string>> = { reset: 'password_reset', invitation: 'invitation' };

/** The kind of link that a saved mail delivers; undefined for any other mail. */
export const linkOfMail = (notice: string | null): LinkKind | undefined =>
  (Object.keys(notices) as LinkKind[]).find((kind) => notices[kind] === notice);

type Person = Pick<
  EntityRows['user'],
  'id' | 'role_id' | 'name' | 'nick_name' | 'password_hash' | 'params' | 'language' | 'time_zone' | 'invited'
>;

/** Matches users `u` who may sign in: live, active persons who are not managed by sales (C12). */
const maySignIn = sql<SqlBool>`u.kind = 'person' and u.deleted_at is null and u.active
  and coalesce((u.params ->> 'tutelage')::boolean, false) = false`;

/**
 * True if the user may set a password by this kind of link. An invitation needs an invited user. A forgotten password
 * needs an account with a password: accounts that use DingTalk alone have none, and closed demo accounts (D14) keep
 * theirs. Neither is for an account whose password is closed.
 */
async function mayHaveLink(context: Context, user: Person, kind: LinkKind): Promise<boolean> {
  const { password_hash, invited } = user;
  const isFit =
    kind === 'invitation' ? invited : password_hash !== null && !context.settings.closedHashes.has(password_hash);
  return isFit && !(await closingProvider(context, user));
}

const columnsOfPerson = sql`u.id, u.role_id, u.name, u.nick_name, u.password_hash, u.params, u.language, u.time_zone, u.invited`;

/** The users with this login name or mail address who may sign in. */
async function usersOfAccount(context: Context, account: string): Promise<Person[]> {
  const text = foldText(account);
  if (text === '') return [];
  const { rows } = await sql<Person>`select ${columnsOfPerson} from users u
    where (${folded(sql.ref('u.name'))} = ${text} or ${folded(sql`u.params ->> 'liaison_mail'`)} = ${text})
      and ${maySignIn} order by u.id limit ${accountsPerAddress}`.execute(context.trx);
  return rows;
}

async function personOf(context: Context, id: number): Promise<Person | undefined> {
  const { rows } = await sql<Person>`select ${columnsOfPerson} from users u
    where u.id = ${id} and ${maySignIn}`.execute(context.trx);
  return rows[0];
}

async function mailsOfLastHour(context: Context, user_id: number): Promise<number> {
  const hourAgo = new Date(context.now.getTime() - 60 * 60 * 1000);
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from mail
    where user_id = ${user_id} and notice = ${notices.reset} and created_at > ${hourAgo}`.execute(context.trx);
  return rows[0]?.count ?? 0;
}

/** Saves the mail of a link for a user. It names no secret: the link is made when the mail is sent. */
async function queueLinkMail(
  context: Context,
  user: Person,
  kind: LinkKind,
  otherwise: StoredLanguage,
  values: Readonly<Record<string, string>> = {},
): Promise<void> {
  const address = user.params?.liaison_mail;
  if (!address) return;
  const message_id = newMessageId(context);
  const { id: mail_id } = await insert(context, 'mail', {
    user_id: user.id,
    address,
    notice: notices[kind],
    values,
    key: 'reader',
    language: user.language ?? otherwise,
    time_zone: user.time_zone,
    message_id,
  });
  await context.enqueue(context.trx, 'sendMail', { mail_id, message_id });
}

const requestLanguage = ({ origin }: Context): StoredLanguage => (origin?.language === 'zh' ? 'zh-CN' : 'en');

/**
 * Notes that somebody forgot the password of an account. All that depends on the account is left to a job, so that the
 * answer is the same after the same time for every account (E5).
 */
export async function askForReset(context: Context, account: string): Promise<void> {
  await audit(context, { action: 'forgot_password', entity: 'user', after: { name: account } });
  await context.enqueue(context.trx, 'passwordForgotten', { account, language: requestLanguage(context) });
}

/** Mails a link to each user of the account who may have one, in the user's language. */
export async function mailResetLinks(
  context: Context,
  { account, language }: Jobs['passwordForgotten'],
): Promise<void> {
  for (const user of await usersOfAccount(context, account)) {
    if (!(await mayHaveLink(context, user, 'reset'))) continue;
    if ((await mailsOfLastHour(context, user.id)) < mailsPerHour) await queueLinkMail(context, user, 'reset', language);
  }
}

/** Mails a new user, or one who has not accepted yet, an invitation to choose a password. */
export async function sendInvitation(context: Context, user_id: number): Promise<void> {
  const user = await personOf(context, user_id);
  if (!user) throw AppError.unprocessable('tutelage', undefined, 'params.tutelage');
  const inviter = context.caller && (await personOf(context, context.caller.behalf_id ?? context.caller.id));
  await queueLinkMail(context, user, 'invitation', requestLanguage(context), {
    by: inviter?.nick_name ?? inviter?.name ?? '',
  });
}

/**
 * What a mail of a link says. Each try to send it makes a new ticket: the token is nowhere but in the mail
 * (docs/decisions/0090).
 * @returns undefined if the user may no longer have the link
 */
export async function accountMail(
  context: Context,
  kind: LinkKind,
  { user_id, values }: { readonly user_id: number | null; readonly values: unknown },
): Promise<AccountMail['account'] | undefined> {
  const user = user_id === null ? undefined : await personOf(context, user_id);
  if (!user || !(await mayHaveLink(context, user, kind))) return undefined;
  const { token, code } = await createLink(context, { kind, user_id: user.id, lifeMs: lifeMs[kind] });
  const url = `${context.settings.publicUrl}/set_password#${token}`;
  const { by = '' } = (values ?? {}) as { by?: string };
  return { kind, name: user.name, person: user.nick_name ?? user.name, by, url, code };
}

/** A ticket that somebody presented, with its user. */
export interface PresentedTicket {
  readonly id: number;
  readonly kind: LinkKind;
  readonly user: Person;
  readonly expires_at: Date;
}

/**
 * The open ticket of a link.
 * @throws 422 with the way to a new one, if it is unknown, used or expired, or if its user may no longer use it
 */
export async function ticketOfToken(context: Context, token: string): Promise<PresentedTicket> {
  const found = await context.trx
    .selectFrom('account_ticket')
    .select(['id', 'kind', 'user_id', 'expires_at', 'used_at'])
    .where('token_hash', '=', hashTicket(token))
    .where('kind', '<>', 'sign_in')
    .$narrowType<{ kind: LinkKind }>()
    .executeTakeFirst();
  const user = found && (await personOf(context, found.user_id));
  const isOpen = found && found.used_at === null && found.expires_at > context.now;
  if (found && user && isOpen && (await mayHaveLink(context, user, found.kind))) return { ...found, user };
  throw AppError.unprocessable(found?.kind === 'invitation' ? 'invitation_ended' : 'reset_link_ended');
}

const sameText = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));

/** The open ticket of an account that has this short code; undefined for a wrong one. */
export async function ticketOfCode(
  context: Context,
  { account, code }: { readonly account: string; readonly code: string },
): Promise<PresentedTicket | undefined> {
  const users = await usersOfAccount(context, account);
  const tickets = await context.trx
    .selectFrom('account_ticket')
    .select(['id', 'kind', 'user_id', 'expires_at', 'code_mac'])
    .where('kind', '<>', 'sign_in')
    .where('user_id', 'in', [0, ...users.map(({ id }) => id)])
    .$narrowType<{ kind: LinkKind; code_mac: string }>()
    .where('used_at', 'is', null)
    .where('expires_at', '>', context.now)
    .execute();
  const found = tickets.find(({ user_id, code_mac }) => sameText(code_mac, codeMac(context, user_id, code)));
  const user = users.find(({ id }) => id === found?.user_id);
  return found && user && (await mayHaveLink(context, user, found.kind)) ? { ...found, user } : undefined;
}

/**
 * Sets the password that the holder of a ticket has chosen, and ends all sessions of the user. Of two uses at the same
 * time the second one finds the ticket used.
 * @throws 422 if the ticket was used meanwhile
 */
export async function choosePassword(context: Context, ticket: PresentedTicket, password_hash: string): Promise<void> {
  const { id } = ticket.user;
  await sql`select 1 from users where id = ${id} for no key update`.execute(context.trx);
  if (!(await useTickets(context, id)).includes(ticket.id))
    throw AppError.unprocessable(ticket.kind === 'invitation' ? 'invitation_ended' : 'reset_link_ended');
  const action = ticket.kind === 'invitation' ? 'accept_invitation' : 'reset_password';
  // There was no caller so far: the user whom the ticket belongs to is the actor.
  const actor = { ...context, caller: { id, behalf_id: null } };
  const values = { password_hash, must_change_password: false, invited: false };
  await patch(actor, 'user', { id }, values, { action, after: {} });
  await endSessions(context, id);
}

/** Audits a wrong code. */
export const auditWrongCode = (context: Context, account: string): Promise<void> =>
  audit(context, { action: 'reset_password', entity: 'user', after: { name: account }, result: 'denied' });
