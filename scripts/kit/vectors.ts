import type { JWK } from 'jose';
import type { Answer, Options, Reason } from '../../kit/typescript/src/index.ts';
import type { RevocationClaims } from '../../server/domain/licence/revocation.ts';
import type { TestKey } from './testKeys.ts';

/** The options of a vector: it names key sets and lists, which `vectors.json` has once. */
export interface VectorOptions extends Omit<Options, 'keys' | 'revocations'> {
  readonly keys: readonly string[];
  readonly revocations?: readonly string[];
}

/** A case: a text, the options, and, in `vectors.json`, the expected answer. */
export interface Vector {
  readonly name: string;
  readonly text: string;
  readonly options: VectorOptions;
  readonly answer: Answer;
}

export type Case = Omit<Vector, 'answer'>;

/** A fingerprint that is made of parts (kit/SPEC.md, "The fingerprint"). */
export interface FingerprintVector {
  readonly name: string;
  readonly parts: Readonly<Record<string, string | null>>;
  readonly licence: string;
  readonly product: string;
  readonly needed?: number;
  /** Null if the parts make none. */
  readonly fingerprint: string | null;
}

/** A request to a console: for a seat, or to give it back if the machine has no name here. */
export interface ConsoleRequest {
  readonly address: string;
  readonly licence: string;
  readonly fingerprint: string;
  readonly name?: string;
  readonly version?: string;
}

/** The file that the program of each language reads. */
export interface CaseFile<C extends Case = Case> {
  readonly keys: Readonly<Record<string, { readonly keys: readonly (JWK | object)[] } | string>>;
  readonly revocations: Readonly<Record<string, string>>;
  readonly vectors: readonly C[];
  readonly fingerprints: readonly FingerprintVector[];
}

/** 15 January 2027, 08:00 UTC: the time of every vector that names no other. */
export const now = 1_800_000_000;

export const hour = 3600;
export const day = 24 * hour;

/** The claims of the licence that most vectors are made of. */
export const licence = {
  iss: 'https://licence.example',
  sub: 'FIRST',
  aud: 'MOVER',
  jti: '0f8b5c1e-8c0e-4d1f-9a51-3f1a2b7c9d10',
  iat: now - day,
  nbf: now - day - 300,
  exp: now + 364 * day,
  order: 'ORD-2027-0001',
  project: '项目 “Harbor”',
  category: 1001,
  quantity: 25,
  licence_key: 'KEY-7F3A-11',
  generation: 1,
};

/** The claims of a list as the product signs it. */
type ListClaims = Omit<RevocationClaims, 'since'> & Partial<Pick<RevocationClaims, 'since'>>;

/** What an answer says of a genuine lease. */
export interface HeldLease {
  readonly iat: number;
  readonly exp: number;
  readonly seat: number;
}

/** What the makers of vectors share. */
export interface Maker {
  readonly vendor: TestKey;
  readonly next: TestKey;
  readonly stranger: TestKey;
  /** A relay of a customer. */
  readonly relay: TestKey;
  /** The licence as the signer of the product signs it. */
  readonly good: string;
  /** Signs claims as the product does. */
  readonly sign: (claims: object, key?: TestKey) => Promise<string>;
  readonly keys: Record<string, { readonly keys: readonly object[] } | string>;
  /** Signs a lease as the product does. */
  readonly signLease: (claims: object, key?: TestKey) => Promise<string>;
  /** Signs a delegation as the product does. */
  readonly signDelegation: (claims: object, key?: TestKey) => Promise<string>;
  /** Adds a list as the product signs it. */
  readonly addList: (name: string, claims: ListClaims, key?: TestKey) => Promise<void>;
  readonly lists: Record<string, { readonly text: string; readonly iat: number }>;
  readonly add: (
    name: string,
    reason: Reason,
    text: string,
    options?: Partial<VectorOptions>,
    claims?: Readonly<Record<string, unknown>>,
    lease?: HeldLease,
  ) => void;
}

/** The reasons of checks before the claims are known to be genuine. */
const early: readonly Reason[] = [
  'keys_unusable',
  'empty',
  'malformed',
  'too_large',
  'algorithm_unsupported',
  'header_unsupported',
  'type_wrong',
  'key_unknown',
  'signature_wrong',
  'claims_wrong',
];
/** The reasons of checks before the list of withdrawn licences is read. */
const beforeList: readonly Reason[] = [...early, 'issuer_wrong', 'product_wrong', 'installation_wrong'];

/**
 * The answer that the specification demands for a reason.
 * @param listTime the `iat` of the list that is read; undefined if there is none, or it cannot be trusted
 * @param lease the genuine lease of the licence, if there is one
 */
export function expectedAnswer(
  reason: Reason,
  claims: Readonly<Record<string, unknown>>,
  { now: at = now, lastSeen = at }: Pick<VectorOptions, 'now' | 'lastSeen'>,
  listTime: number | undefined,
  lease?: HeldLease,
): Answer {
  const known = early.includes(reason) ? null : (claims as unknown as Answer['licence']);
  const checkedUntil = beforeList.includes(reason) ? null : (listTime ?? null);
  const held = beforeList.includes(reason) ? undefined : lease;
  const seen = Math.max(at, lastSeen, checkedUntil ?? 0, held?.iat ?? 0);
  return {
    valid: reason === 'ok',
    reason,
    licence: known,
    expiresAt: known?.exp ?? null,
    revocation: { checkedUntil },
    lease: held ? { expiresAt: held.exp, seat: held.seat } : null,
    clock: { now: at, lastSeen: seen, setBackBy: seen - at },
  };
}
