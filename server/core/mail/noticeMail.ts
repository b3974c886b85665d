import type { EntityRows } from '../../../contract/index.ts';
import { languageOf, type StoredLanguage } from '../../../contract/messages/label.ts';
import { noticeKind } from '../../../contract/notices/noticeKinds.ts';
import { noticeEntity, noticeMailAddress, noticeMailText, noticeTitle } from '../../../contract/notices/noticeText.ts';
import { roleOf } from '../../../contract/schema/access.ts';
import type { Contract } from '../../../contract/schema/entity.ts';
import { recordAddress } from '../../../contract/screens/address.ts';
import { insertAll } from '../../db/write/store.ts';
import type { Context, DomainSettings } from '../context.ts';
import { storeForDailyMail } from './dailyNotices.ts';
import { mailHtml } from './layout.ts';
import { newMessageId } from './messageId.ts';
import type { NoticeContent } from './notification.ts';
import type { NoticeMail } from './payload.ts';
import { type MailBrand, mailWords, oneLine } from './template.ts';

type NoticeSubject = Pick<NoticeContent, 'notice' | 'record_id' | 'values'>;

/** A user to whom a notice is mailed. */
export interface MailReader {
  readonly id: number;
  readonly address: string | null;
  readonly language: StoredLanguage | null;
  readonly time_zone: string | null;
  /** True for somebody who gets their notices in one mail a day. */
  readonly daily_mail: boolean;
}

/** Notices, each with its recipients. */
type MailedNotices = readonly (NoticeSubject & { readonly readers: readonly MailReader[] })[];

/** The most mails written by one statement. */
const mailsPerStatement = 1_000;

/** The language of the request that causes a mail, for a recipient without a language of their own. */
const requestLanguage = ({ origin }: Context): StoredLanguage => (origin?.language === 'zh' ? 'zh-CN' : 'en');

async function inParts<Item>(items: readonly Item[], write: (part: readonly Item[]) => Promise<void>): Promise<void> {
  for (let from = 0; from < items.length; from += mailsPerStatement)
    await write(items.slice(from, from + mailsPerStatement));
}

/**
 * Mails notices to those of their recipients who have an address, in their own language, else in that of the request
 * that caused it: at once, or with their next daily mail, except for notices that are always sent. Runs in the
 * transaction of the cause; each mail is tried and fails as that of a licence does (C8). The mails belong to no
 * enterprise, so that no list of mails shows their recipients. The number of statements grows only by one per thousand
 * mails.
 */
export async function writeNoticeMails(context: Context, notices: MailedNotices): Promise<void> {
  const mails = notices.flatMap(({ readers, notice, record_id, values }) =>
    readers.flatMap(({ id, address, language, time_zone, daily_mail }) => {
      if (!address) return [];
      const about = { notice, record_id: record_id ?? null, values, language: language ?? requestLanguage(context) };
      const isDaily = daily_mail && noticeKind(context.contract, notice) !== undefined;
      return [{ ...about, user_id: id, address, time_zone, isDaily }];
    }),
  );
  await inParts(
    mails.filter(({ isDaily }) => !isDaily),
    async (part) => {
      await insertMails(
        context,
        part.map(({ isDaily: _, ...mail }) => mail),
      );
    },
  );
  await inParts(
    mails.filter(({ isDaily }) => isDaily),
    (part) =>
      storeForDailyMail(
        context,
        part.map(({ isDaily: _, address: __, ...notice }) => notice),
      ),
  );
}

/** A mail to a user that is saved and sent by a job. */
export interface UserMail {
  readonly user_id: number;
  readonly address: string;
  readonly notice: string;
  readonly record_id: number | null;
  readonly values: NoticeContent['values'];
  readonly language: StoredLanguage;
  readonly time_zone: string | null;
}

/**
 * Saves mails and the jobs that send them.
 * @returns the ids of the mails, in the same order
 */
export async function insertMails(context: Context, given: readonly UserMail[]): Promise<number[]> {
  const mails = given.map((mail) => ({ ...mail, key: 'reader', message_id: newMessageId(context) }));
  const mail_ids = await insertAll(context, 'mail', mails);
  const sendings = mails.map(({ message_id }, index) => ({ mail_id: mail_ids[index] ?? 0, message_id }));
  if (sendings.length > 0) await context.enqueue(context.trx, 'sendMail', ...sendings);
  return mail_ids;
}

/** Mails a notice to a user at an address that may not be theirs any more. */
export async function mailToAddress(
  context: Context,
  { id, address, language, time_zone }: Omit<MailReader, 'daily_mail'> & { readonly address: string },
  { notice, values }: Pick<NoticeSubject, 'notice' | 'values'>,
): Promise<void> {
  const about = { notice, record_id: null, values, language: language ?? requestLanguage(context) };
  await insertMails(context, [{ ...about, user_id: id, address, time_zone }]);
}

export type SavedNoticeMail = Pick<EntityRows['mail'], 'notice' | 'record_id' | 'values' | 'language' | 'time_zone'> & {
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
  // A fixed notice about a record, such as an issued licence, names no entity itself.
  const entity = noticeEntity(contract, key) ?? noticeKind(contract, key)?.entity;
  const role = roleOf(mail.role_id ?? 0);
  const path =
    entity && role && mail.record_id
      ? (noticeMailAddress(contract, key, mail.record_id) ?? recordAddress(entity, { id: mail.record_id }, role))
      : undefined;
  const text = noticeMailText(contract, key, values, language, zone) ?? '';
  return { title, text, url: `${publicUrl}${path ?? '/'}` };
}

/** The mail of a notice in the product's look, as text and HTML (issue 13 point 6). */
export function renderNotice({ language, notice }: NoticeMail, look?: MailBrand) {
  const words = mailWords(language, look);
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
    brand: words.brand,
    colour: words.colour,
    footer: words.footer,
  };
  return { subject: title, text: text.join('\n'), html: mailHtml({ language, ...page }) };
}
