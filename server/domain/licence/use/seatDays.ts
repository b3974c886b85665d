import { sql } from 'kysely';
import { relayKind, usingStates } from '../../../../contract/choices/activation.ts';
import type { Context } from '../../../core/context.ts';
import { storedLonger } from '../../../core/setting/retention.ts';
import { dayOf } from './usedAbove.ts';

/** How many seats of a licence are in use. */
export interface SeatsInUse {
  /** All of them. */
  readonly seats: number;
  /** Those that the console leased to machines. */
  readonly leased: number;
  /** Those that were delegated to relays, which report how many of them are used. */
  readonly delegated: number;
}

/** The day (UTC) has the most of each number. */
const most = sql`on conflict (assignment_id, day) do update set seats = greatest(d.seats, excluded.seats),
    leased = greatest(d.leased, excluded.leased), delegated = greatest(d.delegated, excluded.delegated)`;

/**
 * Saves how many seats of a licence are in use; the day (UTC) has the most of them.
 * @param inUse with the seats that are being given
 */
export async function saveSeats(
  context: Context,
  assignment_id: number,
  { seats, leased, delegated }: SeatsInUse,
): Promise<void> {
  await sql`insert into usage_day as d (assignment_id, day, seats, leased, delegated)
    values (${assignment_id}, ${dayOf(context)}, ${seats}, ${leased}, ${delegated}) ${most}`.execute(context.trx);
}

/** Saves how many seats of each licence are in use, for the licences whose machines do nothing today. */
async function saveSeatsInUse(context: Context): Promise<void> {
  const { now } = context;
  await sql`insert into usage_day as d (assignment_id, day, seats, leased, delegated)
    select assignment_id, ${dayOf(context)}::date, sum(seats), coalesce(sum(seats) filter (where kind <> ${relayKind}), 0),
      coalesce(sum(seats) filter (where kind = ${relayKind}), 0) from activation
    where status in (${sql.join(usingStates)}) and expires_at > ${now} and deleted_at is null
    group by assignment_id order by assignment_id ${most}`.execute(context.trx);
}

/** The most days of use that one statement deletes. */
const portion = 10_000;

/**
 * Deletes days of use that are stored for longer than the settings say.
 * @returns true if there may be more of them
 */
async function purgeUsageDays(context: Context): Promise<boolean> {
  const over = storedLonger('usage_days', context.now, context.settings.retention.usage_days);
  const { rows } = await sql`delete from usage_day where (assignment_id, day) in (select t.assignment_id, t.day
    from usage_day as t where ${over} limit ${sql.lit(portion)})
    returning day`.execute(context.trx);
  const { rows: ofRelays } = await sql`delete from relay_day where (assignment_id, activation_id, day) in (select
    t.assignment_id, t.activation_id, t.day from relay_day as t where ${over} limit ${sql.lit(portion)})
    returning day`.execute(context.trx);
  return rows.length === portion || ofRelays.length === portion;
}

/**
 * The work of the clock on the days of use: once a day, and once after a start. Seats in use over midnight count
 * for the new day as well; those that are given later are saved as they are given.
 * @returns a function that returns true if there is more to do
 */
export function createUseCounter(): (context: Context) => Promise<boolean> {
  let counted: string | undefined;
  return async (context) => {
    const today = dayOf(context);
    if (counted === today) return false;
    await saveSeatsInUse(context);
    const isMore = await purgeUsageDays(context);
    if (!isMore) counted = today;
    return isMore;
  };
}
