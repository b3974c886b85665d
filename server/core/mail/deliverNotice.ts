import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { type NoticeChoices, noticeKind } from '../../../contract/notices/noticeKinds.ts';
import type { Context } from '../context.ts';
import { type MailReader, writeNoticeMails } from './noticeMail.ts';
import {
  isChosenAway,
  type NoticeContent,
  type NoticeRecipient,
  notify,
  notifyAll,
  recipientIdsSql,
  recipientsWithoutActor,
} from './notification.ts';

/** Those whom a notice is for: under the bell, and by mail unless they choose otherwise. */
export interface NoticeReaders {
  readonly bell: readonly NoticeRecipient[];
  readonly mail: readonly NoticeRecipient[];
}

/** The query for those who get the notice by mail: who is to, and does not choose otherwise, and who chooses so. */
function mailReadersSql(context: Context, { notice }: NoticeContent, { bell, mail }: NoticeReaders) {
  const kind = noticeKind(context.contract, notice)?.name;
  const parts: RawBuilder<unknown>[] = [];
  const add = (readers: readonly NoticeRecipient[], isMail: boolean) => {
    const ids = recipientIdsSql(context, readers);
    if (ids) parts.push(sql`select id, ${sql.lit(isMail)} as is_mail from (${ids}) as one`);
  };
  add(mail, true);
  // Others can choose mails only for notices of a kind.
  if (kind !== undefined) add(bell, false);
  if (parts.length === 0) return undefined;
  const wish =
    kind === undefined
      ? sql<SqlBool>`true`
      : sql<SqlBool>`coalesce((u.notice_choices -> ${kind}::text ->> 'mail')::boolean, reader.is_mail)`;
  return sql<MailReader>`select u.id, u.language, u.time_zone, u.daily_mail, u.params ->> 'liaison_mail' as address
    from (select id, bool_or(is_mail) as is_mail from (${sql.join(parts, sql` union all `)}) as readers group by id) as reader
    join users u on u.id = reader.id
    where u.deleted_at is null and u.active and coalesce(u.params ->> 'liaison_mail', '') <> '' and ${wish}
    order by u.id`;
}

/**
 * Sends one notice under the bell and by mail, as each recipient wants it, and never to the actor (C9). Runs in the
 * transaction of the cause. The number of statements does not depend on the number of recipients.
 */
export async function deliverNotice(context: Context, recipients: NoticeReaders, notice: NoticeContent): Promise<void> {
  const query = mailReadersSql(context, notice, recipients);
  const also = query && sql`select coalesce(json_agg(one), '[]') from (${query}) as one`;
  // The statement that notifies also finds who gets a mail, so that a notice is one wait for the database.
  const found = (await notify(context, recipients.bell, notice, also)) as readonly MailReader[] | undefined;
  const readers = found ?? (query ? (await query.execute(context.trx)).rows : []);
  if (query && readers.length > 0) await writeNoticeMails(context, [{ ...notice, readers }]);
}

/** A notice with the ids of its recipients. */
export interface DeliveredNotice extends NoticeContent {
  readonly bell: readonly number[];
  readonly mail: readonly number[];
}

interface Reader extends MailReader {
  readonly notice_choices: NoticeChoices;
  readonly is_live: boolean;
}

/** The users of these ids, by id. */
async function readersById({ trx }: Context, ids: readonly number[]): Promise<ReadonlyMap<number, Reader>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<Reader>`select id, language, time_zone, daily_mail, params ->> 'liaison_mail' as address,
      notice_choices, deleted_at is null and active as is_live
    from users where id = any (${[...ids]}::int[])`.execute(trx);
  return new Map(rows.map((row) => [row.id, row]));
}

/**
 * Sends several notices as `deliverNotice` does one, each to its own recipients. The number of statements grows only by
 * one per thousand messages or mails.
 */
export async function deliverNotices(context: Context, notices: readonly DeliveredNotice[]): Promise<void> {
  const all = [...new Set(notices.flatMap(({ bell, mail }) => [...bell, ...mail]))];
  const readers = await readersById(context, all);
  const choiceOf = (notice: string, id: number) => {
    const kind = noticeKind(context.contract, notice)?.name;
    return kind === undefined ? undefined : readers.get(id)?.notice_choices[kind];
  };
  await notifyAll(
    context,
    notices.map(({ bell, mail: _, ...notice }) => ({
      ...notice,
      readers: bell.filter((id) => !isChosenAway(choiceOf(notice.notice, id))),
    })),
  );
  const mailed = notices.map(({ bell, mail, ...notice }) => {
    const ids = recipientsWithoutActor(context, [...mail, ...bell]).sort((one, other) => one - other);
    const wanted = ids.filter((id) => choiceOf(notice.notice, id)?.mail ?? mail.includes(id));
    return { ...notice, readers: wanted.flatMap((id) => readers.get(id) ?? []).filter((one) => one.is_live) };
  });
  await writeNoticeMails(context, mailed);
}
