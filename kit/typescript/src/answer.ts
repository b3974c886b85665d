/** Why a licence is valid or not (kit/SPEC.md, "Reasons"). */
export type Reason =
  | 'ok'
  | 'keys_unusable'
  | 'empty'
  | 'malformed'
  | 'too_large'
  | 'algorithm_unsupported'
  | 'header_unsupported'
  | 'type_wrong'
  | 'key_unknown'
  | 'platform_unsupported'
  | 'signature_wrong'
  | 'claims_wrong'
  | 'issuer_wrong'
  | 'product_wrong'
  | 'installation_wrong'
  | 'revoked'
  | 'clock_set_back'
  | 'not_yet_valid'
  | 'issued_in_future'
  | 'expired'
  | 'revocations_wrong'
  | 'revocations_missing'
  | 'revocations_stale'
  | 'lease_missing'
  | 'lease_wrong'
  | 'delegation_wrong'
  | 'delegation_exceeded'
  | 'machine_wrong'
  | 'lease_expired';

/** The claims of a licence. Times are in seconds since 1970. Other claims may follow. */
export interface Licence {
  /** The issuer. */
  readonly iss: string;
  /** The code of the enterprise that holds it. */
  readonly sub: string;
  /** The code of the product. */
  readonly aud: string;
  readonly jti: string;
  readonly iat: number;
  readonly nbf: number;
  readonly exp: number;
  readonly order: string;
  readonly project: string;
  readonly category: number;
  readonly quantity: number;
  /** The key of the installation. */
  readonly licence_key: string;
  /** 2 for a failback licence, else 1. */
  readonly generation: number;
  readonly trial?: boolean;
  readonly [claim: string]: unknown;
}

/** A set of public keys (RFC 7517), as `/.well-known/jwks.json` answers it. */
export interface KeySet {
  readonly keys: readonly object[];
}

/** Pinned public keys: one set or several, each as an object or as JSON text. */
export type Keys = KeySet | string | readonly (KeySet | string)[];

export interface Options {
  readonly keys: Keys;
  /** The expected issuer; any unless given. */
  readonly issuer?: string | undefined;
  /** The expected code of the product; any unless given. */
  readonly product?: string | undefined;
  /** The expected key of the installation; any unless given. */
  readonly installationKey?: string | undefined;
  /** Seconds since 1970; the clock of the system unless given. */
  readonly now?: number | undefined;
  /** `clock.lastSeen` of the last valid answer, in seconds since 1970. */
  readonly lastSeen?: number | undefined;
  /** How far the clock may be set back, in seconds; 24 hours unless given. */
  readonly clockTolerance?: number | undefined;
  /** How far the clocks of issuer and product may differ at the start and the end of a licence, in seconds; 0 unless given. */
  readonly leeway?: number | undefined;
  /** The list of withdrawn licences, or a list and the deltas that follow it. */
  readonly revocations?: string | readonly string[] | undefined;
  /** The greatest allowed age of the list, in seconds; until the `exp` of the list unless given. */
  readonly maxRevocationAge?: number | undefined;
  /** The lease of this machine, also as mails and terminals leave it. */
  readonly lease?: string | undefined;
  /** The fingerprint of this machine; if it is given, a lease for it is needed. */
  readonly fingerprint?: string | undefined;
}

/** What is known of a licence. Times are in seconds since 1970. */
export interface Answer {
  readonly valid: boolean;
  readonly reason: Reason;
  /** The claims, if they are genuine, also where the licence is not valid. */
  readonly licence: Licence | null;
  readonly expiresAt: number | null;
  readonly revocation: {
    /** When the list was made: a later withdrawal is not known. Null if no list was read. */
    readonly checkedUntil: number | null;
  };
  /** The lease, if it is genuine and belongs to the licence, also where it has ended or is for another machine. */
  readonly lease: { readonly expiresAt: number; readonly seat: number } | null;
  readonly clock: {
    readonly now: number;
    /** To be saved if the answer is valid, and given to the next verification. */
    readonly lastSeen: number;
    /** By how many seconds the clock is before the last time seen. */
    readonly setBackBy: number;
  };
}

/** A check that failed. */
export class Fault extends Error {
  readonly reason: Reason;

  constructor(reason: Reason) {
    super(reason);
    this.reason = reason;
  }
}

/** @throws Fault with the reason, unless the condition holds */
export function check(holds: unknown, reason: Reason): asserts holds {
  if (!holds) throw new Fault(reason);
}
