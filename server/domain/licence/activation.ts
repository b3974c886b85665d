import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { activation as declaration } from '../../../contract/entities/activation.ts';
import { assignment as licenceDeclaration } from '../../../contract/entities/assignment.ts';
import type { EntityRows } from '../../../contract/index.ts';
import { canonicalText } from '../../../contract/lib/canonicalText.ts';
import { customers, roleIds } from '../../../contract/schema/access.ts';
import { AppError } from '../../core/appError.ts';
import { type Context, callerOf } from '../../core/context.ts';
import type { Rules } from '../../core/rules.ts';
import { currentSigningKey, type SigningKey } from '../../core/security/signingKey.ts';
import { insert, patch, updateUnversioned } from '../../db/write/store.ts';
import type { Assignment } from './assignment.ts';
import { issuerOf, seconds, timesOf } from './licence.ts';
import { isIssued, unknownLicence, verifyLicence } from './licenceProof.ts';
import { saveSeats } from './use/seatDays.ts';
import { refreshUsedAbove } from './use/usedAbove.ts';

type Activation = EntityRows['activation'];

/** A machine that asks for a seat. */
export interface Machine {
  /** Identifies the machine; the product computes it. */
  readonly fingerprint: string;
  readonly name: string;
  readonly version?: string | null | undefined;
}

/** The claims of a lease (docs/guide/activation.md): a machine may use the licence `sub` until `exp`. Times in seconds since 1970. */
export interface LeaseClaims {
  readonly iss: string;
  readonly sub: string;
  readonly aud: string;
  readonly jti: string;
  readonly iat: number;
  readonly nbf: number;
  readonly exp: number;
  readonly fingerprint: string;
  readonly seat: number;
}

/** A lease that is saved and can be signed. */
export interface LeaseToSign {
  readonly claims: LeaseClaims;
  readonly key: SigningKey;
  readonly seat: number;
  readonly expires_at: Date;
}

/** Signs a lease as a compact JWS. */
export type SignLease = (lease: LeaseToSign) => Promise<string>;

const millisecondsAnHour = 3_600_000;

/**
 * Locks an issued licence and reads what its leases depend on. The lock makes its activations wait for each other, so
 * that no seat is given twice.
 * @throws 401 if there is no such licence
 */
async function lockLicence(context: Context, where: RawBuilder<SqlBool>) {
  const { rows } = await sql<{
    id: number;
    enterprise_id: number | null;
    hosts: number;
    jti: string;
    expired_at: Date;
    product: string;
    issuer: string | null;
    signing_key_id: string | null;
    activation: boolean | null;
    lease_hours: number | null;
    seat_rule: string | null;
    activated: boolean;
    used_above: number;
  }>`select a.id, a.enterprise_id, a.hosts, a.jti, a.expired_at, d.code as product, l.issuer, l.signing_key_id,
      l.activation, l.lease_hours, l.seat_rule, a.activated, a.used_above
    from assignment a
    join project p on p.id = a.project_id
    join product d on d.id = p.product_id
    left join product_license l on l.product_id = d.id and l.deleted_at is null
    where ${where} for no key update of a`.execute(context.trx);
  const [licence] = rows;
  if (!licence) throw unknownLicence();
  if (!licence.activation) throw AppError.unprocessable('activation_off');
  return licence;
}

type Licence = Awaited<ReturnType<typeof lockLicence>>;

/** Locks the licence that a product presents. */
const lockPresented = async (context: Context, token: string): Promise<Licence> =>
  lockLicence(context, isIssued(await verifyLicence(context, token)));

/** The shares of the quantity up to which machines get a seat; without one, there is no limit. */
const shares: Readonly<Record<string, number>> = { refuse: 1, to_125: 1.25, to_150: 1.5 };

/** The number of machines that may use a licence at once; undefined without a limit. */
function seatLimit({ hosts, seat_rule }: Licence): number | undefined {
  const share = shares[seat_rule ?? 'refuse'];
  return share === undefined ? undefined : Math.floor(hosts * share);
}

/**
 * The lowest free seat of a locked licence, and how many others are in use. A machine whose lease has ended uses none.
 * @throws 422 if all are in use
 */
async function freeSeat(context: Context, licence: Licence): Promise<{ seat: number; others: number }> {
  const held = await context.trx
    .selectFrom('activation')
    .select('seat')
    .where('assignment_id', '=', licence.id)
    .where('status', '=', 1)
    .where('expires_at', '>', context.now)
    .where('deleted_at', 'is', null)
    .execute();
  const limit = seatLimit(licence);
  if (limit !== undefined && held.length >= limit) throw AppError.unprocessable('seats_in_use', { value: limit });
  const seats = new Set(held.map(({ seat }) => seat));
  for (let seat = 1; ; seat += 1) if (!seats.has(seat)) return { seat, others: held.length };
}

/** The latest activation of a machine with a licence. */
async function latestOf(context: Context, licence: Licence, fingerprint: string): Promise<Activation | undefined> {
  const found = await context.trx
    .selectFrom('activation')
    .selectAll()
    .where('assignment_id', '=', licence.id)
    .where('fingerprint', '=', fingerprint)
    .where('deleted_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return found as Activation | undefined;
}

/** The end of a lease that begins now: never after the licence's own end. */
function leaseEnd({ now }: Context, { lease_hours, expired_at }: Licence): Date {
  const end = Math.min(now.getTime() + (lease_hours ?? 1) * millisecondsAnHour, expired_at.getTime());
  return new Date(Math.floor(end / 1000) * 1000);
}

/** Saves how many seats are in use; more than were bought are a case for the salesman (issue 36). */
async function countSeats(context: Context, { id, hosts, used_above }: Licence, held: number): Promise<void> {
  await saveSeats(context, id, held);
  if (held > hosts || used_above > 0) await refreshUsedAbove(context, id);
}

/** Gives a machine a seat, or renews the lease of the seat that it holds. */
async function giveSeat(
  context: Context,
  licence: Licence,
  { fingerprint, name, version = null }: Machine,
  found: Activation | undefined,
): Promise<LeaseToSign> {
  const expires_at = leaseEnd(context, licence);
  const lease = { product_version: version, renewed_at: context.now, expires_at };
  if (found?.status === 1 && found.expires_at && found.expires_at > context.now) {
    // A sign of life is no change of the record: neither audited nor published.
    await updateUnversioned(context.trx, declaration, found.id, lease);
    return leaseOf(context, licence, { id: found.id, fingerprint, seat: found.seat, expires_at });
  }
  const { seat, others } = await freeSeat(context, licence);
  await countSeats(context, licence, others + 1);
  const held = { ...lease, name, seat, is_over: seat > licence.hosts, status: 1 as const };
  const note = { action: 'activate' };
  if (found?.status === 1) {
    await patch(context, 'activation', found, held, note);
    return leaseOf(context, licence, { id: found.id, fingerprint, seat, expires_at });
  }
  if (!licence.activated) await updateUnversioned(context.trx, licenceDeclaration, licence.id, { activated: true });
  const belongs = { assignment_id: licence.id, enterprise_id: licence.enterprise_id ?? 0 };
  const { id } = await insert(context, 'activation', { ...belongs, ...held, fingerprint }, note);
  return leaseOf(context, licence, { id, fingerprint, seat, expires_at });
}

type SavedLease = Pick<Activation, 'id' | 'fingerprint' | 'seat'> & { readonly expires_at: Date };

async function leaseOf(
  context: Context,
  { jti, product, issuer, signing_key_id }: Licence,
  { id, fingerprint, seat, expires_at }: SavedLease,
): Promise<LeaseToSign> {
  const claims: LeaseClaims = {
    iss: issuerOf(context, issuer),
    sub: jti,
    aud: product,
    jti: `${jti}.${id}`,
    ...timesOf(context.now, seconds(expires_at) - seconds(context.now)),
    fingerprint,
    seat,
  };
  const key = await currentSigningKey(context.trx, context.secrets, signing_key_id);
  return { claims, key, seat, expires_at };
}

/**
 * Activates a licence on a machine. A machine that holds a seat keeps it, and gets a new lease.
 * @param token the licence
 * @throws 401 for a licence that is not ours, has ended or was withdrawn; 422 where activation is off or no seat is free
 */
export async function activate(context: Context, token: string, machine: Machine): Promise<LeaseToSign> {
  const licence = await lockPresented(context, token);
  return giveSeat(context, licence, machine, await latestOf(context, licence, machine.fingerprint));
}

/**
 * Renews the lease of a machine. If it has ended, the machine gets a seat again, provided that one is free.
 * @throws 401 and 422 as `activate`; 422 also for a machine that never had a seat or whose seat was freed
 */
export async function renewLease(context: Context, token: string, fingerprint: string): Promise<LeaseToSign> {
  const licence = await lockPresented(context, token);
  const found = await latestOf(context, licence, fingerprint);
  if (!found || found.status === 8) throw AppError.unprocessable('seat_none', undefined, 'fingerprint');
  const machine = { fingerprint, name: found.name, version: found.product_version };
  return giveSeat(context, licence, machine, found);
}

/**
 * Frees the seat of a machine at its own request; it may be repeated.
 * @returns when the seat was freed
 * @throws 401 as `activate`; 422 for a machine that never had a seat
 */
export async function releaseLease(context: Context, token: string, fingerprint: string): Promise<Date> {
  const licence = await lockPresented(context, token);
  const found = await latestOf(context, licence, fingerprint);
  if (!found) throw AppError.unprocessable('seat_none', undefined, 'fingerprint');
  if (found.status !== 1) return found.released_at ?? found.expires_at ?? context.now;
  const freed = { status: 8 as const, released_at: context.now };
  await patch(context, 'activation', found, freed, { action: 'release' });
  return context.now;
}

/** The most characters of each part of a machine's request, as in the body of an activation. */
const longest = { fingerprint: 200, name: 100, version: 50 } as const;

/**
 * Reads the request that a machine without a network shows: base64url of the JSON body of an activation.
 * @throws 422 if it is none
 */
function readRequest(request: string): Machine {
  const wrong = () => AppError.unprocessable('request_unreadable', undefined, 'request');
  let body: unknown;
  try {
    body = JSON.parse(
      new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(request.replace(/\s/g, ''), 'base64url')),
    );
  } catch {
    throw wrong();
  }
  const given = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>;
  const part = (name: keyof typeof longest): string | undefined => {
    const value = given[name];
    const text = typeof value === 'string' ? canonicalText(value, name === 'fingerprint' ? 'key' : 'line') : '';
    return text.length > 0 && text.length <= longest[name] ? text : undefined;
  };
  const [fingerprint, name] = [part('fingerprint'), part('name')];
  if (!fingerprint || fingerprint.length < 8 || !name) throw wrong();
  return { fingerprint, name, version: part('version') };
}

/**
 * Activates a licence for a machine without a network, by the request that its product shows.
 * @param assignment the licence, as the caller may see it
 * @throws 422 if it is not issued or has ended, if the request cannot be read, and as `activate`
 */
export async function activateOffline(context: Context, assignment: Assignment, request: string): Promise<LeaseToSign> {
  const isValid = assignment.status === 1 && assignment.expired_at !== null && assignment.expired_at > context.now;
  if (!isValid) throw AppError.unprocessable('not_issued', undefined, 'assignment_id');
  const machine = readRequest(request);
  const licence = await lockLicence(context, sql<SqlBool>`a.id = ${assignment.id}`);
  return giveSeat(context, licence, machine, await latestOf(context, licence, machine.fingerprint));
}

/**
 * Refuses a customer who has freed as many seats of the licence this month (UTC) as the issuing profile allows. A freed
 * machine works until its lease ends, so an unlimited number would be as many machines as one likes.
 */
async function checkReleases(context: Context, { assignment_id }: Activation): Promise<void> {
  if (!customers.some((role) => role === callerOf(context).role)) return;
  const { monthly_releases } = await context.trx
    .selectFrom('assignment as a')
    .innerJoin('project as p', 'p.id', 'a.project_id')
    .leftJoin('product_license as l', (join) =>
      join.onRef('l.product_id', '=', 'p.product_id').on('l.deleted_at', 'is', null),
    )
    .select('l.monthly_releases')
    .where('a.id', '=', assignment_id)
    .forNoKeyUpdate('a')
    .executeTakeFirstOrThrow();
  const month = new Date(`${context.now.toISOString().slice(0, 7)}-01T00:00:00Z`);
  // Materialized, so that the activations of the licence are found by their index before the users are looked up.
  const { rows } = await sql<{ released: number }>`with released as materialized (
      select released_by_id from activation where assignment_id = ${assignment_id} and released_at >= ${month}
        and deleted_at is null)
    select count(*)::int as released from released r join users u on u.id = r.released_by_id
    where u.role_id in (${roleIds.Enterprise}, ${roleIds.Subordinate})`.execute(context.trx);
  const value = monthly_releases ?? 0;
  if ((rows[0]?.released ?? 0) >= value) throw AppError.unprocessable('releases_used', { value });
}

export const activation: Rules<Activation> = {
  transitions: {
    async release(context, row, input) {
      await checkReleases(context, row);
      return input;
    },
  },
};
