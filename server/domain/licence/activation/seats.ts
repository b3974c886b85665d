import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { machineKind, relayKind, usingStates } from '../../../../contract/choices/activation.ts';
import { assignment as licenceDeclaration } from '../../../../contract/entities/assignment.ts';
import type { EntityRows } from '../../../../contract/index.ts';
import { isSameMachine, partsOf } from '../../../../kit/typescript/src/machine.ts';
import { AppError } from '../../../core/appError.ts';
import type { Context } from '../../../core/context.ts';
import { currentSigningKey } from '../../../core/security/signingKey.ts';
import { updateUnversioned } from '../../../db/write/store.ts';
import { issuerOf, seconds, timesOf } from '../licence.ts';
import { isIssued, unknownLicence, verifyLicence } from '../licenceProof.ts';
import { saveSeats } from '../use/seatDays.ts';
import { refreshUsedAbove } from '../use/usedAbove.ts';

type Activation = EntityRows['activation'];

export const millisecondsAnHour = 3_600_000;

/**
 * Locks an issued licence and reads what its leases depend on. The lock makes its activations and delegations wait for
 * each other, so that no seat is given twice.
 * @throws 401 if there is no such licence; 422 where activation is off
 */
export async function lockLicence(context: Context, where: RawBuilder<SqlBool>) {
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
    relay: boolean | null;
    relay_days: number | null;
    activated: boolean;
    used_above: number;
  }>`select a.id, a.enterprise_id, a.hosts, a.jti, a.expired_at, d.code as product, l.issuer, l.signing_key_id,
      l.activation, l.lease_hours, l.seat_rule, l.relay, l.relay_days, a.activated, a.used_above
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

export type LockedLicence = Awaited<ReturnType<typeof lockLicence>>;

/**
 * Locks the licence that a product or a relay presents.
 * @throws 401 for a licence that is not ours, has ended or was withdrawn; 422 where activation is off
 */
export const lockPresented = async (context: Context, token: string): Promise<LockedLicence> =>
  lockLicence(context, isIssued(await verifyLicence(context, token)));

/** The shares of the quantity up to which machines get a seat; without one, there is no limit. */
const shares: Readonly<Record<string, number>> = { refuse: 1, to_125: 1.25, to_150: 1.5 };

/** The number of machines that may use a licence at once; undefined without a limit. */
export function seatLimit({ hosts, seat_rule }: LockedLicence): number | undefined {
  const share = shares[seat_rule ?? 'refuse'];
  return share === undefined ? undefined : Math.floor(hosts * share);
}

/** Seats in use: `seats` of them from the number `seat`. */
export type UsedSeats = Pick<Activation, 'kind' | 'seat' | 'seats'>;

/**
 * The seats of a locked licence that are in use, by machines and by relays. A machine whose lease has ended uses none; a
 * relay uses its seats until its delegation ends, even if it gets no new one.
 * @param except an activation that is not counted
 */
export const usedSeats = ({ trx, now }: Context, { id }: LockedLicence, except = 0): Promise<UsedSeats[]> =>
  trx
    .selectFrom('activation')
    .select(['kind', 'seat', 'seats'])
    .where('assignment_id', '=', id)
    .where('status', 'in', usingStates)
    .where('expires_at', '>', now)
    .where('id', '<>', except)
    .where('deleted_at', 'is', null)
    .execute();

/** How many seats these are. */
export const seatsOf = (held: readonly Pick<UsedSeats, 'seats'>[]): number =>
  held.reduce((sum, { seats }) => sum + seats, 0);

/** The lowest number from which this number of seats is free. */
export function firstFree(held: readonly Pick<UsedSeats, 'seat' | 'seats'>[], count: number): number {
  let seat = 1;
  for (const one of [...held].sort((a, b) => a.seat - b.seat)) {
    if (one.seat >= seat + count) break;
    seat = Math.max(seat, one.seat + one.seats);
  }
  return seat;
}

/**
 * The activation of a machine with a licence: the latest of its fingerprint, else one whose fingerprint has enough equal
 * parts, preferably one that holds a seat. Machines that are alike each have their own fingerprint, which comes first.
 */
export async function activationOf(
  context: Context,
  licence: LockedLicence,
  fingerprint: string,
): Promise<Activation | undefined> {
  const found = await latestOf(context, licence, machineKind, fingerprint);
  const parts = partsOf(fingerprint);
  if (found || parts.length === 0) return found;
  const alike = (await context.trx
    .selectFrom('activation')
    .selectAll()
    .where('assignment_id', '=', licence.id)
    .where('kind', '=', machineKind)
    .where('deleted_at', 'is', null)
    .where(sql<SqlBool>`string_to_array(fingerprint, '.') && ${parts}::text[]`)
    .orderBy(sql`status = 1`, 'desc')
    .orderBy('id', 'desc')
    .execute()) as Activation[];
  return alike.find((one) => isSameMachine(one.fingerprint, fingerprint));
}

/** The latest activation of a machine, or of a relay, with a licence. */
export async function latestOf(
  { trx }: Context,
  licence: LockedLicence,
  kind: Activation['kind'],
  fingerprint: string,
): Promise<Activation | undefined> {
  const found = await trx
    .selectFrom('activation')
    .selectAll()
    .where('assignment_id', '=', licence.id)
    .where('fingerprint', '=', fingerprint)
    .where('kind', '=', kind)
    .where('deleted_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return found as Activation | undefined;
}

/**
 * The end of what begins now: in whole seconds, and never after the licence's own end.
 * @param ms how long it lasts
 */
export const endAfter = ({ now }: Context, { expired_at }: LockedLicence, ms: number): Date =>
  new Date(Math.floor(Math.min(now.getTime() + ms, expired_at.getTime()) / 1000) * 1000);

/**
 * Saves how many seats are in use; more than were bought are a case for the salesman (issue 36).
 * @param inUse with those that are being given
 */
export async function countSeats(
  context: Context,
  { id, hosts, used_above }: LockedLicence,
  inUse: readonly UsedSeats[],
): Promise<void> {
  const [seats, delegated] = [seatsOf(inUse), seatsOf(inUse.filter(({ kind }) => kind === relayKind))];
  await saveSeats(context, id, { seats, leased: seats - delegated, delegated });
  if (seats > hosts || used_above > 0) await refreshUsedAbove(context, id);
}

/**
 * What the console signs about an activation of a locked licence, for a lease as for a delegation.
 * @param id the activation
 * @returns the claims about licence, activation and time, and the key that signs them
 */
export async function toSign(
  context: Context,
  { jti, product, issuer, signing_key_id }: LockedLicence,
  id: number,
  expires_at: Date,
) {
  const claims = {
    iss: issuerOf(context, issuer),
    sub: jti,
    aud: product,
    jti: `${jti}.${id}`,
    ...timesOf(context.now, seconds(expires_at) - seconds(context.now)),
  };
  return { claims, key: await currentSigningKey(context.trx, context.secrets, signing_key_id) };
}

/**
 * Marks a licence as one that is activated, so that its page has the list of its activations.
 * @returns whom its activations belong to
 */
export async function markActivated({ trx }: Context, { id, enterprise_id, activated }: LockedLicence) {
  if (!activated) await updateUnversioned(trx, licenceDeclaration, id, { activated: true });
  return { assignment_id: id, enterprise_id: enterprise_id ?? 0 };
}
