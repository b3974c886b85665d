import { createHash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { isSameMachine, partsOf } from '../../kit/typescript/src/machine.ts';
import { AppError } from '../core/appError.ts';
import { type Database, openDatabase, transaction } from '../db/connection.ts';
import type { Tables } from '../db/schema/tables.ts';
import { clockTolerance } from './state.ts';

/** The tables of a relay. The row of the clock is also the lock under which seats are given. */
const schema = `
create table if not exists relay_clock (id integer primary key check (id = 1), last_seen bigint not null);
insert into relay_clock values (1, 0) on conflict do nothing;
create table if not exists relay_seat (
  fingerprint text primary key,
  seat integer not null check (seat >= 1),
  name text not null,
  version text,
  renewed_at bigint not null,
  expires_at bigint not null
);
create table if not exists relay_day (day date primary key, seats integer not null);
create table if not exists relay_machine (day date, machine text, primary key (day, machine));
create table if not exists relay_licence (licence text primary key, since date not null);`;

/** Days of use are saved for this long, in days. */
const savedDays = 400;

/** A machine that holds a seat. Times are in seconds since 1970. */
export interface RelaySeat {
  readonly fingerprint: string;
  readonly seat: number;
  readonly name: string;
  readonly version: string | null;
  readonly renewed_at: number;
  readonly expires_at: number;
}

/** The use of one day (UTC). */
export interface RelayDay {
  /** Such as `2026-11-27`. */
  readonly day: string;
  /** The most seats that were in use. */
  readonly seats: number;
  /** How many machines had a seat. */
  readonly machines: number;
}

/** A machine that asks for a seat. The name is missing where a lease is renewed. */
export interface AskingMachine {
  readonly fingerprint: string;
  readonly name?: string;
  readonly version?: string | null | undefined;
}

/** How many seats there are, and when a lease ends that begins at a time in seconds since 1970. */
export interface SeatLimits {
  readonly seats: number;
  readonly endFrom: (time: number) => number;
}

/** Opens the database of a relay: the embedded one, in its folder. */
export async function openSeats(folder: string): Promise<Database> {
  const database = await openDatabase({ dataDir: folder });
  await database.executeSql(schema);
  return database;
}

type Trx = Kysely<Tables>;

/** The time that the relay saw last, in seconds since 1970. */
export async function lastSeen({ db }: Pick<Database, 'db'>): Promise<number> {
  const { rows } = await sql<{ last_seen: string }>`select last_seen from relay_clock`.execute(db);
  return Number(rows[0]?.last_seen ?? 0);
}

/**
 * Locks the seats, and reads the time, which never goes back.
 * @param now the time of the clock, in seconds since 1970
 * @param seen the latest time that is known otherwise
 * @throws 503 if the clock was set back
 */
async function lockTime(trx: Trx, now: number, seen: number): Promise<number> {
  const { rows } = await sql<{ last_seen: string }>`select last_seen from relay_clock for update`.execute(trx);
  const last = Math.max(Number(rows[0]?.last_seen ?? 0), seen);
  if (now < last - clockTolerance) throw clockSetBack();
  const time = Math.max(now, last);
  await sql`update relay_clock set last_seen = ${time}`.execute(trx);
  return time;
}

/** The refusal while the clock of the relay is earlier than the last time seen. */
export const clockSetBack = () => new AppError(503, 'relay_clock', undefined, 60);

const dayOf = (time: number): string => new Date(time * 1000).toISOString().slice(0, 10);

/** The hash of a fingerprint, by which the days name a machine. */
const hashOf = (fingerprint: string): string => createHash('sha256').update(fingerprint).digest('base64url');

/** Saves the use of a day by all machines that hold seats, and deletes days that are long ago. */
async function saveUse(trx: Trx, time: number, fingerprints: readonly string[]): Promise<void> {
  const day = dayOf(time);
  if (fingerprints.length === 0) return;
  await sql`insert into relay_machine select ${day}::date, m from unnest(${fingerprints.map(hashOf)}::text[]) as m
    on conflict do nothing`.execute(trx);
  await sql`insert into relay_day as d select ${day}::date, count(*) from relay_seat where expires_at > ${time}
    on conflict (day) do update set seats = greatest(d.seats, excluded.seats)`.execute(trx);
  for (const table of [sql.table('relay_machine'), sql.table('relay_day')])
    await sql`delete from ${table} where day < ${day}::date - ${sql.lit(savedDays)}`.execute(trx);
}

const numbers = (row: RelaySeat): RelaySeat => ({
  ...row,
  renewed_at: Number(row.renewed_at),
  expires_at: Number(row.expires_at),
});

/** The machines whose leases have not ended, by their seats. */
export async function usedSeats(db: Trx, time: number): Promise<RelaySeat[]> {
  const { rows } = await sql<RelaySeat>`select * from relay_seat where expires_at > ${time} order by seat`.execute(db);
  return rows.map(numbers);
}

/** The lowest free seat. A number above the limit, from a former delegation, uses none. */
async function freeSeat(trx: Trx, time: number, limit: number): Promise<number> {
  const held = new Set((await usedSeats(trx, time)).map(({ seat }) => seat));
  for (let seat = 1; seat <= limit; seat += 1) if (!held.has(seat)) return seat;
  throw AppError.unprocessable('seats_in_use', { value: limit });
}

/**
 * The seat of a machine: that of its fingerprint, else of one with enough equal parts, which then gets this fingerprint.
 */
async function seatOf(trx: Trx, fingerprint: string): Promise<RelaySeat | undefined> {
  const { rows } = await sql<RelaySeat>`select * from relay_seat where fingerprint = ${fingerprint}`.execute(trx);
  const parts = partsOf(fingerprint);
  if (rows[0] || parts.length === 0) return rows[0] && numbers(rows[0]);
  const { rows: alike } = await sql<RelaySeat>`select * from relay_seat
    where string_to_array(fingerprint, '.') && ${parts}::text[] order by renewed_at desc, seat`.execute(trx);
  const found = alike.find((one) => isSameMachine(one.fingerprint, fingerprint));
  if (!found) return undefined;
  await sql`update relay_seat set fingerprint = ${fingerprint} where fingerprint = ${found.fingerprint}`.execute(trx);
  return numbers(found);
}

/** A seat that was given at a time, in seconds since 1970. */
export interface GivenSeat {
  readonly time: number;
  readonly seat: number;
  readonly expires_at: number;
}

/**
 * Gives a machine a seat, or renews the lease of the one that it holds.
 * @param now the time of the clock, in seconds since 1970
 * @param seen the latest time that is known otherwise
 * @throws 422 if no seat is free, or if a lease is renewed of a machine that has no seat; 503 if the clock was set back
 */
export const giveSeat = (
  database: Database,
  { fingerprint, name, version = null }: AskingMachine,
  { seats, endFrom }: SeatLimits,
  now: number,
  seen: number,
): Promise<GivenSeat> =>
  transaction(database, async (trx) => {
    const time = await lockTime(trx, now, seen);
    const found = await seatOf(trx, fingerprint);
    if (!found && name === undefined) throw AppError.unprocessable('seat_none', undefined, 'fingerprint');
    const holds = found && found.expires_at > time && found.seat <= seats;
    const seat = holds ? found.seat : await freeSeat(trx, time, seats);
    const expires_at = endFrom(time);
    await sql`insert into relay_seat values (${fingerprint}, ${seat}, ${name ?? found?.name ?? ''},
      ${name === undefined ? (found?.version ?? null) : version}, ${time}, ${expires_at})
      on conflict (fingerprint) do update set seat = excluded.seat, name = excluded.name, version = excluded.version,
      renewed_at = excluded.renewed_at, expires_at = excluded.expires_at`.execute(trx);
    await saveUse(trx, time, [fingerprint]);
    return { time, seat, expires_at };
  });

/**
 * Frees the seat of a machine; it may be repeated.
 * @returns when it was freed, in seconds since 1970
 * @throws 503 if the clock was set back
 */
export const releaseSeat = (database: Database, fingerprint: string, now: number, seen: number): Promise<number> =>
  transaction(database, async (trx) => {
    const time = await lockTime(trx, now, seen);
    await seatOf(trx, fingerprint);
    await sql`delete from relay_seat where fingerprint = ${fingerprint}`.execute(trx);
    return time;
  });

/**
 * Saves the use of today: machines that do not ask today hold their seats all the same until their leases end. The first
 * time also saves since when the licence is used; days before are of another licence.
 * @param licence the `jti` of the licence
 * @throws 503 if the clock was set back
 */
export const saveToday = (database: Database, licence: string, now: number, seen: number): Promise<void> =>
  transaction(database, async (trx) => {
    const time = await lockTime(trx, now, seen);
    await sql`insert into relay_licence select ${licence}, coalesce((select min(day) from relay_day
      where not exists (select 1 from relay_licence)), ${dayOf(time)}::date) on conflict do nothing`.execute(trx);
    await saveUse(
      trx,
      time,
      (await usedSeats(trx, time)).map(({ fingerprint }) => fingerprint),
    );
  });

/**
 * The use of the last days on which there was some, the latest first.
 * @param limit how many days
 * @param licence the `jti` of the licence, to leave out days before it
 */
export async function usedDays({ db }: Pick<Database, 'db'>, limit = 30, licence?: string): Promise<RelayDay[]> {
  const since = sql`(select since from relay_licence where licence = ${licence ?? null}::text)`;
  const { rows } = await sql<RelayDay>`select d.day::text as day, d.seats,
    (select count(*) from relay_machine m where m.day = d.day)::int as machines
    from relay_day d where ${since} is null or d.day >= ${since} order by d.day desc limit ${limit}`.execute(db);
  return rows;
}
