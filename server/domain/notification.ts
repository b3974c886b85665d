import { randomUUID } from 'node:crypto';
import { type SqlBool, sql } from 'kysely';
import type { Rows } from '../../contract/index.ts';
import type { NoticeKey } from '../../contract/notice.ts';
import { noticeEntity, type noticeKey, noticeTitle } from '../../contract/noticeTitle.ts';
import { insertAll, patchAll, removeAll } from '../db/store.ts';
import { type Context, callerOf } from './context.ts';
import type { Rules } from './rules.ts';

type Notification = Rows['notification'];

export interface Notice {
  /** The key of one of contract/notice.ts, or of a declared one. */
  readonly notice: NoticeKey | ReturnType<typeof noticeKey>;
  readonly module: 'order' | 'assignment' | 'allocation' | null;
  readonly record_id?: number;
  readonly values: Record<string, string>;
}

/** The readers, each once and without the actor (C9). */
export function readersAmong(context: Context, readers: readonly (number | null)[]): number[] {
  const actor = context.caller?.id;
  return [...new Set(readers)].filter((id): id is number => id !== null && id !== actor);
}

const rowsOf = (context: Context, readers: readonly (number | null)[], notice: Notice) =>
  readersAmong(context, readers).map((user_id) => {
    const { module, record_id = null, values } = notice;
    return { uuid: randomUUID(), user_id, module, record_id, notice: notice.notice, values };
  });

/** Tells the readers, in the transaction of the cause and never the actor (C9). */
export async function notify(context: Context, readers: readonly (number | null)[], notice: Notice): Promise<void> {
  await insertAll(context, 'notification', rowsOf(context, readers, notice));
}

/** The most messages of one statement. */
const atOnce = 1_000;

/** Tells of several things at once, as `notify` does of one, each to readers of its own. */
export async function notifyAll(
  context: Context,
  notices: readonly (Notice & { readonly readers: readonly number[] })[],
): Promise<void> {
  const rows = notices.flatMap(({ readers, ...notice }) => rowsOf(context, readers, notice));
  for (let from = 0; from < rows.length; from += atOnce)
    await insertAll(context, 'notification', rows.slice(from, from + atOnce));
}

/** The live users of a role, of one enterprise where it is given. */
export async function usersOf(context: Context, role_id: 1 | 2 | 3 | 4 | 5, enterprise_id?: number): Promise<number[]> {
  let query = context.trx
    .selectFrom('users')
    .select('id')
    .where('role_id', '=', role_id)
    .where('deleted_at', 'is', null);
  if (enterprise_id !== undefined) query = query.where('enterprise_id', '=', enterprise_id);
  return (await query.execute()).map((row) => row.id);
}

/** The live users of a role by their enterprise, of these enterprises. */
export async function usersOfEach(
  context: Context,
  role_id: 4 | 5,
  enterprise_ids: readonly number[],
): Promise<ReadonlyMap<number | null, number[]>> {
  const { rows } = await sql<{
    enterprise_id: number;
    ids: number[];
  }>`select enterprise_id, array_agg(id order by id) as ids
    from users where role_id = ${role_id} and deleted_at is null and enterprise_id = any (${[...enterprise_ids]}::int[])
    group by enterprise_id`.execute(context.trx);
  return new Map(rows.map(({ enterprise_id, ids }) => [enterprise_id, ids]));
}

/** Marks own messages as read: those of the uuids, or all (B10). */
export async function markRead(context: Context, uuids?: readonly string[]): Promise<void> {
  const meant = uuids ? sql<SqlBool>`uuid = any(${[...uuids]})` : sql<SqlBool>`true`;
  const unread = sql<SqlBool>`user_id = ${callerOf(context).id} and not status and ${meant}`;
  await patchAll(context, 'notification', unread, { status: true });
}

/** Deletes every own message. */
export async function deleteAll(context: Context): Promise<void> {
  await removeAll(context, 'notification', sql<SqlBool>`user_id = ${callerOf(context).id}`);
}

export const notification: Rules<Notification> = {
  computed: {
    entity: { from: ['notice'], value: (row) => noticeEntity(row.notice)?.name },
    notice_title: {
      from: ['notice', 'values'],
      value: (row, reader) => noticeTitle(row.notice, row.values, reader.language),
    },
  },
};
