import type { Kysely } from 'kysely';
import type { Tables } from '../../db/schema/tables.ts';
import { failbackMark } from './failback.ts';

export interface Revocation {
  jti: string;
  /** Seconds since 1970, as in a JWT. */
  revoked_at: number;
}

/** The licences that were cancelled after they had been issued (C4). */
export async function revocations(db: Kysely<Tables>): Promise<Revocation[]> {
  const rows = await db
    .selectFrom('assignment')
    .select(['jti', 'revoked_at', 'failback_secret'])
    .where('status', '=', 8)
    .where('issued_at', 'is not', null)
    .orderBy('id')
    .execute();
  return rows.flatMap(({ jti, failback_secret, ...row }) => {
    const revoked_at = Math.floor((row.revoked_at?.getTime() ?? 0) / 1000);
    const ids = failback_secret ? [jti ?? '', `${jti}${failbackMark}`] : [jti ?? ''];
    return ids.map((id) => ({ jti: id, revoked_at }));
  });
}
