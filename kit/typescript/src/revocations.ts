import { check, type Keys } from './answer.ts';
import { isCount, isObject, type JsonObject } from './text.ts';
import { openToken, readKeys } from './token.ts';

/** The withdrawn licences as of one moment. Times are in seconds since 1970. */
export interface RevocationList {
  readonly version: number;
  /** When the list was made. */
  readonly iat: number;
  /** When a newer list should be read; undefined in lists before version numbers. */
  readonly exp: number | undefined;
  /** When a licence was withdrawn, by its `jti`. */
  readonly revoked: ReadonlyMap<string, number>;
}

const maxList = 16_777_216;

/** The claims of a list after checks of their types. */
function claimsOf(claims: JsonObject) {
  const { iat, exp, version = 0, since, revoked } = claims;
  const isOptional = (value: unknown) => value === undefined || isCount(value);
  check(isCount(iat) && isCount(version) && isOptional(exp) && isOptional(since), 'claims_wrong');
  check(Array.isArray(revoked), 'claims_wrong');
  const entries = revoked.map((entry): [string, number] => {
    check(isObject(entry) && typeof entry['jti'] === 'string' && isCount(entry['revoked_at']), 'claims_wrong');
    return [entry['jti'], entry['revoked_at']];
  });
  return { iat, exp: exp as number | undefined, version, since: since as number | undefined, entries };
}

/**
 * Reads the signed list of withdrawn licences, and the deltas that follow it.
 * @throws Fault with the reason why one of them cannot be trusted
 */
export async function readRevocations(texts: string | readonly string[], keys: Keys): Promise<RevocationList> {
  const pinned = readKeys(keys);
  let list: RevocationList | undefined;
  for (const text of [texts].flat()) {
    const { entries, since, ...rest } = claimsOf(await openToken(text, 'revocation-list+jwt', maxList, pinned));
    const before = since === undefined ? [] : list?.revoked;
    check(before && (since === undefined || since <= (list?.version ?? 0)), 'revocations_wrong');
    list = { ...rest, revoked: new Map([...before, ...entries]) };
  }
  check(list, 'revocations_missing');
  return list;
}
