import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { noticeModules } from '../../../contract/choices/notification.ts';
import { kinds } from '../../../contract/kinds/index.ts';
import { noticePaths, storedNoticeKey } from '../../../contract/notices/noticeText.ts';
import { roleIds } from '../../../contract/schema/access.ts';
import { type Entity, fieldOf } from '../../../contract/schema/entity.ts';
import type { KindName } from '../../../contract/schema/field/field.ts';
import {
  hoursPerUnit,
  mailRecipients,
  type NoticeDeclaration,
  type NoticeSchedule,
  noticeRecipients,
  type RoleRecipients,
  scheduleOffsets,
  scheduleUnit,
} from '../../../contract/schema/notice.ts';
import type { Context } from '../../core/context.ts';
import { mailNotices } from '../../core/mail/noticeMail.ts';
import { notifyAll, usersOf, usersOfEach } from '../../core/mail/notification.ts';
import { toStoredMoment } from '../compile/assignedValues.ts';
import { resourceOf } from '../compile/resource.ts';
import { conditionPredicate } from '../compile/scope.ts';
import type { RecordRow } from '../compile/serialize.ts';
import { readJoined } from '../read/joinedRecords.ts';
import { fromSql } from '../read/read.ts';
import { storedNoticeValues } from './notify.ts';

/** A message that the clock tells of the records of an entity. */
interface Reminder {
  readonly entity: Entity;
  readonly notice: NoticeDeclaration & { readonly schedule: NoticeSchedule };
  /** By what it is kept. */
  readonly key: string;
}

/** The most records of one transaction. */
const portion = 500;
/** So long the last message is made up for, when the clock stood still. */
const lateMs = 30 * 86_400_000;
const hourMs = 3_600_000;

export const remindersOf = (entity: Entity): Reminder[] =>
  Object.entries(entity.notices ?? {}).flatMap(([name, notice]) => {
    const { schedule } = notice;
    return schedule
      ? [{ entity, notice: { ...notice, schedule }, key: storedNoticeKey(entity.name, name, notice) }]
      : [];
  });

interface Span {
  readonly ms: number;
  readonly end: number;
}

/**
 * The moments of a message, each with how long it holds: until the next one, before the point in time until that, and the
 * last one for a while. In ms from the point in time.
 */
function spansOf({ notice }: Reminder): Span[] {
  const moments = scheduleOffsets(notice.schedule);
  return moments.map((ms, index) => ({ ms, end: moments[index + 1] ?? (ms < 0 ? 0 : ms + lateMs) }));
}

interface Due {
  readonly id: number;
  /** Which of the moments it is: how far it lies from the point in time. */
  readonly hours: number;
}

const isDay = (kind: KindName | undefined): boolean => kind !== undefined && kinds[kind].time === 'day';

/** A point in time as it is kept with what was told; a day begins at midnight UTC. */
const pointOf = (kind: KindName | undefined, at: RawBuilder<unknown>): RawBuilder<Date> =>
  isDay(kind) ? sql`(${at}::timestamp at time zone 'UTC')` : sql`${at}`;

/** The records for which one moment holds and that are not told of yet, locked; one that somebody is writing to is left. */
function dueFor({ now }: Context, { entity, notice, key }: Reminder, { ms, end }: Span): RawBuilder<unknown> {
  const { by } = notice.schedule;
  const kind = fieldOf(entity, by)?.kind;
  const column = sql.ref(`t.${by}`);
  const at = pointOf(kind, column);
  const ago = (span: number) =>
    sql`${toStoredMoment(kind, new Date(now.getTime() - span))}::${sql.raw(isDay(kind) ? 'date' : 'timestamptz')}`;
  const holds = notice.when ? conditionPredicate(entity, notice.when, undefined) : sql<SqlBool>`true`;
  const hours = sql.lit(ms / hourMs);
  return sql`select * from (select ${at} as at, t.id, ${hours} as hours from ${sql.table(entity.table)} as t
    where t.deleted_at is null and ${column} > ${ago(end)} and ${column} <= ${ago(ms)} and ${holds} and not exists (
      select 1 from sent_reminder had where had.notice = ${key} and had.record_id = t.id and had.hours = ${hours}
        and had.at = ${at} and had.at > ${pointOf(kind, ago(end))} and had.at <= ${pointOf(kind, ago(ms))})
    order by ${column}, t.id limit ${sql.lit(portion)} for share of t skip locked) as one`;
}

/** Notes a portion of the records for which it is time, each once for its point in time and a moment of it. */
async function claimDue(context: Context, one: Reminder): Promise<Due[]> {
  const due = spansOf(one).map((span) => dueFor(context, one, span));
  const { rows } = await sql<Due>`insert into sent_reminder (notice, at, record_id, hours, created_at)
    select ${one.key}, at, id, hours, ${context.now} from (${sql.join(due, sql` union all `)}) as due
    limit ${sql.lit(portion)}
    on conflict do nothing returning record_id as id, hours`.execute(context.trx);
  return rows;
}

async function rowsFor(context: Context, { entity, notice }: Reminder, ids: readonly number[]): Promise<RecordRow[]> {
  const { whole } = resourceOf(entity);
  const { rows } = await sql<RecordRow>`select ${whole.select} from ${fromSql(whole)}
    where t.id = any (${[...ids]}::int[]) order by t.id`.execute(context.trx);
  const said = new Set(noticePaths(entity, notice));
  const joined = whole.joined.filter(([name]) => said.has(name));
  await readJoined(context, entity, joined, rows, undefined);
  return rows;
}

/** The records for which the condition of a reader holds. */
async function rowsForRecipient(
  { trx }: Context,
  entity: Entity,
  { when }: RoleRecipients,
  rows: readonly RecordRow[],
) {
  if (!when) return rows;
  const ids = rows.map(({ id }) => id);
  const held = await sql<{ id: number }>`select t.id from ${sql.table(entity.table)} as t
    where t.id = any (${ids}::int[]) and ${conditionPredicate(entity, when, undefined)}`.execute(trx);
  const known = new Set(held.rows.map(({ id }) => id));
  return rows.filter(({ id }) => known.has(id));
}

/** The users of a role by record. */
async function ofRole(context: Context, entity: Entity, reader: RoleRecipients, rows: readonly RecordRow[]) {
  const { role, of } = reader;
  const told = await rowsForRecipient(context, entity, reader, rows);
  if (of === undefined) {
    const all = told.length > 0 ? await usersOf(context, roleIds[role]) : [];
    return new Map(told.map(({ id }) => [id, all]));
  }
  const enterprises = [...new Set(told.map((row) => row[of] as number | null))].filter((id) => id !== null);
  const users = await usersOfEach(context, roleIds[role], enterprises);
  return new Map(told.map((row) => [row.id, users.get(row[of] as number | null) ?? []]));
}

/** Whom a message tells of each record, each once; the statements do not grow with the records. */
async function recipientsByRecord(
  context: Context,
  entity: Entity,
  readers: readonly (string | RoleRecipients)[],
  rows: readonly RecordRow[],
): Promise<ReadonlyMap<number, readonly number[]>> {
  const found = new Map(rows.map(({ id }) => [id, new Set<number>()]));
  for (const reader of readers) {
    if (typeof reader === 'string') {
      for (const row of rows) if (row[reader] !== null) found.get(row.id)?.add(row[reader] as number);
    } else {
      for (const [id, users] of await ofRole(context, entity, reader, rows))
        for (const user of users) found.get(id)?.add(user);
    }
  }
  return new Map([...found].map(([id, users]) => [id, [...users]]));
}

/** Tells of the records for which it is time, by the bell and by mail. Out: whether more of them wait. */
async function sendDue(context: Context, one: Reminder): Promise<boolean> {
  const { entity, notice, key } = one;
  const unit = scheduleUnit(notice.schedule);
  const due = new Map((await claimDue(context, one)).map(({ id, hours }) => [id, hours]));
  if (due.size === 0) return false;
  const rows = await rowsFor(context, one, [...due.keys()]);
  const values = await storedNoticeValues(context, entity, notice, rows);
  const about = rows.map((row, at) => {
    const counted = { [unit]: String(Math.abs(due.get(row.id) ?? 0) / hoursPerUnit[unit]) };
    return { notice: key, record_id: row.id, values: { ...counted, ...values[at] } };
  });
  const told = async (readers: readonly (string | RoleRecipients)[]) => {
    const byRecord = await recipientsByRecord(context, entity, readers, rows);
    return about.map((message) => ({ ...message, readers: byRecord.get(message.record_id) ?? [] }));
  };
  const module = noticeModules.find(({ id }) => id === entity.path)?.id ?? null;
  await notifyAll(
    context,
    (await told(noticeRecipients(notice))).map((message) => ({ ...message, module })),
  );
  await mailNotices(context, await told(mailRecipients(notice)));
  return due.size === portion;
}

/** Forgets what was told of points in time that nothing is told of any more, a portion of it. */
async function purgeSent({ trx, now }: Context, one: Reminder): Promise<void> {
  const over = new Date(now.getTime() - (spansOf(one).at(-1)?.end ?? 0) - lateMs);
  await sql`delete from sent_reminder where (notice, at, record_id, hours) in (
    select notice, at, record_id, hours from sent_reminder where notice = ${one.key} and at < ${over}
    order by at limit ${sql.lit(portion)})`.execute(trx);
}

/**
 * Tells what the clock is to tell of the records of an entity (C9), a portion of them, as the system: nobody is the actor.
 * Out: whether more of them wait.
 */
export async function sendReminders(context: Context, entity: Entity): Promise<boolean> {
  let isMore = false;
  for (const one of remindersOf(entity)) {
    isMore = (await sendDue(context, one)) || isMore;
    await purgeSent(context, one);
  }
  return isMore;
}
