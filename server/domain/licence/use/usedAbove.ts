import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Context } from '../../../core/context.ts';
import { patch } from '../../../db/write/store.ts';

/** The most of a licence that was used within this number of days (UTC), today included, is what is used. */
const daysOfUse = 7;

/** A day (UTC), such as `2026-11-27`. */
export const dayOf = ({ now }: Pick<Context, 'now'>): string => now.toISOString().slice(0, 10);

/** Orders of this category are paid by use, so nothing of them is used above what was bought. */
const payAsYouGo = 1004;

/** The orders that add to the licence of an id, as far as they have not come to nothing. */
const additionsTo = (id: RawBuilder<unknown>) => sql`from orders o where o.params ->> 'adds_to' is not null
  and o.params ->> 'adds_to' = ${id}::text and o.deleted_at is null and o.status in (0, 1, 2)`;

/** The quantity that orders until a point in time add to the licence of an id. */
export const additionsBySql = (id: RawBuilder<unknown>, until: RawBuilder<unknown>): RawBuilder<number> =>
  sql<number>`coalesce((select sum(o.purchased_hosts) ${additionsTo(id)} and o.created_at < ${until}), 0)`;

/**
 * How much more of the issued licence `a` is used than was bought (issue 36): the most that was reported, or the most
 * seats that were in use, within the last seven days, less its quantity and that of the orders that add to it. Never
 * negative, and 0 for a licence that has ended, was withdrawn, or is paid by use.
 * @param pending the quantity that an order is about to add, negative for one that is about to come to nothing
 */
function usedAboveSql(context: Context, pending = 0): RawBuilder<number> {
  const { now } = context;
  return sql<number>`case when a.status = 1 and (a.expired_at is null or a.expired_at > ${now})
      and (select b.category_id from orders b where b.id = a.order_id) <> ${sql.lit(payAsYouGo)} then greatest(0,
      coalesce((select max(greatest(u.used, u.seats)) from usage_day u where u.assignment_id = a.id
        and u.day > ${dayOf(context)}::date - ${sql.lit(daysOfUse)}), 0)
      - a.hosts - coalesce((select sum(o.purchased_hosts) ${additionsTo(sql`a.id`)}), 0) - ${pending}::int)
    else 0 end::int`;
}

/** What a licence says of its use above what was bought. */
interface SavedUse {
  readonly id: number;
  readonly used_above: number;
  readonly above_since: Date | null;
  readonly above_accepted: number | null;
}

/** Locks a licence, so that those who change its use wait for each other. */
async function lockUse({ trx }: Context, id: number): Promise<SavedUse> {
  const { rows } = await sql<SavedUse>`select id, used_above, above_since, above_accepted from assignment
    where id = ${id} for no key update`.execute(trx);
  const [found] = rows;
  if (!found) throw new Error(`there is no licence ${id}`);
  return found;
}

/** It is read by a statement of its own, which sees what was committed while the lock was waited for. */
async function readUse(context: Context, id: number, pending?: number): Promise<number> {
  const { rows } = await sql<{ above: number }>`select ${usedAboveSql(context, pending)} as above
    from assignment a where a.id = ${id}`.execute(context.trx);
  return rows[0]?.above ?? 0;
}

const none = { above_accepted: null, above_reason: null, above_comment: null } as const;

/**
 * Brings what a licence says of its use above what was bought up to date. A case begins once, however many reports say
 * the same at the same time; growing is a plain change of the record. What was accepted begins anew when even more is
 * used. Nothing is written while nothing has changed.
 * @param pending the quantity that an order is about to add, negative for one that is about to come to nothing
 */
export async function refreshUsedAbove(context: Context, id: number, pending?: number): Promise<void> {
  const before = await lockUse(context, id);
  const used_above = await readUse(context, id, pending);
  const isOpen = used_above > (before.above_accepted ?? 0);
  if (used_above === before.used_above && isOpen === (before.above_since !== null)) return;
  if (used_above === 0) {
    await patch(context, 'assignment', before, { used_above, above_since: null, ...none }, { action: 'settle' });
  } else if (!isOpen) {
    await patch(context, 'assignment', before, { used_above });
  } else if (before.above_since !== null) {
    await patch(context, 'assignment', before, { used_above });
  } else {
    const begun = { used_above, above_since: context.now, ...none };
    await patch(context, 'assignment', before, begun, { action: 'exceed', after: { used_above } });
  }
}

/**
 * How much is used of a licence above what was bought, as it is now. The licence stays locked, so that of two orders
 * for the same the second sees the first.
 */
export async function lockedUsedAbove(context: Context, id: number): Promise<number> {
  await lockUse(context, id);
  return readUse(context, id);
}

/**
 * Licences of which more is used than was bought, unless that was accepted.
 * @param alias the table's alias
 */
export function isUsedAboveSql(alias: string, wanted: boolean): RawBuilder<SqlBool> {
  const [since, status] = [sql.ref(`${alias}.above_since`), sql.ref(`${alias}.status`)];
  return wanted
    ? sql<SqlBool>`(${since} is not null and ${status} = 1)`
    : sql<SqlBool>`(${since} is null or ${status} <> 1)`;
}

/** The most licences that one transaction of the clock brings up to date. */
const portion = 100;

/**
 * Ends cases that time alone has ended: the use is longer ago than a week, or the licence has ended or was withdrawn.
 * @returns true if there may be more of them
 */
export async function settleUse(context: Context): Promise<boolean> {
  const { rows } = await sql<{ id: number }>`select a.id from assignment a
    where a.used_above > 0 and a.deleted_at is null and a.used_above <> ${usedAboveSql(context)}
    order by a.id limit ${sql.lit(portion)}`.execute(context.trx);
  for (const { id } of rows) await refreshUsedAbove(context, id);
  return rows.length === portion;
}
