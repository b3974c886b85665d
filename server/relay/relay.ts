import { message } from '../../contract/messages/message.ts';
import { cleanText, verifyLicence } from '../../kit/typescript/src/index.ts';
import { AppError } from '../core/appError.ts';
import type { Database } from '../db/connection.ts';
import { timesOf } from '../domain/licence/licence.ts';
import { unknownLicence } from '../domain/licence/licenceProof.ts';
import { mostReportedDays } from '../domain/licence/relay/relayReport.ts';
import type { Signer } from '../gateways/signer.ts';
import type { RelayFolder, RelayKey } from './folder.ts';
import { relayReport } from './request.ts';
import {
  type AskingMachine,
  clockSetBack,
  giveSeat,
  lastSeen,
  type RelayDay,
  type RelaySeat,
  releaseSeat,
  saveToday,
  usedDays,
  usedSeats,
} from './seats.ts';
import { clockTolerance, licenceAnswer, RelayProblem, type RelayState, watchState } from './state.ts';

/** A lease that a relay gives to a machine. */
export interface RelayLease {
  /** The delegation and the lease, with a tilde between them (kit/SPEC.md, "The lease of a relay"). */
  readonly lease: string;
  /** In seconds since 1970. */
  readonly expires_at: number;
  readonly seat: number;
}

/** Who holds the seats of a relay, and whether it can give more. Times are in seconds since 1970. */
export interface RelayStatus {
  readonly relay: string;
  readonly licence: string | null;
  /** Why it gives no leases; null while it does. */
  readonly problem: string | null;
  readonly seats: number;
  readonly delegated_until: number | null;
  readonly machines: readonly RelaySeat[];
  /** The use of the last 30 days. */
  readonly days: readonly RelayDay[];
}

/** A relay: it leases the seats that were delegated to it, for as long as its licence and its delegation last. */
export interface Relay {
  /** @throws 401 for another licence, one that has ended or was withdrawn; 422 without a free seat; 503 while it cannot work */
  lease(token: string, machine: AskingMachine): Promise<RelayLease>;
  /**
   * Frees the seat of a machine.
   * @returns when, in seconds since 1970
   */
  release(token: string, fingerprint: string): Promise<number>;
  /** Why it can give no leases; undefined if it can. */
  problem(): Promise<string | undefined>;
  status(): Promise<RelayStatus>;
  /**
   * Saves the use of today, also by machines that have not asked today.
   * @throws 503 if the clock was set back
   */
  countToday(): Promise<void>;
  /**
   * The signed report of the use of its seats by day, which names no machine. It also works when the licence has ended.
   * @throws 503 without a delegation, and if the clock was set back
   */
  report(): Promise<string>;
}

export interface RelayParts {
  readonly folder: RelayFolder;
  readonly database: Database;
  readonly key: RelayKey;
  readonly signer: Pick<Signer, 'signLease'>;
  /** In seconds since 1970. */
  readonly now: () => number;
}

const notReady = () => new AppError(503, message('relay_not_ready'), undefined, 60);

/** A delegation that lasts at a time. */
function currentDelegation({ delegation }: RelayState, time: number) {
  if (!delegation || time >= delegation.exp) throw notReady();
  if (time < delegation.nbf) throw clockSetBack();
  return delegation;
}

export function createRelay({ folder, database, key, signer, now }: RelayParts): Relay {
  const state = watchState(folder);

  /** What the relay has, whether or not its licence is valid now. */
  const anyState = () =>
    state().catch((error: unknown) => {
      throw error instanceof RelayProblem ? notReady() : error;
    });

  /**
   * What the relay has, once it is known that its licence is valid now.
   * @throws 401 if it has ended or was withdrawn; 503 if the relay cannot work
   */
  async function validState(): Promise<RelayState & { readonly time: number }> {
    const found = await anyState();
    const seen = Math.max(await lastSeen(database), found.seen);
    const { reason, clock } = await licenceAnswer(folder, found, now(), seen);
    if (reason === 'clock_set_back') throw clockSetBack();
    if (['revoked', 'expired'].includes(reason)) throw unknownLicence();
    if (reason !== 'ok') throw notReady();
    return { ...found, seen: clock.lastSeen, time: clock.lastSeen };
  }

  /** @throws 401 unless the token is the licence of this relay */
  async function checkToken(token: string, { licence, licenceText, keys }: RelayState): Promise<void> {
    if (cleanText(token) === licenceText) return;
    const given = await verifyLicence(token, { keys, now: now(), clockTolerance });
    if (given.licence?.jti !== licence.jti) throw unknownLicence();
  }

  return {
    async lease(token, machine) {
      const found = await validState();
      await checkToken(token, found);
      const { text, exp, seats, max_lease, jti } = currentDelegation(found, found.time);
      const endFrom = (time: number) => Math.min(time + max_lease, exp, found.licence.exp);
      const given = await giveSeat(database, machine, { seats, endFrom }, now(), found.seen);
      const claims = {
        iss: key.kid,
        sub: found.licence.jti,
        aud: found.licence.aud,
        jti: `${jti}.${given.seat}`,
        ...timesOf(new Date(given.time * 1000), given.expires_at - given.time),
        fingerprint: machine.fingerprint,
        seat: given.seat,
      };
      const lease = await signer.signLease(claims, key);
      return { lease: `${text}~${lease}`, expires_at: given.expires_at, seat: given.seat };
    },
    async release(token, fingerprint) {
      const found = await validState();
      await checkToken(token, found);
      return releaseSeat(database, fingerprint, now(), found.seen);
    },
    async problem() {
      try {
        const found = await validState();
        currentDelegation(found, found.time);
        return undefined;
      } catch (error) {
        if (error instanceof AppError) return error.code;
        throw error;
      }
    },
    async status() {
      const found = await state().catch(() => undefined);
      const machines = await usedSeats(database.db, Math.max(now(), await lastSeen(database)));
      return {
        relay: key.kid,
        licence: found?.licence.jti ?? null,
        problem: (await this.problem()) ?? null,
        seats: found?.delegation?.seats ?? 0,
        delegated_until: found?.delegation?.exp ?? null,
        machines,
        days: await usedDays(database),
      };
    },
    async countToday() {
      const { licence, seen } = await anyState();
      await saveToday(database, licence.jti, now(), seen);
    },
    async report() {
      const { licence, delegation } = await anyState();
      if (!delegation) throw notReady();
      await this.countToday();
      const days = await usedDays(database, mostReportedDays, licence.jti);
      return relayReport(key, licence.jti, delegation.jti, days, Math.max(now(), await lastSeen(database)));
    },
  };
}
