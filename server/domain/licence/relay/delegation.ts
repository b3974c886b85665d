import { relayKind } from '../../../../contract/choices/activation.ts';
import { activation as declaration } from '../../../../contract/entities/activation.ts';
import type { EntityRows } from '../../../../contract/index.ts';
import { AppError } from '../../../core/appError.ts';
import type { Context } from '../../../core/context.ts';
import type { SigningKey } from '../../../core/security/signingKey.ts';
import { insert, patch, updateUnversioned } from '../../../db/write/store.ts';
import {
  countSeats,
  endAfter,
  firstFree,
  type LockedLicence,
  latestOf,
  lockPresented,
  markActivated,
  millisecondsAnHour,
  seatsOf,
  toSign,
  type UsedSeats,
  usedSeats,
} from '../activation/seats.ts';
import { type RelayRequest, readRelayRequest } from './relayRequest.ts';

type Activation = EntityRows['activation'];

/** The claims of a delegation (kit/SPEC.md, "The lease of a relay"). Times in seconds since 1970. */
export interface DelegationClaims {
  readonly iss: string;
  readonly sub: string;
  readonly aud: string;
  readonly jti: string;
  readonly iat: number;
  readonly nbf: number;
  readonly exp: number;
  readonly seats: number;
  /** The longest lease that the relay may give, in seconds. */
  readonly max_lease: number;
  /** The key of the relay (RFC 7800). */
  readonly cnf: { readonly jwk: RelayRequest['key'] };
}

/** A delegation that is saved and can be signed. */
export interface DelegationToSign {
  readonly claims: DelegationClaims;
  readonly key: SigningKey;
  readonly seat: number;
  readonly seats: number;
  readonly expires_at: Date;
}

/** Signs a delegation as a compact JWS. */
export type SignDelegation = (delegation: DelegationToSign) => Promise<string>;

/** The states of a relay that gets no new delegation: it is ending, or its seats were freed after that. */
const stopped: readonly number[] = [5, 8];

/** True while a relay may give leases, so that its seats are in use. */
const isDelegated = ({ now }: Context, found: Activation | undefined): found is Activation =>
  (found?.status === 4 || found?.status === 5) && found.expires_at !== null && found.expires_at > now;

/**
 * Finds seats for a relay: those that it has, if they are enough, else others. A relay gets only seats that were bought,
 * whatever the profile says of machines beyond the quantity.
 * @throws 422 if fewer are free, or if the relay has more seats until its delegation ends
 */
async function seatsFor(context: Context, licence: LockedLicence, wanted: number, found: Activation | undefined) {
  const isHolding = isDelegated(context, found);
  if (isHolding && wanted < found.seats)
    throw AppError.unprocessable('relay_smaller', { value: found.seats }, 'request');
  const held = await usedSeats(context, licence, found?.id);
  const others = seatsOf(held);
  const value = Math.max(0, licence.hosts - others);
  if (wanted > value) throw AppError.unprocessable('relay_seats', { value }, 'request');
  const seat = isHolding && wanted === found.seats ? found.seat : firstFree(held, wanted);
  const own: UsedSeats = { kind: relayKind, seat, seats: wanted };
  return { seat, used: [...held, own] };
}

/**
 * Delegates seats of a licence to a relay, which leases them to machines by its own key. A relay that has seats keeps
 * them, and gets a new delegation.
 * @param licence locked, so that relays and machines together never get more seats than there are
 * @param resume true if a person asks, who may also bring back a relay that was ended
 * @throws 422 where the product has no relays, for a request for another licence, for a relay that was ended, and if
 * fewer seats are free
 */
export async function delegate(
  context: Context,
  licence: LockedLicence,
  request: RelayRequest,
  { resume }: { readonly resume: boolean },
): Promise<DelegationToSign> {
  if (!licence.relay) throw AppError.unprocessable('relay_off');
  if (request.licence !== licence.jti) throw AppError.unprocessable('relay_other_licence', undefined, 'request');
  const { name, version, seats, key } = request;
  const found = await latestOf(context, licence, relayKind, key.kid);
  if (found && stopped.includes(found.status) && !resume) throw AppError.unprocessable('relay_stopped');
  const { seat, used } = await seatsFor(context, licence, seats, found);
  const expires_at = endAfter(context, licence, (licence.relay_days ?? 1) * 24 * millisecondsAnHour);
  const times = { product_version: version, renewed_at: context.now, expires_at };
  const held = { ...times, name, seat, seats, is_over: false, status: 4 as const, released_at: null };
  const answer = (id: number) => delegationOf(context, licence, request, { id, seat, seats, expires_at });
  if (found?.status === 4 && isDelegated(context, found) && found.seats === seats) {
    // A sign of life is no change of the record: neither audited nor published.
    await updateUnversioned(context.trx, declaration, found.id, times);
    return answer(found.id);
  }
  await countSeats(context, licence, used);
  const note = { action: 'delegate' };
  if (found) {
    await patch(context, 'activation', found, held, note);
    return answer(found.id);
  }
  const belongs = await markActivated(context, licence);
  const { id } = await insert(
    context,
    'activation',
    { ...belongs, ...held, kind: relayKind, fingerprint: key.kid },
    note,
  );
  return answer(id);
}

type SavedDelegation = Pick<Activation, 'id' | 'seat' | 'seats'> & { readonly expires_at: Date };

async function delegationOf(
  context: Context,
  licence: LockedLicence,
  { key: jwk }: RelayRequest,
  { id, seat, seats, expires_at }: SavedDelegation,
): Promise<DelegationToSign> {
  const { claims, key } = await toSign(context, licence, id, expires_at);
  const max_lease = ((licence.lease_hours ?? 1) * millisecondsAnHour) / 1000;
  return { claims: { ...claims, seats, max_lease, cnf: { jwk } }, key, seat, seats, expires_at };
}

/**
 * Delegates seats to a relay that asks by itself, with the licence as authorization.
 * @param token the licence
 * @throws 401 for a licence that is not ours, has ended or was withdrawn; 422 as `delegate`, and if the request cannot
 * be read
 */
export async function delegateOnline(context: Context, token: string, text: string): Promise<DelegationToSign> {
  const licence = await lockPresented(context, token);
  return delegate(context, licence, await readRelayRequest(text), { resume: false });
}
