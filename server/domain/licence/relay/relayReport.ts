import { sql } from 'kysely';
import { relayKind } from '../../../../contract/choices/activation.ts';
import { AppError } from '../../../core/appError.ts';
import type { Context } from '../../../core/context.ts';
import { audit } from '../../../db/write/audit.ts';
import type { Assignment } from '../assignment.ts';
import { isIssued, unknownLicence, verifyLicence } from '../licenceProof.ts';
import { openSignedByRelay } from './relayRequest.ts';

/** The use of a day that a relay reports. */
export interface ReportedDay {
  /** A day (UTC), such as `2026-11-27`. */
  readonly day: string;
  /** The most of its seats that machines had at once. */
  readonly seats: number;
  /** How many machines had a seat. */
  readonly machines: number;
}

/** What a relay reports of the use of its seats (docs/guide/relay.md). */
interface RelayReport {
  /** The `jti` of the licence. */
  readonly licence: string;
  /** The `jti` of the delegation that the relay has. */
  readonly delegation: string;
  /** When it was written, in seconds since 1970. */
  readonly iat: number;
  readonly days: readonly ReportedDay[];
  /** The thumbprint of the relay's key (RFC 7638). */
  readonly kid: string;
}

/** The most days of a report. A relay reports the latest. */
export const mostReportedDays = 100;

/** The longest report, in characters. 100 days with their largest numbers need 9,000. */
const maxReport = 12_000;

/** How far the clock of a relay may be ahead, in ms. */
const clockTolerance = 300_000;

type Refusal =
  | 'report_unreadable'
  | 'report_too_large'
  | 'report_other_licence'
  | 'report_other_key'
  | 'report_future'
  | 'report_exceeded';

const refusal = (code: Refusal, values?: { readonly value: number }) => AppError.unprocessable(code, values, 'report');

/** The largest number of seats or machines that the database can save. */
const mostOfADay = 2_147_483_647;

const isCount = (value: unknown): value is number =>
  Number.isSafeInteger(value) && Number(value) >= 0 && Number(value) <= mostOfADay;

/** True for a day of the calendar, such as `2026-11-27`. */
function isDay(value: unknown): value is string {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return false;
  const time = Date.parse(`${value}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(value);
}

/** A day of a report with nothing but its known members; undefined if it is none. */
function dayIn(value: unknown): ReportedDay | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { day, seats, machines } = value as Record<string, unknown>;
  return isDay(day) && isCount(seats) && isCount(machines) ? { day, seats, machines } : undefined;
}

/** The days of a report, each once, in their order; undefined if they are wrong. */
function daysIn(value: unknown): ReportedDay[] | undefined {
  if (!Array.isArray(value)) return undefined;
  if (value.length > mostReportedDays) throw refusal('report_too_large', { value: mostReportedDays });
  const days = value.map(dayIn).filter((found) => found !== undefined);
  const isEachOnce = new Set(days.map(({ day }) => day)).size === value.length;
  return isEachOnce ? days.sort((a, b) => (a.day < b.day ? -1 : 1)) : undefined;
}

/**
 * Reads the report of a relay: a compact JWS that the relay's own key signs.
 * @throws 422 if it is none, was changed or is too large
 */
async function readReport(text: string): Promise<RelayReport> {
  if (text.length > maxReport) throw refusal('report_too_large', { value: mostReportedDays });
  const signed = await openSignedByRelay(text, 'relay-report+jwt');
  if (!signed) throw refusal('report_unreadable');
  const { sub, iat, delegation, days: given } = signed.payload;
  const days = daysIn(given);
  if (!sub || iat === undefined || typeof delegation !== 'string' || !days) throw refusal('report_unreadable');
  return { licence: sub, delegation, iat, days, kid: signed.key.kid };
}

/** The part of a licence that a report is compared with. */
type ReportedLicence = Pick<Assignment, 'id' | 'hosts'> & { readonly jti: string | null };

/**
 * The relay whose key signed a report.
 * @returns its activation, with the first and the last day of its delegations
 * @throws 422 if no seats of the licence were delegated to this key by the delegation that the report names
 */
async function relayOf({ trx }: Context, licence: ReportedLicence, { kid, delegation }: RelayReport) {
  const { rows } = await sql<{ id: number; first: string; last: string }>`select id,
      (created_at at time zone 'UTC')::date::text as first, (expires_at at time zone 'UTC')::date::text as last
    from activation where assignment_id = ${licence.id} and kind = ${relayKind} and fingerprint = ${kid}
      and deleted_at is null and expires_at is not null`.execute(trx);
  const found = rows.find(({ id }) => delegation === `${licence.jti}.${id}`);
  if (!found) throw refusal('report_other_key');
  return found;
}

/**
 * Saves days of a relay. A day that is reported again has the larger numbers, so that the same report may come twice.
 * @returns how many days are new or have larger numbers
 */
async function saveDays({ trx }: Context, { id }: ReportedLicence, activation: number, days: readonly ReportedDay[]) {
  const { rows } = await sql`insert into relay_day as d (assignment_id, activation_id, day, seats, machines)
    select ${id}::int, ${activation}::int, r.day, r.seats, r.machines from unnest(${days.map(({ day }) => day)}::date[],
      ${days.map(({ seats }) => seats)}::int[], ${days.map(({ machines }) => machines)}::int[]) as r (day, seats, machines)
    order by r.day
    on conflict (assignment_id, activation_id, day) do update
    set seats = greatest(d.seats, excluded.seats), machines = greatest(d.machines, excluded.machines)
    where excluded.seats > d.seats or excluded.machines > d.machines
    returning day`.execute(trx);
  return rows.length;
}

/** What a report changed. */
export interface SavedReport {
  /** How many days are new or have larger numbers. */
  readonly days: number;
  /** The last day of the report; null for a report without days. */
  readonly reported_until: string | null;
}

async function saveReport(context: Context, licence: ReportedLicence, text: string): Promise<SavedReport> {
  const report = await readReport(text);
  if (report.licence !== licence.jti) throw refusal('report_other_licence');
  const relay = await relayOf(context, licence, report);
  const limit = new Date(context.now.getTime() + clockTolerance);
  const last = report.days.at(-1);
  if (report.iat * 1000 > limit.getTime() || (last && last.day > limit.toISOString().slice(0, 10)))
    throw refusal('report_future');
  const isBeyond = ({ day, seats }: ReportedDay) => day < relay.first || day > relay.last || seats > licence.hosts;
  if (report.days.some(isBeyond)) throw refusal('report_exceeded');
  const days = await saveDays(context, licence, relay.id, report.days);
  // A relay with a network reports every day, which is a sign of life; what a person takes in is audited.
  if (context.caller && days > 0)
    await audit(context, { action: 'report_use', entity: 'activation', id: relay.id, after: { days } });
  return { days, reported_until: last?.day ?? null };
}

/**
 * Takes in the report of a relay that a person brings.
 * @param licence as the caller may see it, also one that has ended or was withdrawn
 * @throws 422 if it cannot be read, is for another licence or of a relay that has no seats of it, has days in the future,
 * or goes beyond the delegation
 */
export const takeReport = (context: Context, licence: Assignment, text: string): Promise<SavedReport> =>
  saveReport(context, licence, text);

/**
 * Takes in the report of a relay that sends it by itself, with the licence as authorization.
 * @param token the licence
 * @throws 401 for a licence that is not ours, has ended or was withdrawn; 422 as `takeReport`
 */
export async function takeReportOnline(context: Context, token: string, text: string): Promise<SavedReport> {
  const signed = await verifyLicence(context, token);
  const { rows } = await sql<ReportedLicence>`select a.id, a.hosts, a.jti from assignment a
    where ${isIssued(signed)}`.execute(context.trx);
  const [licence] = rows;
  if (!licence) throw unknownLicence();
  return saveReport(context, licence, text);
}
