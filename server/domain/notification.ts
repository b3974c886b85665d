import { randomUUID } from 'node:crypto';
import type { Rows } from '../../contract/index.ts';
import { type NoticeKey, noticeTitle } from '../../contract/notice.ts';
import { type Context, callerOf } from './context.ts';
import type { Rules } from './rules.ts';

type Notification = Rows['notification'];

export interface Notice {
  readonly notice: NoticeKey;
  readonly module: 'order' | 'assignment' | 'allocation' | null;
  readonly record_id?: number;
  readonly values: Record<string, string>;
}

/** Tells the readers, in the transaction of the cause and never the actor (C9). */
export async function notify(context: Context, readers: readonly (number | null)[], notice: Notice): Promise<void> {
  const actor = context.caller?.id;
  const ids = [...new Set(readers)].filter((id): id is number => id !== null && id !== actor);
  if (ids.length === 0) return;
  const rows = ids.map((user_id) => ({
    uuid: randomUUID(),
    user_id,
    module: notice.module,
    record_id: notice.record_id ?? null,
    notice: notice.notice,
    values: JSON.stringify(notice.values) as never,
  }));
  await context.trx.insertInto('notification').values(rows).execute();
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
  let query = context.trx
    .updateTable('notification')
    .set({ status: true })
    .where('user_id', '=', callerOf(context).id)
    .where('status', '=', false);
  if (uuids) query = query.where('uuid', 'in', uuids.length > 0 ? [...uuids] : ['']);
  await query.execute();
}

/** Deletes every own message. */
export async function deleteAll(context: Context): Promise<void> {
  await context.trx
    .updateTable('notification')
    .set({ deleted_at: context.now })
    .where('user_id', '=', callerOf(context).id)
    .where('deleted_at', 'is', null)
    .execute();
}

export const notification: Rules<Notification> = {
  computed: {
    notice_title: (row, reader) => noticeTitle(row.notice, row.values, reader.language),
  },
};
