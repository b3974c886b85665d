import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../db/schema/tables.ts';
import { failbackMark } from './failback.ts';

export interface Revocation {
  jti: string;
  /** Seconds since 1970, as in a JWT. */
  revoked_at: number;
}

/** The list of withdrawn licences as it is signed (kit/SPEC.md). Times are in seconds since 1970. */
export interface RevocationClaims {
  readonly iat: number;
  readonly exp: number;
  /** The number of withdrawn licences: no withdrawal is ever undone. */
  readonly version: number;
  /** The version that a delta follows; undefined in a whole list. */
  readonly since: number | undefined;
  readonly revoked: readonly Revocation[];
}

/** Lists that are asked for within this time, in seconds, have one `iat`, so that they are equal and can be cached. */
export const listInterval = 300;
/** How long a list may be used without asking again, in seconds, where the product states no other age. */
const listLifetime = 7 * 86_400;
/**
 * A delta repeats what was withdrawn within this time before the version that it follows, in seconds: transactions end
 * in another order than they began. It is longer than any transaction.
 */
const overlap = 900;

interface Row {
  readonly jti: string | null;
  readonly revoked_at: Date | null;
  readonly has_failback: boolean;
}

/** The licences that were withdrawn after their issue, in the order of their withdrawal, and the time before. */
async function withdrawn(db: Kysely<Tables>): Promise<{ rows: readonly Row[]; now: Date }> {
  const time = await sql<{ now: Date }>`select now() as now`.execute(db);
  const rows = await db
    .selectFrom('assignment')
    .select(['jti', 'revoked_at', sql<boolean>`failback_secret is not null`.as('has_failback')])
    .where('status', '=', 8)
    .where('issued_at', 'is not', null)
    .orderBy(sql`revoked_at nulls first`)
    .orderBy('id')
    .execute();
  return { rows, now: time.rows[0]?.now ?? new Date() };
}

const secondsOf = (date: Date | null): number => Math.floor((date?.getTime() ?? 0) / 1000);

/** The entries of a withdrawn licence: its own, and that of its failback licence. */
function entriesOf({ jti, revoked_at, has_failback }: Row): Revocation[] {
  const ids = has_failback ? [jti ?? '', `${jti}${failbackMark}`] : [jti ?? ''];
  return ids.map((id) => ({ jti: id, revoked_at: secondsOf(revoked_at) }));
}

/** The withdrawals that a list of this version may lack. */
function rowsSince(rows: readonly Row[], version: number): readonly Row[] {
  const from = secondsOf(rows[version - 1]?.revoked_at ?? null) - overlap;
  return rows.filter(({ revoked_at }, index) => index >= version || secondsOf(revoked_at) >= from);
}

/**
 * The list of licences that were cancelled after they had been issued (C4).
 * @param since the version of a list that the caller has: what that one lacks is returned, and the whole list if there
 * was no such version
 */
export async function revocationClaims(db: Kysely<Tables>, since?: number | null): Promise<RevocationClaims> {
  const { rows, now } = await withdrawn(db);
  const iat = Math.floor(secondsOf(now) / listInterval) * listInterval;
  const version = rows.length;
  const isDelta = typeof since === 'number' && since <= version;
  const listed = isDelta ? rowsSince(rows, since) : rows;
  return {
    iat,
    exp: iat + listLifetime,
    version,
    since: isDelta ? since : undefined,
    revoked: listed.flatMap(entriesOf),
  };
}
