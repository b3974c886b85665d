import { sql } from 'kysely';
import { type Label, languageOf, type StoredLanguage } from '../../../contract/messages/label.ts';
import { noticeGroup, noticeKind } from '../../../contract/notices/noticeKinds.ts';
import type { Context } from '../context.ts';
import { type DailyNotice, noticesOfMail } from './dailyNotices.ts';
import { mailHtml } from './layout.ts';
import { insertMails, readableNotice, type SavedNoticeMail } from './noticeMail.ts';
import type { DailyMail } from './payload.ts';
import { type MailBrand, mailWords, oneLine } from './template.ts';

/** The notice under which daily mails are saved; they are composed when they are sent. */
const dailyNotices = 'daily_notices';

/** True for a saved mail with the notices of a day. */
export const isDailyMail = (notice: string | null): boolean => notice === dailyNotices;

/** The most users whose mails are saved in one transaction. */
const readersAtOnce = 100;
/** How long the notices of a mail are stored: for as long as it may be tried again. */
const retentionMs = 30 * 24 * 60 * 60 * 1000;
const purgeBatchSize = 1_000;

/** A user whose daily mail is due. */
interface DueReader {
  readonly id: number;
  readonly address: string | null;
  readonly language: StoredLanguage | null;
  readonly time_zone: string | null;
  readonly is_live: boolean;
}

/**
 * The users with a daily mail that is due, locked: another process that looks for them at the same time skips them.
 */
async function dueReaders({ trx, now }: Context): Promise<readonly DueReader[]> {
  const { rows } = await sql<DueReader>`select id, language, time_zone, params ->> 'liaison_mail' as address,
      deleted_at is null and active as is_live
    from users where id in (select user_id from daily_notice where mail_id is null and due_at <= ${now}
      group by user_id order by min(due_at) limit ${sql.lit(readersAtOnce)})
    order by id for no key update skip locked`.execute(trx);
  return rows;
}

/** Those of the locked users whose notices still wait and are due, each with the language of the latest. */
async function stillDue({ trx, now }: Context, ids: readonly number[]): Promise<ReadonlyMap<number, StoredLanguage>> {
  const { rows } = await sql<{ user_id: number; language: StoredLanguage }>`select user_id,
      (array_agg(language order by id desc))[1] as language
    from daily_notice where mail_id is null and user_id = any (${[...ids]}::int[])
    group by user_id having min(due_at) <= ${now}`.execute(trx);
  return new Map(rows.map(({ user_id, language }) => [user_id, language]));
}

/** Gives all waiting notices of the users to their new mails. */
async function giveToMails({ trx }: Context, users: readonly number[], mails: readonly number[]): Promise<void> {
  await sql`update daily_notice d set mail_id = one.mail_id
    from unnest(${[...users]}::int[], ${[...mails]}::int[]) as one (user_id, mail_id)
    where d.user_id = one.user_id and d.mail_id is null`.execute(trx);
}

/**
 * Saves the daily mails that are due, each with all notices that its reader has not been sent yet, and the jobs that send
 * them. A notice belongs to one mail from the moment at which that mail exists, so that a kill neither loses nor repeats
 * it (docs/decisions/0129). Nobody gets a mail without notices.
 * @returns true if more of them are due
 */
export async function sendDailyMails(context: Context): Promise<boolean> {
  const found = await dueReaders(context);
  if (found.length === 0) return false;
  const languages = await stillDue(
    context,
    found.map(({ id }) => id),
  );
  const due = found.filter(({ id }) => languages.has(id));
  const reached = due.filter(({ is_live, address }) => is_live && address);
  const mails = await insertMails(
    context,
    reached.map(({ id, address, language, time_zone }) => ({
      user_id: id,
      address: address ?? '',
      notice: dailyNotices,
      record_id: null,
      values: {},
      language: language ?? languages.get(id) ?? 'en',
      time_zone,
    })),
  );
  await giveToMails(
    context,
    reached.map(({ id }) => id),
    mails,
  );
  const others = due.filter((one) => !reached.includes(one)).map(({ id }) => id);
  if (others.length > 0)
    await context.trx.deleteFrom('daily_notice').where('mail_id', 'is', null).where('user_id', 'in', others).execute();
  return found.length === readersAtOnce;
}

/**
 * Deletes the notices of daily mails that ended long ago.
 * @returns true if more of them are due
 */
export async function purgeDailyNotices({ trx, now }: Context): Promise<boolean> {
  const { rows } = await sql`delete from daily_notice where id = any (array(select id from daily_notice
    where mail_id is not null and created_at < ${new Date(now.getTime() - retentionMs)}
    limit ${sql.lit(purgeBatchSize)})) returning id`.execute(trx);
  return rows.length === purgeBatchSize;
}

/** What a daily mail says: its notices by their groups, each with the address of its record as the reader finds it. */
export async function readDailyMail(
  context: Context,
  mail: SavedNoticeMail & { readonly id: number },
): Promise<DailyMail['daily']> {
  const { contract, settings } = context;
  const { notices, total } = await noticesOfMail(context, mail.id);
  const language = languageOf(mail.language);
  const groups = new Map<string, { title: string; lines: { text: string; url: string }[] }>();
  const groupOf = ({ notice }: DailyNotice): Label => {
    const kind = noticeKind(contract, notice);
    // A notice that an update no longer declares.
    return kind ? noticeGroup(kind) : { en: 'Others', zh: '其他' };
  };
  for (const one of notices) {
    const title = groupOf(one)[language];
    const group = groups.get(title) ?? { title, lines: [] };
    groups.set(title, group);
    const { title: text, url } = readableNotice(contract, { ...mail, ...one } as SavedNoticeMail, settings);
    group.lines.push({ text, url });
  }
  return { groups: [...groups.values()], total, url: `${settings.publicUrl}/message` };
}

const en = {
  title: (count: number) =>
    count === 1 ? 'One notice since your last daily e-mail' : `${count} notices since your last daily e-mail`,
  more: (count: number) => `${count} more are in the console:`,
  change: 'You chose one e-mail a day. Change that on your account page:',
};
const zh: typeof en = {
  title: (count) => `自上次汇总邮件以来有 ${count} 条通知`,
  more: (count) => `另有 ${count} 条，请在控制台查看：`,
  change: '您选择了每天接收一封汇总邮件，可在账号页面更改：',
};

/** The mail with the notices of a day, as text and HTML with the same content (E5). */
export function renderDaily({ language, daily }: DailyMail, look?: MailBrand) {
  const words = language === 'zh-CN' ? zh : en;
  const { brand, colour, footer } = mailWords(language, look);
  const { total, url } = daily;
  const title = words.title(total);
  const groups = daily.groups.map((group) => ({
    title: oneLine(group.title),
    lines: group.lines.map((line) => ({ ...line, text: oneLine(line.text) })),
  }));
  const left = total - groups.reduce((sum, { lines }) => sum + lines.length, 0);
  const links = [
    ...(left > 0 ? [{ text: words.more(left), url }] : []),
    { text: words.change, url: url.replace(/\/message$/, '/userinfo') },
  ];
  const parts = groups.flatMap((group) => [
    group.title,
    ...group.lines.flatMap((line) => [`- ${line.text}`, `  ${line.url}`]),
    '',
  ]);
  const text = [title, '', ...parts, ...links.flatMap((link) => [link.text, link.url, '']), footer, ''].join('\n');
  const html = mailHtml({ language, title, top: [], facts: [], groups, bottom: [], links, brand, colour, footer });
  return { subject: title, text, html };
}
