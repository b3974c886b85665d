import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { SqlExecutor } from '../connection.ts';

interface Query {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** What the library asks of a client of `pg`, over our own database. */
const clientOf = (database: SqlExecutor) => ({
  async query({ text, values }: Query) {
    const { rows } = await database.executeSql(text, values);
    return { rows, rowCount: rows.length };
  },
});

const table = 'rate_limit';

/** A count stays between nothing and one too many: what is refused adds nothing, what is given back twice takes nothing. */
const upsert = `insert into ${table} (key, points, expire) values ($1, greatest($2::int, 0), $3::bigint)
  on conflict (key) do update set
    points = case when ${table}.expire <= $4::bigint then greatest($2::int, 0)
      else least(greatest(${table}.points + $2::int, 0), $5::int) end,
    expire = case when ${table}.expire <= $4::bigint then $3::bigint else ${table}.expire end
  returning points, expire`;

/** The library's store for PostgreSQL, on both of our engines; the table is made by a migration. */
class Store extends RateLimiterPostgres {
  declare _query: (query: Query & { name: string }) => Promise<unknown>;

  protected _upsert(key: string, points: number, ms: number): Promise<unknown> {
    const now = Date.now();
    return this._query({ name: 'upsert', text: upsert, values: [key, points, now + ms, now, this.points + 1] });
  }
}

export interface Taken {
  /** How many there are now, this one included. */
  readonly count: number;
  /** How long to wait until there is room again, in milliseconds; 0 when there was room. */
  readonly wait: number;
}

/** Counts what happens by key within a fixed time, for all processes alike. Not for use inside a transaction. */
export interface Limiter {
  take(key: string): Promise<Taken>;
  /** Takes back what was counted. */
  giveBack(key: string): Promise<void>;
  forget(key: string): Promise<void>;
}

/** In: the database, a name of its own, how many may happen, and in how many seconds. */
export function createLimiter(database: SqlExecutor, name: string, points: number, duration: number): Limiter {
  const store = new Store({
    storeClient: clientOf(database),
    storeType: 'client',
    tableName: table,
    tableCreated: true,
    clearExpiredByTimeout: false,
    keyPrefix: name,
    points,
    duration,
  });
  return {
    async take(key) {
      try {
        return { count: (await store.consume(key)).consumedPoints, wait: 0 };
      } catch (refused) {
        if (!(refused instanceof RateLimiterRes)) throw refused;
        return { count: refused.consumedPoints, wait: Math.max(1, refused.msBeforeNext) };
      }
    },
    giveBack: async (key) => void (await store.reward(key)),
    forget: async (key) => void (await store.delete(key)),
  };
}
