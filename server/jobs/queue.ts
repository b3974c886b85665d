import { sql, type Transaction } from 'kysely';
import PgBoss from 'pg-boss';
import { type Database, executeInTransaction } from '../db/connection.ts';
import type { Tables } from '../db/tables.ts';
import { type Handler, JobRunner, type WorkOptions } from './runner.ts';

export interface QueueOptions {
  /** How often a failed job is tried again; 5 unless told. */
  readonly retryLimit?: number;
  /** Seconds until the first retry; 1 unless told. With backoff each wait is about twice the last. */
  readonly retryDelay?: number;
  readonly retryBackoff?: boolean;
  /**
   * The longest that one attempt may take; 15 s unless told. On PostgreSQL it is also the time after which
   * the job of a killed process is taken up by another.
   */
  readonly expireInSeconds?: number;
  /** The queue that gets the jobs that failed for good; declared before this one. */
  readonly deadLetter?: string;
}

export interface QueueDeclaration {
  readonly name: string;
  readonly options?: QueueOptions;
}

export interface SendOptions {
  /** Seconds from now, or a moment, before which the job does not start. */
  readonly startAfter?: number | Date;
  /** With `singletonSeconds`: at most one job of this key in so many seconds. */
  readonly singletonKey?: string;
  readonly singletonSeconds?: number;
  readonly priority?: number;
}

export interface Queue {
  /**
   * Puts a job into the caller's transaction: it exists once that commits, and is then taken up at once.
   * Out: its id; null when `singletonSeconds` held it back. Throws for a queue that was not declared.
   */
  send(trx: Transaction<Tables>, name: string, data: object, options?: SendOptions): Promise<string | null>;
  /** Runs `handler` for each job of the queue; what it throws is a failed attempt. */
  work<Data extends object>(name: string, handler: Handler<Data>, options?: WorkOptions): void;
  /** Sends a job at most once in each span of so many seconds (up to 12 hours), whatever the number of processes. */
  every(seconds: number, name: string, data?: object): void;
  /** Whether jobs can be taken up: started, and the last look into the queue succeeded. */
  ready(): boolean;
  /** Stops taking up jobs and waits for those under way; after the limit (5 s) their signal is aborted. */
  stop(limitMs?: number): Promise<void>;
}

const defaults = { retryLimit: 5, retryDelay: 1, retryBackoff: true, expireInSeconds: 15 };

/**
 * Starts the jobs over this database (pg-boss 10) and makes the declared queues. In: the database, the
 * queues, and whom to tell of errors that no caller sees. Jobs that the last process left unfinished come
 * back at once on PGlite, where there is no other process, and on PostgreSQL after `expireInSeconds`.
 */
export async function startQueue(
  database: Database,
  queues: readonly QueueDeclaration[],
  onError: (error: unknown) => void = () => undefined,
): Promise<Queue> {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => database.executeSql(text, values) },
    schedule: false,
    maintenanceIntervalSeconds: database.engine === 'postgres' ? 2 : 60,
  });
  boss.on('error', onError);
  await boss.start();
  for (const { name, options } of queues) await declare(boss, name, options);
  if (database.engine === 'pglite') await recover(database, boss);
  return new BossQueue(database, boss, onError);
}

/** Makes the queue or brings its options up to date; a queue must not be made inside a transaction. */
async function declare(boss: PgBoss, name: string, options: QueueOptions = {}): Promise<void> {
  const queue = { name, ...defaults, ...options };
  await boss.createQueue(name, { ...queue });
  await boss.updateQueue(name, { ...queue });
}

/** The embedded database has one process: a job still active at its start belongs to none. */
async function recover(database: Database, boss: PgBoss): Promise<void> {
  await sql`update pgboss.job set state = 'retry', start_after = now()
    where state = 'active' and retry_count < retry_limit`.execute(database.db);
  await sql`update pgboss.job set expire_in = interval '0' where state = 'active'`.execute(database.db);
  await boss.expire();
}

class BossQueue implements Queue {
  private readonly database: Database;
  private readonly boss: PgBoss;
  private readonly onError: (error: unknown) => void;
  private readonly runners = new Map<string, JobRunner>();
  private readonly timers: NodeJS.Timeout[] = [];
  private stopped = false;

  constructor(database: Database, boss: PgBoss, onError: (error: unknown) => void) {
    this.database = database;
    this.boss = boss;
    this.onError = onError;
  }

  async send(trx: Transaction<Tables>, name: string, data: object, options: SendOptions = {}): Promise<string | null> {
    const id = await this.boss.send(name, data, { ...options, db: executeInTransaction(trx) as PgBoss.Db });
    if (id === null && !options.singletonSeconds) throw new Error(`there is no queue "${name}"`);
    this.database.guard.afterCommit(() => this.runners.get(name)?.nudge());
    return id;
  }

  work<Data extends object>(name: string, handler: Handler<Data>, options: WorkOptions = {}): void {
    if (this.runners.has(name)) throw new Error(`the queue "${name}" has its handler already`);
    const runner = new JobRunner(this.database, this.boss, name, handler as Handler<object>, options, this.onError);
    this.runners.set(name, runner);
    runner.start();
  }

  every(seconds: number, name: string, data: object = {}): void {
    const options = { singletonKey: 'every', singletonSeconds: seconds };
    const tick = (): void => {
      this.boss.send(name, data, options).then(() => this.runners.get(name)?.nudge(), this.onError);
    };
    const timer = setInterval(tick, Math.min(seconds, 30) * 1000);
    timer.unref();
    this.timers.push(timer);
    tick();
  }

  ready(): boolean {
    return !this.stopped && [...this.runners.values()].every((runner) => runner.healthy);
  }

  async stop(limitMs = 5_000): Promise<void> {
    if (this.stopped) return;
    this.stopped = true;
    for (const timer of this.timers) clearInterval(timer);
    await Promise.all([...this.runners.values()].map((runner) => runner.stop(limitMs)));
    await this.boss.stop({ graceful: false });
  }
}
