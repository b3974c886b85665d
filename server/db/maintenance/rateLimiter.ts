import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { SqlExecutor } from '../connection.ts';

interface Query {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** The part of a `pg` client that the library uses, on our own database. */
const clientOf = (database: SqlExecutor) => ({
  async query({ text, values }: Query) {
    const { rows } = await database.executeSql(text, values);
    return { rows, rowCount: rows.length };
  },
});

const table = 'rate_limit';

/**
 * A count stays between zero and one above the limit: refused requests add nothing more, and giving back twice does no
 * harm.
 */
const upsert = `insert into ${table} (key, points, expire) values ($1, greatest($2::int, 0), $3::bigint)
  on conflict (key) do update set
    points = case when ${table}.expire <= $4::bigint then greatest($2::int, 0)
      else least(greatest(${table}.points + $2::int, 0), $5::int) end,
    expire = case when ${table}.expire <= $4::bigint then $3::bigint else ${table}.expire end
  returning points, expire`;

/** The library's store for PostgreSQL, for both of our engines; a migration creates the table. */
class Store extends RateLimiterPostgres {
  declare _query: (query: Query & { name: string }) => Promise<unknown>;

  protected _upsert(key: string, points: number, ms: number): Promise<unknown> {
    const now = Date.now();
    return this._query({ name: 'upsert', text: upsert, values: [key, points, now + ms, now, this.points + 1] });
  }
}

export interface LimiterCount {
  /** The count, including this one. */
  readonly count: number;
  /** Milliseconds until the next try is allowed; 0 if this one is. */
  readonly wait: number;
  /** Milliseconds until the period ends and the count begins anew. */
  readonly reset: number;
}

/** Counts events by key within a fixed period, for all processes together. Not for use inside a transaction. */
export interface Limiter {
  count(key: string): Promise<LimiterCount>;
  /** Takes back one count. */
  uncount(key: string): Promise<void>;
  reset(key: string): Promise<void>;
}

/**
 * @param name the prefix of its keys
 * @param points how many events are allowed
 * @param duration in seconds
 */
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
    async count(key) {
      try {
        const { consumedPoints, msBeforeNext } = await store.consume(key);
        return { count: consumedPoints, wait: 0, reset: msBeforeNext };
      } catch (refused) {
        if (!(refused instanceof RateLimiterRes)) throw refused;
        const wait = Math.max(1, refused.msBeforeNext);
        return { count: refused.consumedPoints, wait, reset: wait };
      }
    },
    uncount: async (key) => void (await store.reward(key)),
    reset: async (key) => void (await store.delete(key)),
  };
}
