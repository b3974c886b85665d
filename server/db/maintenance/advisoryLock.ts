import { type Kysely, sql } from 'kysely';
import type { Tables } from '../schema/tables.ts';

/**
 * Takes a turn that only one transaction of all processes has at a time; it ends with the transaction. In: its name.
 * Out: whether it was free. It waits for nobody, and holds through a pooler of connections, too.
 */
export async function takeTurn(db: Kysely<Tables>, name: string): Promise<boolean> {
  const { rows } = await sql<{ mine: boolean }>`select pg_try_advisory_xact_lock(hashtext(${name})) as mine`.execute(
    db,
  );
  return rows[0]?.mine === true;
}
