import { type SqlBool, sql } from 'kysely';
import { machineKind } from '../../../../contract/choices/activation.ts';
import { activationEndpoints } from '../../../../contract/endpoints/licence/activation.ts';
import { activation as declaration } from '../../../../contract/entities/activation.ts';
import type { EntityRows } from '../../../../contract/index.ts';
import { acceptedText } from '../../../../contract/kinds/fittingText.ts';
import { customers, roleIds } from '../../../../contract/schema/access.ts';
import { AppError } from '../../../core/appError.ts';
import { type Context, callerOf } from '../../../core/context.ts';
import type { Rules } from '../../../core/rules.ts';
import type { SigningKey } from '../../../core/security/signingKey.ts';
import { insert, patch, updateUnversioned } from '../../../db/write/store.ts';
import type { Assignment } from '../assignment.ts';
import { type DelegationToSign, delegate } from '../relay/delegation.ts';
import { isRelayRequest, readRelayRequest } from '../relay/relayRequest.ts';
import {
  activationOf,
  countSeats,
  endAfter,
  firstFree,
  type LockedLicence,
  lockLicence,
  lockPresented,
  markActivated,
  millisecondsAnHour,
  seatLimit,
  seatsOf,
  toSign,
  usedSeats,
} from './seats.ts';

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

/**
 * The lowest free seat of a locked licence, and whether it is beyond the quantity.
 * @throws 422 if all are in use
 */
async function freeSeat(context: Context, licence: LockedLicence) {
  const held = await usedSeats(context, licence);
  const others = seatsOf(held);
  const limit = seatLimit(licence);
  if (limit !== undefined && others >= limit) throw AppError.unprocessable('seats_in_use', { value: limit });
  const seat = firstFree(held, 1);
  // The seats of a relay follow each other, so that a free one below them may have a high number.
  const is_over = held.some(({ seats }) => seats > 1) ? others + 1 > licence.hosts : seat > licence.hosts;
  return { seat, is_over, held };
}

/** Gives a machine a seat, or renews the lease of the seat that it holds. */
async function giveSeat(
  context: Context,
  licence: LockedLicence,
  { fingerprint, name, version = null }: Machine,
  found: Activation | undefined,
): Promise<LeaseToSign> {
  const expires_at = endAfter(context, licence, (licence.lease_hours ?? 1) * millisecondsAnHour);
  const lease = { product_version: version, renewed_at: context.now, expires_at };
  if (found?.status === 1 && found.expires_at && found.expires_at > context.now) {
    // A sign of life is no change of the record: neither audited nor published. A changed part of the machine is one.
    if (found.fingerprint === fingerprint) await updateUnversioned(context.trx, declaration, found.id, lease);
    else await patch(context, 'activation', found, { ...lease, fingerprint }, { action: 'update' });
    return leaseOf(context, licence, { id: found.id, fingerprint, seat: found.seat, expires_at });
  }
  const { seat, is_over, held: others } = await freeSeat(context, licence);
  await countSeats(context, licence, [...others, { kind: machineKind, seat, seats: 1 }]);
  const held = { ...lease, name, seat, is_over, fingerprint, status: 1 as const };
  const note = { action: 'activate' };
  if (found?.status === 1) {
    await patch(context, 'activation', found, held, note);
    return leaseOf(context, licence, { id: found.id, fingerprint, seat, expires_at });
  }
  const belongs = await markActivated(context, licence);
  const { id } = await insert(context, 'activation', { ...belongs, ...held }, note);
  return leaseOf(context, licence, { id, fingerprint, seat, expires_at });
}

type SavedLease = Pick<Activation, 'id' | 'fingerprint' | 'seat'> & { readonly expires_at: Date };

async function leaseOf(
  context: Context,
  licence: LockedLicence,
  { id, fingerprint, seat, expires_at }: SavedLease,
): Promise<LeaseToSign> {
  const { claims, key } = await toSign(context, licence, id, expires_at);
  return { claims: { ...claims, fingerprint, seat }, key, seat, expires_at };
}

/**
 * Activates a licence on a machine. A machine that holds a seat keeps it, and gets a new lease.
 * @param token the licence
 * @throws 401 for a licence that is not ours, has ended or was withdrawn; 422 where activation is off or no seat is free
 */
export async function activate(context: Context, token: string, machine: Machine): Promise<LeaseToSign> {
  const licence = await lockPresented(context, token);
  return giveSeat(context, licence, machine, await activationOf(context, licence, machine.fingerprint));
}

/**
 * Renews the lease of a machine. If it has ended, the machine gets a seat again, provided that one is free.
 * @throws 401 and 422 as `activate`; 422 also for a machine that never had a seat or whose seat was freed
 */
export async function renewLease(context: Context, token: string, fingerprint: string): Promise<LeaseToSign> {
  const licence = await lockPresented(context, token);
  const found = await activationOf(context, licence, fingerprint);
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
  const found = await activationOf(context, licence, fingerprint);
  if (!found) throw AppError.unprocessable('seat_none', undefined, 'fingerprint');
  if (found.status !== 1) return found.released_at ?? found.expires_at ?? context.now;
  const freed = { status: 8 as const, released_at: context.now };
  await patch(context, 'activation', found, freed, { action: 'release' });
  return context.now;
}

/** The parts of a machine's request are the body of an activation. */
const machineFields = activationEndpoints.activate.body;

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
  const part = (name: keyof typeof machineFields): string | undefined => {
    const value = given[name];
    return typeof value === 'string' ? acceptedText(machineFields[name], value) : undefined;
  };
  const [fingerprint, name] = [part('fingerprint'), part('name')];
  if (!fingerprint || !name) throw wrong();
  return { fingerprint, name, version: part('version') };
}

/**
 * Activates a licence for a machine without a network, by the request that its product shows, or delegates seats to a
 * relay without a network, by the request that it writes.
 * @param assignment the licence, as the caller may see it
 * @throws 422 if it is not issued or has ended, if the request cannot be read, and as `activate` and `delegate`
 */
export async function activateOffline(
  context: Context,
  assignment: Assignment,
  request: string,
): Promise<LeaseToSign | DelegationToSign> {
  const isValid = assignment.status === 1 && assignment.expired_at !== null && assignment.expired_at > context.now;
  if (!isValid) throw AppError.unprocessable('not_issued', undefined, 'assignment_id');
  const isOfLicence = sql<SqlBool>`a.id = ${assignment.id}`;
  if (isRelayRequest(request)) {
    const relay = await readRelayRequest(request);
    return delegate(context, await lockLicence(context, isOfLicence), relay, { resume: true });
  }
  const machine = readRequest(request);
  const licence = await lockLicence(context, isOfLicence);
  return giveSeat(context, licence, machine, await activationOf(context, licence, machine.fingerprint));
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
