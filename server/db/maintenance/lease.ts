import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../schema/tables.ts';

/** An exclusive task that one of several processes does for as long as it has the lease. */
export interface Lease {
  /**
   * Acquires or renews the lease.
   * @returns true if this process has it now
   */
  hold(): Promise<boolean>;
  /** Passes the lease to the next process at once. */
  release(): Promise<void>;
}

/** The lease of the only process. */
export const soleLease: Lease = { hold: async () => true, release: async () => undefined };

const leaseMs = 20_000;

/**
 * A lease in a row of the database. It passes to another process if it was not renewed for 20 s: because its process
 * died, hangs or lost its network. All times are those of the database.
 */
export function createLease(db: Kysely<Tables>, name: string): Lease {
  const holder = randomUUID();
  let renewAt = 0;
  const hold = async (): Promise<boolean> => {
    if (performance.now() < renewAt) return true;
    const from = performance.now();
    const { rows } = await sql`insert into lease (name, holder, until)
      values (${name}, ${holder}, clock_timestamp() + make_interval(secs => ${leaseMs / 1000}))
      on conflict (name) do update set holder = excluded.holder, until = excluded.until
        where lease.holder = excluded.holder or lease.until < clock_timestamp()
      returning name`.execute(db);
    renewAt = rows.length > 0 ? from + leaseMs / 2 : 0;
    return rows.length > 0;
  };
  const release = async (): Promise<void> => {
    renewAt = 0;
    await sql`delete from lease where name = ${name} and holder = ${holder}`.execute(db);
  };
  return { hold, release };
}
