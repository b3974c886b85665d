import { randomUUID } from 'node:crypto';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { type NoticeChoices, noticeKind } from '../../../contract/notices/noticeKinds.ts';
import { noticeEntity, noticeTitle } from '../../../contract/notices/noticeText.ts';
import type { StoredNoticeValue } from '../../../contract/notices/noticeValues.ts';
import type { RoleId } from '../../../contract/roles/index.ts';
import { insertAll, insertEach, patchAll, removeAll } from '../../db/write/store.ts';
import { type Context, callerOf } from '../context.ts';
import type { EntityRules } from '../rules.ts';

export interface NoticeContent {
  /** The key of a notice: one of contract/schema/notice.ts, or a declared one. */
  readonly notice: string;
  readonly module: 'order' | 'assignment' | 'allocation' | null;
  readonly record_id?: number;
  readonly values: Readonly<Record<string, StoredNoticeValue>>;
}

/** The live, active users of a role, of one enterprise if it is given. */
interface UsersOfRole {
  readonly role_id: RoleId;
  readonly enterprise_id?: number | undefined;
}

/** A recipient: a user by id (null: nobody), or the users of a role. */
export type NoticeRecipient = number | null | UsersOfRole;
export const isOfRole = (reader: NoticeRecipient): reader is UsersOfRole =>
  typeof reader === 'object' && reader !== null;

/** The recipients, each once and without the actor (C9). */
export function recipientsWithoutActor(context: Context, readers: readonly (number | null)[]): number[] {
  const actor = context.caller?.id;
  return [...new Set(readers)].filter((id): id is number => id !== null && id !== actor);
}

const idsOfRole = ({ role_id, enterprise_id }: UsersOfRole) => sql<{ id: number }>`select id from users
  where role_id = ${role_id} and kind = 'person' and deleted_at is null and active ${enterprise_id === undefined ? sql`` : sql`and enterprise_id = ${enterprise_id}`}`;

/** True for somebody who has switched a kind of notice off under the bell. */
export const isChosenAway = (choice: NoticeChoices[string] | undefined): boolean => choice?.bell === false;

/** Matches those readers who have not switched the kind of the notice off under the bell. */
function wantsUnderBell({ contract }: Context, notice: string): RawBuilder<SqlBool> {
  const kind = noticeKind(contract, notice)?.name;
  if (kind === undefined) return sql<SqlBool>`true`;
  return sql<SqlBool>`not exists (select 1 from users u where u.id = found.id
    and u.notice_choices -> ${kind}::text ->> 'bell' = 'false')`;
}

/** The ids of the recipients, each once and without the actor; undefined if there are none for certain. */
export function recipientIdsSql(
  context: Context,
  readers: readonly NoticeRecipient[],
): RawBuilder<{ id: number }> | undefined {
  const roles = readers.filter(isOfRole);
  const named = recipientsWithoutActor(context, readers.filter((one) => !isOfRole(one)) as (number | null)[]);
  const found = roles.map(idsOfRole);
  if (named.length > 0) found.push(sql<{ id: number }>`select unnest(${named}::int[])`);
  if (found.length === 0) return undefined;
  const others = context.caller ? sql<SqlBool>`id <> ${context.caller.id}` : sql<SqlBool>`true`;
  return sql<{ id: number }>`select id from (${sql.join(found, sql` union `)}) as reader (id) where ${others}`;
}

/**
 * Notifies the recipients under the bell, never the actor (C9), and not those who switched this kind of notice off. Runs
 * in the transaction of the cause.
 * @param also a query for one value, which the same statement answers
 * @returns the value of that query; undefined if nobody was notified
 */
export async function notify(
  context: Context,
  readers: readonly NoticeRecipient[],
  notice: NoticeContent,
  also?: RawBuilder<unknown>,
): Promise<unknown> {
  const ids = recipientIdsSql(context, readers);
  if (!ids) return undefined;
  const { module, record_id = null, values } = notice;
  const uuid = sql<string>`gen_random_uuid()::text`;
  const message = { uuid, module, record_id, notice: notice.notice, values };
  const wanting = sql<{ id: number }>`select id from (${ids}) as found where ${wantsUnderBell(context, notice.notice)}`;
  return insertEach(context, 'notification', ['user_id', wanting], message, also);
}

/** The most notices inserted by one statement. */
const messagesPerStatement = 1_000;

/** Sends several notices as `notify` does one, each to its own recipients. */
export async function notifyAll(
  context: Context,
  notices: readonly (NoticeContent & { readonly readers: readonly number[] })[],
): Promise<void> {
  const rows = notices.flatMap(({ readers, notice, module, record_id = null, values }) =>
    recipientsWithoutActor(context, readers).map((user_id) => ({
      uuid: randomUUID(),
      user_id,
      module,
      record_id,
      notice,
      values,
    })),
  );
  for (let from = 0; from < rows.length; from += messagesPerStatement)
    await insertAll(context, 'notification', rows.slice(from, from + messagesPerStatement));
}

/** The ids of the live, active users of a role, of one enterprise if it is given. */
export async function usersOf(
  context: Context,
  role_id: UsersOfRole['role_id'],
  enterprise_id?: number,
): Promise<number[]> {
  const { rows } = await idsOfRole({ role_id, enterprise_id }).execute(context.trx);
  return rows.map(({ id }) => id);
}

/** The live, active users of a role in these enterprises, by enterprise. */
export async function usersOfEach(
  context: Context,
  role_id: UsersOfRole['role_id'],
  enterprise_ids: readonly number[],
): Promise<ReadonlyMap<number | null, number[]>> {
  const { rows } = await sql<{
    enterprise_id: number;
    ids: number[];
  }>`select enterprise_id, array_agg(id order by id) as ids
    from users where role_id = ${role_id} and kind = 'person' and deleted_at is null and active and enterprise_id = any (${[...enterprise_ids]}::int[])
    group by enterprise_id`.execute(context.trx);
  return new Map(rows.map(({ enterprise_id, ids }) => [enterprise_id, ids]));
}

/** Marks the caller's notices as read: those of the uuids, or all (B10). */
export async function markRead(context: Context, uuids?: readonly string[]): Promise<void> {
  const selected = uuids ? sql<SqlBool>`uuid = any(${[...uuids]})` : sql<SqlBool>`true`;
  const unread = sql<SqlBool>`user_id = ${callerOf(context).id} and not status and ${selected}`;
  await patchAll(context, 'notification', unread, { status: true });
}

/** Deletes all notices of the caller. */
export async function deleteAll(context: Context): Promise<void> {
  await removeAll(context, 'notification', sql<SqlBool>`user_id = ${callerOf(context).id}`);
}

export const notification: EntityRules<'notification'> = {
  computed: {
    entity: { from: ['notice'], value: (row, reader) => noticeEntity(reader.contract, row.notice)?.name },
    notice_title: {
      from: ['notice', 'values'],
      value: (row, { contract, language, zone }) => noticeTitle(contract, row.notice, row.values, language, zone),
    },
  },
};
