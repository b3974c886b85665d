import { Client, type Pool, type PoolClient } from 'pg';
import { TooLate } from './errors.ts';

const cancelLimitMs = 2_000;

/** Ends the statement of another connection, by one of its own, so that a full pool does not matter. */
async function cancel(databaseUrl: string, pid: number): Promise<void> {
  const client = new Client({ connectionString: databaseUrl, connectionTimeoutMillis: cancelLimitMs });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('select pg_cancel_backend($1)', [pid]);
  } catch {
    // Its own limit ends the statement.
  } finally {
    await client.end().catch(() => undefined);
  }
}

type Query = (...parameters: unknown[]) => Promise<unknown>;

/** A connection of the pool as Kysely uses it. */
interface Limited {
  readonly query: Query;
  release(): void;
}

/**
 * The pool as Kysely uses it, where a statement is cancelled, and a wait for a connection given up, when the time of
 * their request is over. In: how many ms are left for the caller, if there is a limit. Throws TooLate.
 */
export function cancelling(pool: Pool, databaseUrl: string, leftMs: () => number | undefined) {
  /** Kysely knows a connection again by its object. */
  const limited = new WeakMap<PoolClient, Limited>();

  function query(client: PoolClient, parameters: unknown[]): Promise<unknown> {
    const asked = (client.query as unknown as Query).apply(client, parameters);
    const left = leftMs();
    if (left === undefined || parameters[0] === 'rollback') return asked;
    let ending: Promise<void> | undefined;
    const pid = (client as PoolClient & { processID: number }).processID;
    const timer = setTimeout(() => {
      ending = cancel(databaseUrl, pid);
    }, left);
    // What still ends it might end the next statement of this connection. Each promise costs all that is asked.
    return asked.then(
      (answer) => {
        clearTimeout(timer);
        return ending ? ending.then(() => answer) : answer;
      },
      async (error) => {
        clearTimeout(timer);
        await ending;
        throw ending ? new TooLate() : error;
      },
    );
  }

  function limit(client: PoolClient): Limited {
    const known = limited.get(client);
    if (known) return known;
    const made = { query: (...parameters: unknown[]) => query(client, parameters), release: () => client.release() };
    limited.set(client, made);
    return made;
  }

  async function connect(): Promise<Limited> {
    const left = leftMs();
    // One that waits for nobody is there at once.
    const isThere = pool.idleCount > 0 && pool.waitingCount === 0;
    const connecting = pool.connect();
    if (left === undefined || isThere) return limit(await connecting);
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new TooLate()), left);
    });
    try {
      return limit(await Promise.race([connecting, late]));
    } catch (error) {
      if (error instanceof TooLate) connecting.then((client) => client.release()).catch(() => undefined);
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  return { connect, end: () => pool.end() };
}
