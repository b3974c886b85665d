import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { noticeModules } from '../../../contract/choices/notification.ts';
import { kinds } from '../../../contract/kinds/index.ts';
import { daysBetween } from '../../../contract/lib/calendar.ts';
import { noticePaths, storedNoticeKey } from '../../../contract/notices/noticeText.ts';
import { storedInterval } from '../../../contract/notices/noticeValues.ts';
import { readingRoles } from '../../../contract/notices/readingRoles.ts';
import { roleIds } from '../../../contract/schema/access.ts';
import { type Entity, fieldOf } from '../../../contract/schema/entity.ts';
import type { KindName } from '../../../contract/schema/field/field.ts';
import {
  isOfChildren,
  mailRecipients,
  type NoticeDeclaration,
  type NoticeRecipientWord,
  type NoticeSchedule,
  noticeRecipients,
  type RoleRecipients,
  scheduleOffsets,
  scheduleUnit,
  unitHours,
} from '../../../contract/schema/notice.ts';
import type { Context } from '../../core/context.ts';
import { deliverNotices } from '../../core/mail/deliverNotice.ts';
import { usersOf, usersOfEach } from '../../core/mail/notification.ts';
import { publishEvent } from '../../db/changes/changeLog.ts';
import { rulesOf } from '../../domain/index.ts';
import { resourceOf } from '../compile/resource.ts';
import { conditionPredicate } from '../compile/scope.ts';
import type { RecordRow } from '../compile/serialize.ts';
import { readJoined } from '../read/joinedRecords.ts';
import { fromSql } from '../read/read.ts';
import { toStoredMoment } from '../write/defaults.ts';
import { childRecipients } from './childRecipients.ts';
import { storedNoticeValues } from './notify.ts';

/** A notice that is sent at scheduled times for the records of an entity. */
interface Reminder {
  readonly entity: Entity;
  /** Its name in the declaration. */
  readonly name: string;
  readonly notice: NoticeDeclaration & { readonly schedule: NoticeSchedule };
  /** The key under which sent reminders are stored. */
  readonly key: string;
}

/** The maximum number of records in one transaction. */
const batchSize = 500;
/** So few records are read at once that PostgreSQL looks up each of them and what it refers to by an index. */
const readAtOnce = 50;
/** How late the last reminder is still sent after a pause of the scheduler. */
const lateMs = 30 * 86_400_000;
const hourMs = 3_600_000;

export const remindersOf = (entity: Entity): Reminder[] =>
  Object.entries(entity.notices ?? {}).flatMap(([name, notice]) => {
    const { schedule } = notice;
    return schedule
      ? [{ entity, name, notice: { ...notice, schedule }, key: storedNoticeKey(entity.name, name, notice) }]
      : [];
  });

interface Span {
  readonly ms: number;
  readonly end: number;
}

/**
 * The times at which a reminder is due, each with its end: the next time, the point in time itself, or 30 days later
 * for the last one. In ms from the point in time.
 */
function spansOf({ notice }: Reminder): Span[] {
  const offsets = scheduleOffsets(notice.schedule);
  return offsets.map((ms, index) => ({ ms, end: offsets[index + 1] ?? (ms < 0 ? 0 : ms + lateMs) }));
}

interface Due {
  readonly id: number;
  /** Which of the scheduled times it is, as an offset from the point in time. */
  readonly hours: number;
  /** The point in time of the record. */
  readonly at: Date;
}

const isDay = (kind: KindName | undefined): boolean => kind !== undefined && kinds[kind].time === 'day';

/** A point in time as stored with a sent reminder; a day begins at midnight UTC. */
const pointOf = (kind: KindName | undefined, at: RawBuilder<unknown>): RawBuilder<Date> =>
  isDay(kind) ? sql`(${at}::timestamp at time zone 'UTC')` : sql`${at}`;

/** Whether the reminder is for a record at all, and whether what ends has begun long enough ago. */
function mayRemind(entity: Entity, { when, schedule }: Reminder['notice'], now: Date): RawBuilder<SqlBool> {
  const { by, since } = schedule;
  const holds = when ? conditionPredicate(entity, when, undefined) : sql<SqlBool>`true`;
  if (since === undefined) return holds;
  const [start, end] = [sql.ref(`t.${since}`), sql.ref(`t.${by}`)];
  return sql<SqlBool>`${holds} and (${start} is null or ${now} >= ${start} + (${end} - ${start}) / 5)`;
}

/**
 * The records for which one scheduled time has come and no reminder was sent yet, locked. Rows that another transaction
 * has locked are skipped.
 */
function dueFor({ now }: Context, { entity, notice, key }: Reminder, { ms, end }: Span): RawBuilder<unknown> {
  const { by } = notice.schedule;
  const kind = fieldOf(entity, by)?.kind;
  const holds = mayRemind(entity, notice, now);
  const column = sql.ref(`t.${by}`);
  const at = pointOf(kind, column);
  const ago = (span: number) =>
    sql`${toStoredMoment(kind, new Date(now.getTime() - span))}::${sql.raw(isDay(kind) ? 'date' : 'timestamptz')}`;
  const hours = sql.lit(ms / hourMs);
  return sql`select * from (select ${at} as at, t.id, ${hours} as hours from ${sql.table(entity.table)} as t
    where t.deleted_at is null and ${column} > ${ago(end)} and ${column} <= ${ago(ms)} and ${holds} and not exists (
      select 1 from sent_reminder had where had.notice = ${key} and had.record_id = t.id and had.hours = ${hours}
        and had.at = ${at} and had.at > ${pointOf(kind, ago(end))} and had.at <= ${pointOf(kind, ago(ms))})
    order by ${column}, t.id limit ${sql.lit(batchSize)} for share of t skip locked) as one`;
}

/** Records a batch of due reminders as sent, each once for its point in time and its offset. */
async function claimDue(context: Context, one: Reminder): Promise<Due[]> {
  const due = spansOf(one).map((span) => dueFor(context, one, span));
  const { rows } = await sql<Due>`insert into sent_reminder (notice, at, record_id, hours, created_at)
    select ${one.key}, at, id, hours, ${context.now} from (${sql.join(due, sql` union all `)}) as due
    limit ${sql.lit(batchSize)}
    on conflict do nothing returning record_id as id, hours, at`.execute(context.trx);
  return rows;
}

/**
 * Those of the due reminders that are chosen for their record, and that no condition in code silences. The others count
 * as sent.
 */
async function withoutSilenced({ trx }: Context, { entity, notice }: Reminder, due: readonly Due[]): Promise<Due[]> {
  const { unless, chosen } = notice.schedule;
  const rules = rulesOf(entity.name);
  const silences = unless === undefined ? undefined : rules.conditions?.[unless];
  const offsets = chosen === undefined ? undefined : rules.chosen?.[chosen];
  if ((!silences && !offsets) || due.length === 0) return [...due];
  const { rows } = await sql<{ id: number; offsets: number[] | null }>`select t.id,
      ${offsets ?? sql`null::int[]`} as offsets from ${sql.table(entity.table)} as t
    where t.id = any (${due.map(({ id }) => id)}::int[]) and not ${silences ?? sql`false`}`.execute(trx);
  const left = new Map(rows.map(({ id, offsets }) => [id, offsets]));
  const perUnit = unitHours[scheduleUnit(notice.schedule)];
  return due.filter(({ id, hours }) => left.has(id) && (left.get(id)?.includes(hours / perUnit) ?? true));
}

async function rowsFor(context: Context, { entity, notice }: Reminder, ids: readonly number[]): Promise<RecordRow[]> {
  const { whole } = resourceOf(entity);
  const rows: RecordRow[] = [];
  const sorted = [...ids].sort((one, other) => one - other);
  for (let from = 0; from < sorted.length; from += readAtOnce) {
    const part = sorted.slice(from, from + readAtOnce);
    const found = await sql<RecordRow>`select ${whole.select} from ${fromSql(whole)}
      where t.id = any (${part}::int[]) order by t.id`.execute(context.trx);
    rows.push(...found.rows);
  }
  const used = new Set(noticePaths(entity, notice));
  const joined = whole.joined.filter(([name]) => used.has(name));
  await readJoined(context, entity, joined, rows, undefined);
  return rows;
}

/** The rows for which the condition of the recipient holds. */
async function rowsForRecipient(
  { trx }: Context,
  entity: Entity,
  { when }: RoleRecipients,
  rows: readonly RecordRow[],
) {
  if (!when) return rows;
  const ids = rows.map(({ id }) => id);
  const holding = await sql<{ id: number }>`select t.id from ${sql.table(entity.table)} as t
    where t.id = any (${ids}::int[]) and ${conditionPredicate(entity, when, undefined)}`.execute(trx);
  const known = new Set(holding.rows.map(({ id }) => id));
  return rows.filter(({ id }) => known.has(id));
}

/** The users with a role, by record id. */
async function ofRole(context: Context, entity: Entity, recipient: RoleRecipients, rows: readonly RecordRow[]) {
  const { role, of } = recipient;
  const recipientRows = await rowsForRecipient(context, entity, recipient, rows);
  const found = new Map<number, number[]>(recipientRows.map(({ id }) => [id, []]));
  if (recipientRows.length === 0) return found;
  const enterprises =
    of && [...new Set(recipientRows.map((row) => row[of] as number | null))].filter((id) => id !== null);
  for (const one of readingRoles(entity, role)) {
    const all = enterprises ? [] : await usersOf(context, roleIds[one]);
    const users = enterprises ? await usersOfEach(context, roleIds[one], enterprises) : undefined;
    for (const row of recipientRows)
      found.get(row.id)?.push(...(of && users ? (users.get(row[of] as number | null) ?? []) : all));
  }
  return found;
}

/** The recipients by record id, without duplicates. The number of statements does not depend on the number of rows. */
async function recipientsByRecord(
  context: Context,
  entity: Entity,
  readers: readonly NoticeRecipientWord[],
  rows: readonly RecordRow[],
): Promise<ReadonlyMap<number, readonly number[]>> {
  const found = new Map(rows.map(({ id }) => [id, new Set<number>()]));
  for (const recipient of readers) {
    if (typeof recipient === 'string') {
      for (const row of rows) if (row[recipient] !== null) found.get(row.id)?.add(row[recipient] as number);
      continue;
    }
    const users = isOfChildren(recipient)
      ? await childRecipients(context, entity, recipient, [...found.keys()])
      : await ofRole(context, entity, recipient, rows);
    for (const [id, ofRecord] of users) for (const user of ofRecord) found.get(id)?.add(user);
  }
  return new Map([...found].map(([id, users]) => [id, [...users]]));
}

/** How long before or after the record's own point in time a reminder is sent, under the name of the unit. */
function countedTime(now: Date, { entity, notice }: Reminder, { at, hours }: Due): Record<string, string> {
  const { by } = notice.schedule;
  const unit = scheduleUnit(notice.schedule);
  const [from, to] = hours > 0 ? [at, now] : [now, at];
  // The days between two points in time depend on the reader's time zone; a day begins at midnight UTC.
  if (unit === 'days' && !isDay(fieldOf(entity, by)?.kind)) return { [unit]: storedInterval(from, to) };
  const count = unit === 'days' ? daysBetween(from.getTime(), to.getTime(), 'UTC') : Math.round((+to - +from) / hourMs);
  return { [unit]: String(Math.max(0, count)) };
}

/**
 * Sends the reminders that are due, in the console and by mail.
 * @returns true if more of them are due
 */
async function sendDue(context: Context, one: Reminder): Promise<boolean> {
  const { entity, name, notice, key } = one;
  const claimed = await claimDue(context, one);
  const isMore = claimed.length === batchSize;
  const due = new Map((await withoutSilenced(context, one, claimed)).map((left) => [left.id, left]));
  if (due.size === 0) return isMore;
  const rows = await rowsFor(context, one, [...due.keys()]);
  const values = await storedNoticeValues(context, entity, notice, rows);
  const about = rows.map((row, at) => {
    const counted = countedTime(context.now, one, due.get(row.id) as Due);
    return { notice: key, record_id: row.id, values: { ...counted, ...values[at] } };
  });
  const module = noticeModules.find(({ id }) => id === entity.path)?.id ?? null;
  const bell = await recipientsByRecord(context, entity, noticeRecipients(notice), rows);
  const mail = await recipientsByRecord(context, entity, mailRecipients(notice), rows);
  await deliverNotices(
    context,
    about.map((message) => ({
      ...message,
      module,
      bell: bell.get(message.record_id) ?? [],
      mail: mail.get(message.record_id) ?? [],
    })),
  );
  await publishEvent(context.trx, entity, [...due.keys()], name);
  return isMore;
}

/** Deletes a batch of sent reminders that are too old to be sent again. */
async function purgeSent({ trx, now }: Context, one: Reminder): Promise<void> {
  const over = new Date(now.getTime() - (spansOf(one).at(-1)?.end ?? 0) - lateMs);
  await sql`delete from sent_reminder where (notice, at, record_id, hours) in (
    select notice, at, record_id, hours from sent_reminder where notice = ${one.key} and at < ${over}
    order by at limit ${sql.lit(batchSize)})`.execute(trx);
}

/**
 * Sends a batch of the due reminders of an entity (C9), as the system, without an actor.
 * @returns true if more of them are due
 */
export async function sendReminders(context: Context, entity: Entity): Promise<boolean> {
  let isMore = false;
  for (const one of remindersOf(entity)) {
    isMore = (await sendDue(context, one)) || isMore;
    await purgeSent(context, one);
  }
  return isMore;
}
