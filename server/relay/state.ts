import { cleanText, type Licence, type Reason, verifyLicence } from '../../kit/typescript/src/index.ts';
import { type Delegation, readDelegation } from '../../kit/typescript/src/lease.ts';
import { readKeys } from '../../kit/typescript/src/token.ts';
import type { RelayFolder } from './folder.ts';

/** The longest licence and delegation, in characters (kit/SPEC.md). */
export const maxToken = 16_384;

/** How far the clock may be earlier than the last time seen, in seconds. */
export const clockTolerance = 300;

/** What a relay has: a licence, and perhaps a delegation of its seats. */
export interface RelayState {
  readonly licence: Licence;
  readonly licenceText: string;
  readonly keys: string;
  readonly delegation: (Delegation & { readonly text: string }) | undefined;
  /** The latest time that the files are known to be from, in seconds since 1970. */
  readonly seen: number;
}

/** Why a relay cannot work: a reason of kit/SPEC.md, or a file that is missing. */
export class RelayProblem extends Error {
  readonly reason: Reason | 'licence_missing' | 'keys_missing';

  constructor(reason: RelayProblem['reason'], sentence: string) {
    super(sentence);
    this.reason = reason;
  }
}

/** The licence of a relay, whose signature is right; it may have ended or been withdrawn. */
async function readLicence(folder: RelayFolder) {
  const [text, keys] = [folder.read('licence'), folder.read('keys')];
  if (text === undefined) throw new RelayProblem('licence_missing', 'the relay has no licence (--licence FILE)');
  if (keys === undefined) throw new RelayProblem('keys_missing', 'the relay has no keys of the vendor (--keys FILE)');
  const { licence, reason } = await verifyLicence(text, { keys });
  if (!licence) throw new RelayProblem(reason, `the licence cannot be used: ${reason}`);
  return { licence, licenceText: cleanText(text), keys };
}

/**
 * The delegation in a text, for the key of this relay.
 * @throws RelayProblem if it cannot be trusted, or is for another licence or relay
 */
export async function openDelegation(text: string, licence: Licence, keys: string, kid: string) {
  const found = await readDelegation(text, licence.jti, maxToken, readKeys(keys)).catch(() => undefined);
  if (!found?.keys.has(kid))
    throw new RelayProblem('delegation_wrong', 'this is no delegation of the licence to this relay');
  return { ...found, text: cleanText(text) };
}

/**
 * Reads what a relay has.
 * @throws RelayProblem without a licence, or with a delegation that is not for it
 */
export async function readState(folder: RelayFolder): Promise<RelayState> {
  const found = await readLicence(folder);
  const { kid } = await folder.key();
  const text = folder.read('delegation');
  const delegation = text === undefined ? undefined : await openDelegation(text, found.licence, found.keys, kid);
  return { ...found, delegation, seen: Math.max(found.licence.iat, delegation?.iat ?? 0) };
}

/**
 * Verifies the licence of a relay as of a time, with the list of withdrawn licences, if there is one. The list may be old:
 * there may be no network.
 * @param time in seconds since 1970
 */
export async function licenceAnswer(
  folder: RelayFolder,
  { licenceText, keys }: RelayState,
  time: number,
  lastSeen: number,
) {
  const revocations = folder.read('revoked');
  const list = revocations === undefined ? {} : { revocations, maxRevocationAge: Number.POSITIVE_INFINITY };
  return verifyLicence(licenceText, { keys, now: time, lastSeen, clockTolerance, ...list });
}

/** Reads the files of a relay again when they have changed. */
export function watchState(folder: RelayFolder): () => Promise<RelayState> {
  let known: { readonly stamp: string; readonly state: Promise<RelayState> } | undefined;
  return () => {
    const stamp = folder.stamp();
    if (known?.stamp !== stamp) known = { stamp, state: readState(folder) };
    return known.state;
  };
}
