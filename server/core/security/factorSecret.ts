import type { Kysely } from 'kysely';
import type { Tables } from '../../db/schema/tables.ts';
import type { Secrets } from '../secrets.ts';

/** The context that the secret of an authenticator app is encrypted for: its user. */
export const factorContext = (user_id: number): string => `second_factor:${user_id}`;

/**
 * Encrypts the secrets of all second factors with another key.
 * @returns the number of values
 */
export async function reencryptFactors(db: Kysely<Tables>, from: Secrets, to: Secrets): Promise<number> {
  const rows = await db.selectFrom('second_factor').select(['user_id', 'secret_sealed', 'pending_sealed']).execute();
  let count = 0;
  for (const { user_id, ...sealed } of rows) {
    const again = Object.entries(sealed).flatMap(([name, value]) =>
      value === null
        ? []
        : [[name, to.seal(from.open(value, factorContext(user_id)), factorContext(user_id))] as const],
    );
    if (again.length === 0) continue;
    await db.updateTable('second_factor').set(Object.fromEntries(again)).where('user_id', '=', user_id).execute();
    count += again.length;
  }
  return count;
}
