import { type Kysely, sql } from 'kysely';
import type { Tables } from '../schema/tables.ts';

/**
 * Tries to take an advisory lock that only one transaction of all processes has at a time; it ends with the
 * transaction. It never waits, and works through a connection pooler.
 * @returns true if the lock was free
 */
export async function tryAdvisoryLock(db: Kysely<Tables>, name: string): Promise<boolean> {
  const { rows } = await sql<{ mine: boolean }>`select pg_try_advisory_xact_lock(hashtext(${name})) as mine`.execute(
    db,
  );
  return rows[0]?.mine === true;
}

/** Waits for an advisory lock that only one transaction of all processes has at a time; it ends with the transaction. */
export async function waitForAdvisoryLock(db: Kysely<Tables>, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(db);
}
