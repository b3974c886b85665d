import { user as declaration } from '../../../../contract/entities/user.ts';
import type { EntityRows } from '../../../../contract/index.ts';
import type { StoredLanguage } from '../../../../contract/messages/label.ts';
import { message } from '../../../../contract/messages/message.ts';
import {
  isMailed,
  type NoticeChoices,
  type NoticeKind,
  noticeGroups,
} from '../../../../contract/notices/noticeKinds.ts';
import { AppError } from '../../../core/appError.ts';
import { type Context, readerLanguage } from '../../../core/context.ts';
import { sendWaitingNow } from '../../../core/mail/dailyNotices.ts';
import { requireTimeZone } from '../../../core/timeZone.ts';
import { patch } from '../../../db/write/store.ts';
import { useTickets } from '../signIn/accountTicket.ts';
import { ownCaller } from '../signIn/secondFactor.ts';
import { checkOwnChange, mailOf, managementOf, notifyFormerAddress } from './ownMail.ts';

type User = EntityRows['user'];

/** What people change about themselves, as `POST /v1/profile` has it. */
export interface ProfileChange {
  readonly nick_name: string;
  readonly phone?: string | null | undefined;
  readonly mail?: string | null | undefined;
  readonly language: 'browser' | StoredLanguage;
  /** Empty: that of the browser. */
  readonly time_zone?: string | null | undefined;
  readonly version: number;
}

/** The names of fields of a user in a profile; the others are the same. */
const inProfile = (field: string): string => (field === 'params.liaison_mail' ? 'mail' : field);

/** Calls a check of a user record, and names the fields of its refusals as a profile does. */
async function refusingAtProfile(check: () => Promise<void>): Promise<void> {
  try {
    await check();
  } catch (error) {
    if (!(error instanceof AppError) || !error.fields) throw error;
    const fields = Object.entries(error.fields).map(([name, messages]) => [inProfile(name), messages] as const);
    throw new AppError(error.status, error.message, Object.fromEntries(fields));
  }
}

/** The fields that the screen of the user's role requires, and that people change about themselves. */
const requiredFor = ({ role_id }: Pick<User, 'role_id'>): readonly string[] => {
  const screens = (declaration.screens ?? []).filter(({ only }) =>
    [only?.['role_id']].flat().some((one) => one === role_id),
  );
  const names = screens.flatMap(({ required = [] }) => required);
  return ['nick_name', ...['phone', 'params.liaison_mail'].filter((name) => names.includes(name)).map(inProfile)];
};

/** The caller's own row, locked. */
async function ownRow(context: Context): Promise<User> {
  const row = await context.trx
    .selectFrom('users')
    .selectAll()
    .where('id', '=', ownCaller(context).id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  return row as User;
}

/** The profile of the caller, with what a company directory manages of it. */
async function profileOf(context: Context, row: User) {
  const { fields, by } = await managementOf(context, row);
  return {
    name: row.name,
    nick_name: row.nick_name,
    phone: row.phone,
    mail: mailOf(row),
    language: (row.language as StoredLanguage | null) ?? ('browser' as const),
    time_zone: row.time_zone_chosen ? row.time_zone : null,
    version: row.version,
    required: requiredFor(row),
    managed: fields.map(inProfile),
    managed_by: by,
  };
}

/** The profile of the caller, who does not act for somebody. */
export async function readProfile(context: Context) {
  const { id } = ownCaller(context);
  const row = await context.trx.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  return profileOf(context, row as User);
}

/** A value that is missing is as empty as one that is null. */
const emptyIfMissing = (value: string | null | undefined): string | null => value || null;

/** A field that the role requires is not emptied; it may stay empty where it was. */
function checkRequired(before: User, after: User): void {
  const isEmptied = (name: string) =>
    name === 'mail' ? mailOf(before) && !mailOf(after) : before[name as 'phone'] && !after[name as 'phone'];
  const missing = requiredFor(before).filter(isEmptied);
  if (missing.length > 0)
    throw AppError.invalid(Object.fromEntries(missing.map((name) => [name, [message('required')]])));
}

/** The language and the time zone that hold from now on: those of the browser, or chosen ones. */
async function readingValues(context: Context, row: User, { language, time_zone }: ProfileChange) {
  const zone = emptyIfMissing(time_zone);
  return {
    language: language === 'browser' ? null : language,
    time_zone_chosen: zone !== null,
    time_zone: zone === null ? (context.origin?.zone ?? row.time_zone) : await requireTimeZone(context, zone),
  };
}

/**
 * Changes the profile of the caller (issue 35, section 6).
 * @throws 422 with the code `stale` for another version, or at the field that is refused; 403 if a new mail address needs
 *   the person to show again who they are
 */
export async function saveProfile(context: Context, change: ProfileChange) {
  const before = await ownRow(context);
  if (before.version !== change.version) throw AppError.unprocessable('stale');
  const mail = emptyIfMissing(change.mail);
  const isMailChanged = mail !== mailOf(before);
  const values = {
    nick_name: change.nick_name,
    phone: emptyIfMissing(change.phone),
    ...(isMailChanged && { params: { ...before.params, liaison_mail: mail } as User['params'] }),
    ...(await readingValues(context, before, change)),
  };
  const after = { ...before, ...values };
  checkRequired(before, after);
  await refusingAtProfile(() => checkOwnChange(context, before, after));
  const names = Object.keys(values) as (keyof typeof values)[];
  if (isMailChanged || names.some((name) => (before[name] ?? null) !== (values[name] ?? null)))
    await patch(context, 'user', before, values, { action: 'change_profile' });
  if (isMailChanged) {
    await useTickets(context, before.id);
    await notifyFormerAddress(context, before);
  }
  return readProfile(context);
}

/** What a person gets of a kind of notice: by choice, or else as it is declared. */
function wishFor(kind: NoticeKind, role: Parameters<typeof isMailed>[1], choices: NoticeChoices) {
  const { bell = true, mail = isMailed(kind, role) } = choices[kind.name] ?? {};
  return { bell, mail };
}

const choicesOf = (row: Pick<User, 'notice_choices'>): NoticeChoices => row.notice_choices as NoticeChoices;

/** Which notices the caller may get, and how they want them; in the language of the request. */
export async function readNotices(context: Context) {
  const { id, role } = ownCaller(context);
  const row = await context.trx
    .selectFrom('users')
    .select(['params', 'notice_choices', 'daily_mail'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const language = readerLanguage(context);
  const choices = choicesOf(row as User);
  return {
    pace: row.daily_mail ? ('daily' as const) : ('at_once' as const),
    mail: mailOf(row),
    groups: noticeGroups(context.contract, role).map(({ label, kinds }) => ({
      name: label[language],
      kinds: kinds.map((kind) => ({ name: kind.name, text: kind.text[language], ...wishFor(kind, role, choices) })),
    })),
  };
}

/** How a person wants a kind of notice. */
export interface NoticeWish {
  readonly name: string;
  readonly bell: boolean;
  readonly mail: boolean;
}

/**
 * Saves how the caller wants notices; kinds that are not named stay as they are. Only what differs from the declaration
 * is stored, so that later declarations reach everybody who has not chosen.
 * @throws 422 for a kind that the caller's role does not get
 */
export async function saveNotices(
  context: Context,
  {
    pace,
    kinds = [],
  }: { readonly pace: 'at_once' | 'daily'; readonly kinds?: readonly NoticeWish[] | null | undefined },
) {
  const { role } = ownCaller(context);
  const own = noticeGroups(context.contract, role).flatMap((group) => group.kinds);
  const before = await ownRow(context);
  const choices: Record<string, NoticeChoices[string]> = { ...choicesOf(before) };
  for (const [at, { name, bell, mail }] of (kinds ?? []).entries()) {
    const kind = own.find((one) => one.name === name);
    if (!kind) throw AppError.unprocessable('choice', undefined, `kinds[${at}].name`);
    const differing = { ...(!bell && { bell }), ...(mail !== isMailed(kind, role) && { mail }) };
    if (Object.keys(differing).length > 0) choices[name] = differing;
    else delete choices[name];
  }
  const values = {
    notice_choices: choices as User['notice_choices'],
    daily_mail: pace === 'daily',
  };
  await patch(context, 'user', before, values, { action: 'change_notices' });
  if (before.daily_mail && pace === 'at_once') await sendWaitingNow(context, before.id);
  return readNotices(context);
}
