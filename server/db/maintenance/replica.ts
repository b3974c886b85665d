import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '../connection.ts';

/** So long a read waits for what was committed before it; then the primary answers. */
const waitMs = 50;
const lookEveryMs = 5;
/** What a replica said of itself holds so long; then it is asked again, so that one that hangs is noticed. */
const trustMs = 1_000;
/** After a failure the replica is left alone for so long. */
const restMs = 2_000;

/** A position in the log of PostgreSQL, as `16/B374D848`, as a number. */
const positionOf = (text: string): bigint => {
  const [high = '0', low = '0'] = text.split('/');
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
};

/** What a read may be answered by in place of the primary. */
export interface Replica {
  /**
   * The replica, once it shows all that was committed before this position of the primary's log; nothing while it is
   * away, or farther behind than a read waits.
   */
  at(position: string | undefined): Promise<Database | undefined>;
  close(): Promise<void>;
}

const stateQuery = `select pg_last_wal_replay_lsn()::text as position, pg_is_in_recovery() as follows,
  (select system_identifier::text from pg_control_system()) as cluster`;

/** A hot standby of the primary, opened when it is first needed, and again after it was away. */
export class StreamingReplica implements Replica {
  private readonly primary: Database;
  private readonly open: () => Promise<Database>;
  private readonly tell: (trouble: unknown) => void;
  private database: Database | undefined;
  private cluster: string | undefined;
  private replayed = 0n;
  private lookedAt = Number.NEGATIVE_INFINITY;
  private restsUntil = 0;
  private looking: Promise<void> | undefined;
  private isAway = false;
  private isClosed = false;

  /** In: the primary, what opens the replica, and whom to tell of trouble, once until it has passed (undefined). */
  constructor(primary: Database, open: () => Promise<Database>, tell: (trouble: unknown) => void) {
    this.primary = primary;
    this.open = open;
    this.tell = tell;
  }

  async at(position: string | undefined): Promise<Database | undefined> {
    if (position === undefined) return undefined;
    const [wanted, end] = [positionOf(position), performance.now() + waitMs];
    for (let now = performance.now(); now < end && now >= this.restsUntil; now = performance.now()) {
      if (this.replayed >= wanted && now - this.lookedAt < trustMs) return this.database;
      this.looking ??= this.look().finally(() => {
        this.looking = undefined;
      });
      await Promise.race([this.looking, pause(end - now)]);
      if (this.replayed < wanted) await pause(lookEveryMs);
    }
    return undefined;
  }

  async close(): Promise<void> {
    this.isClosed = true;
    await this.looking;
    await this.database?.close();
  }

  private async look(): Promise<void> {
    try {
      this.database ??= await this.open();
      this.cluster ??= String((await this.primary.executeSql(stateQuery)).rows[0]?.['cluster']);
      const [state] = (await this.database.executeSql(stateQuery)).rows;
      if (!state?.['follows'] || state['cluster'] !== this.cluster)
        throw new Error('DATABASE_READ_URL does not name a standby of the server that DATABASE_URL names');
      this.replayed = positionOf(String(state['position']));
      this.lookedAt = performance.now();
      if (this.isAway) this.tell(undefined);
      this.isAway = false;
    } catch (error) {
      this.restsUntil = performance.now() + restMs;
      if (!this.isAway && !this.isClosed) this.tell(error);
      this.isAway = true;
    }
  }
}
