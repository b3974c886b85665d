import { sql } from 'kysely';
import type { EntityRows } from '../../../contract/index.ts';
import { languageOf, type StoredLanguage } from '../../../contract/messages/label.ts';
import { noticeEntity, noticeMailAddress, noticeMailText, noticeTitle } from '../../../contract/notices/noticeText.ts';
import { roleOf } from '../../../contract/schema/access.ts';
import type { Contract } from '../../../contract/schema/entity.ts';
import { recordAddress } from '../../../contract/screens/address.ts';
import { insertAll } from '../../db/write/store.ts';
import type { Context, DomainSettings } from '../context.ts';
import { mailHtml } from './layout.ts';
import { newMessageId } from './messageId.ts';
import { isOfRole, type NoticeContent, type NoticeRecipient, recipientsWithoutActor, usersOf } from './notification.ts';
import type { NoticeMail } from './payload.ts';
import { mailWords, oneLine } from './template.ts';

type NoticeSubject = Pick<NoticeContent, 'notice' | 'record_id' | 'values'>;

/** The live, active users of these ids who have a mail address, by their id. */
async function usersWithAddress(context: Context, ids: readonly number[]) {
  const { rows } = await sql<
    Pick<EntityRows['user'], 'id' | 'language' | 'time_zone' | 'params'>
  >`select id, language, time_zone, params from users
    where id = any (${[...ids]}::int[]) and deleted_at is null and active order by id`.execute(context.trx);
  return new Map(
    rows.flatMap(({ id, language, time_zone, params }) => {
      const address = params?.liaison_mail;
      return address ? [[id, { user_id: id, address, language, time_zone }] as const] : [];
    }),
  );
}

async function recipientIds(context: Context, readers: readonly NoticeRecipient[]): Promise<(number | null)[]> {
  const ids: (number | null)[] = [];
  for (const reader of readers) {
    if (isOfRole(reader)) ids.push(...(await usersOf(context, reader.role_id, reader.enterprise_id)));
    else ids.push(reader);
  }
  return ids;
}

/** Notices, each with the ids of its recipients. */
type MailedNotices = readonly (NoticeSubject & { readonly readers: readonly number[] })[];

/**
 * Mails notices to those of their recipients who have an address, in their own language, else in that of the request
 * that caused it. Runs in the transaction of the cause; each mail is tried and fails as that of a licence does (C8).
 * The mails belong to no enterprise, so that no list of mails shows their recipients. The number of statements grows
 * only by one per thousand mails.
 */
export async function mailNotices(context: Context, notices: MailedNotices): Promise<void> {
  const ids = [...new Set(notices.flatMap(({ readers }) => readers))];
  const found = ids.length > 0 ? await usersWithAddress(context, ids) : new Map<number, never>();
  const otherwise: StoredLanguage = context.origin?.language === 'zh' ? 'zh-CN' : 'en';
  const mails = notices.flatMap(({ readers, ...about }) =>
    [...readers]
      .sort((a, b) => a - b)
      .flatMap((id) => found.get(id) ?? [])
      .map(({ user_id, address, language, time_zone }) => ({
        ...about,
        user_id,
        address,
        key: 'reader',
        language: language ?? otherwise,
        time_zone,
        message_id: newMessageId(context),
      })),
  );
  for (let from = 0; from < mails.length; from += mailsPerStatement)
    await insertMails(context, mails.slice(from, from + mailsPerStatement));
}

/** The most mails inserted by one statement. */
const mailsPerStatement = 1_000;

async function insertMails(context: Context, mails: Parameters<typeof insertAll<'mail'>>[2]): Promise<void> {
  const mail_ids = await insertAll(context, 'mail', mails);
  const sendings = mails.map(({ message_id }, index) => ({
    mail_id: mail_ids[index] ?? 0,
    message_id: message_id as string,
  }));
  await context.enqueue(context.trx, 'sendMail', ...sendings);
}

/** Mails one notice as `mailNotices` does, and never to the actor (C9). */
export async function mailNotice(
  context: Context,
  readers: readonly NoticeRecipient[],
  about: NoticeSubject,
): Promise<void> {
  const ids = recipientsWithoutActor(context, await recipientIds(context, readers));
  if (ids.length > 0) await mailNotices(context, [{ ...about, readers: ids }]);
}

type SavedNoticeMail = Pick<EntityRows['mail'], 'notice' | 'record_id' | 'values' | 'language' | 'time_zone'> & {
  readonly role_id: number | null;
};

/**
 * The content of a saved mail of a notice, with the address of the record as its recipient finds it; else the address
 * of the console.
 */
export function readableNotice(
  contract: Contract,
  mail: SavedNoticeMail,
  { publicUrl, timeZone }: DomainSettings,
): NoticeMail['notice'] {
  const [language, zone] = [languageOf(mail.language), mail.time_zone ?? timeZone];
  const [key, values] = [mail.notice ?? '', mail.values ?? {}];
  const title = noticeTitle(contract, key, values, language, zone);
  const entity = noticeEntity(contract, key);
  const role = roleOf(mail.role_id ?? 0);
  const path =
    entity && role && mail.record_id
      ? (noticeMailAddress(contract, key, mail.record_id) ?? recordAddress(entity, { id: mail.record_id }, role))
      : undefined;
  const text = noticeMailText(contract, key, values, language, zone) ?? '';
  return { title, text, url: `${publicUrl}${path ?? '/'}` };
}

/** The mail of a notice in the product's look, as text and HTML (issue 13 point 6). `brand` replaces the product's own name. */
export function renderNotice({ language, notice }: NoticeMail, brand?: string) {
  const words = mailWords(language);
  const title = oneLine(notice.title);
  const lines = notice.text.split(/\r?\n/).filter((line) => line.trim() !== '');
  const link = { text: words.open, url: notice.url };
  const text = [title, '', ...lines, ...(lines.length > 0 ? [''] : []), link.text, link.url, '', words.footer, ''];
  const page = {
    title,
    top: lines,
    facts: [],
    bottom: [],
    links: [link],
    brand: brand ?? words.brand,
    footer: words.footer,
  };
  return { subject: title, text: text.join('\n'), html: mailHtml({ language, ...page }) };
}
