import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../schema/tables.ts';

/** What one process of several does for as long as it holds it. */
export interface Turn {
  /** Out: whether it is this process's now. */
  hold(): Promise<boolean>;
  /** Leaves it to the next one at once. */
  release(): Promise<void>;
}

/** The turn of a process that is the only one. */
export const alone: Turn = { hold: async () => true, release: async () => undefined };

const leaseMs = 20_000;

/**
 * A turn by a row of the database, until its holder has not renewed it for 20 s: of a process that hangs or loses its network
 * another takes over, as well as of one that died. All times are the database's. In: its name.
 */
export function leaseOf(db: Kysely<Tables>, name: string): Turn {
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
