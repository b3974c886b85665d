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

/** Tells the readers, in the transaction of the cause and never the actor (C9). */
export async function notify(context: Context, readers: readonly (number | null)[], notice: Notice): Promise<void> {
  const ids = readersAmong(context, readers);
  if (ids.length === 0) return;
  const { module, record_id = null, values } = notice;
  const rows = ids.map((user_id) => ({
    uuid: randomUUID(),
    user_id,
    module,
    record_id,
    notice: notice.notice,
    values,
  }));
  await insertAll(context, 'notification', rows);
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
