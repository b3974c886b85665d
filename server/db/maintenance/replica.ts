import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '../connection.ts';

/** How long a read waits for the replica to show what was committed before; then the primary answers. */
const waitMs = 50;
const lookEveryMs = 5;
/**
 * How long the last known state of a replica is trusted; then it is queried again, so that one that hangs is noticed.
 */
const trustMs = 1_000;
/** How long the replica is not used after a failure. */
const restMs = 2_000;

/** A position in PostgreSQL's log (`16/B374D848`) as a number. */
const positionOf = (text: string): bigint => {
  const [high = '0', low = '0'] = text.split('/');
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
};

/** A database that can answer reads in place of the primary. */
export interface Replica {
  /**
   * The replica, once it shows everything that was committed before this position of the primary's log; undefined if it
   * is unavailable, or lags more than a read can wait.
   */
  at(position: string | undefined): Promise<Database | undefined>;
  close(): Promise<void>;
}

const stateQuery = `select pg_last_wal_replay_lsn()::text as position, pg_is_in_recovery() as follows,
  (select system_identifier::text from pg_control_system()) as cluster`;

/** A hot standby of the primary. It is opened when it is first needed, and again after it was unavailable. */
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

  /**
   * @param open opens the replica
   * @param tell is called once for each failure, and with undefined when it has ended
   */
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
        throw new Error('DATABASE_READ_URL is not a standby of the server of DATABASE_URL');
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
