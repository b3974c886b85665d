import { sql, type Transaction } from 'kysely';
import PgBoss from 'pg-boss';
import { type Database, executeInTransaction } from '../db/connection.ts';
import type { Tables } from '../db/tables.ts';
import { type Handler, JobRunner, type RunnerParts, type WorkOptions } from './runner.ts';

export interface QueueOptions {
  /** How often a failed job is tried again; 5 unless told. */
  readonly retryLimit?: number;
  /** Seconds until the first retry; 1 unless told. With backoff each wait is about twice the last. */
  readonly retryDelay?: number;
  readonly retryBackoff?: boolean;
  /** The longest that one attempt may take, in seconds; 30 unless told. */
  readonly limitSeconds?: number;
}

export interface QueueDeclaration {
  readonly name: string;
  readonly options?: QueueOptions;
}

export interface Queue {
  /**
   * Puts a job into the caller's transaction: it exists once that commits, and is then taken up at once.
   * Throws for a queue that was not declared.
   */
  send(trx: Transaction<Tables>, name: string, data: object): Promise<void>;
  /** Runs `handler` for each job of the queue; what it throws is a failed attempt. */
  work<Data extends object>(name: string, handler: Handler<Data>, options?: WorkOptions): void;
  /** Whether jobs can be taken up: started, and the last look into the queue succeeded. */
  ready(): boolean;
  /** Stops taking up jobs and waits for those under way; after the limit (5 s) their signal is aborted. */
  stop(limitMs?: number): Promise<void>;
}

/** So that looking for the jobs of killed processes stays cheap. */
const activeIndex = `create index if not exists job_active on pgboss.job (started_on) where state = 'active'`;
const expireSeconds = 2;
const startLockKey = 4_711_018;

const defaults = { retryLimit: 5, retryDelay: 1, retryBackoff: true };
const defaultLimitSeconds = 30;

/**
 * How long a job may be held without a sign of life of its process. On PostgreSQL it is then another's. On
 * PGlite there is no other process, and a new one begins with `recover`.
 */
const leaseSeconds = { postgres: 6, pglite: 600 } as const;

/**
 * Starts the jobs over this database (pg-boss 10) and makes the declared queues. In: the database, the
 * queues, and whom to tell of errors that no caller sees. The job of a killed process comes back: on
 * PGlite at the next start, on PostgreSQL within 8 seconds.
 */
export async function startQueue(
  database: Database,
  queues: readonly QueueDeclaration[],
  onError: (error: unknown) => void = () => undefined,
): Promise<Queue> {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => database.executeSql(text, values) },
    schedule: false,
    maintenanceIntervalSeconds: 60,
  });
  boss.on('error', onError);
  await alone(database, async () => {
    await boss.start();
    await database.executeSql(activeIndex);
    for (const queue of queues) await declare(boss, queue, leaseSeconds[database.engine]);
  });
  if (database.engine === 'pglite') await recover(database, boss);
  return new BossQueue({ database, boss, onError }, queues);
}

/** Two processes that make the same queues at once deadlock each other; here they take turns. */
async function alone(database: Database, work: () => Promise<void>): Promise<void> {
  if (database.engine === 'pglite') return work();
  await database.db.connection().execute(async (connection) => {
    await sql`select pg_advisory_lock(${startLockKey})`.execute(connection);
    try {
      await work();
    } finally {
      await sql`select pg_advisory_unlock(${startLockKey})`.execute(connection);
    }
  });
}

/** Makes the queue or brings its options up to date; a queue must not be made inside a transaction. */
async function declare(boss: PgBoss, { name, options }: QueueDeclaration, expireInSeconds: number): Promise<void> {
  const { limitSeconds: _, ...retries } = { ...defaults, ...options };
  await boss.createQueue(name, { name, ...retries, expireInSeconds });
  await boss.updateQueue(name, { name, ...retries, expireInSeconds });
}

/** The embedded database has one process: a job still active at its start belongs to none. */
async function recover(database: Database, boss: PgBoss): Promise<void> {
  await sql`update pgboss.job set state = 'retry', start_after = now()
    where state = 'active' and retry_count < retry_limit`.execute(database.db);
  await sql`update pgboss.job set expire_in = interval '0' where state = 'active'`.execute(database.db);
  await boss.expire();
}

class BossQueue implements Queue {
  private readonly parts: RunnerParts;
  private readonly limits: ReadonlyMap<string, number>;
  private readonly runners = new Map<string, JobRunner>();
  private readonly timers: NodeJS.Timeout[] = [];
  private stopped = false;

  constructor(parts: RunnerParts, queues: readonly QueueDeclaration[]) {
    this.parts = parts;
    if (parts.database.engine === 'postgres') this.repeat(expireSeconds, () => parts.boss.expire());
    this.limits = new Map(queues.map(({ name, options }) => [name, options?.limitSeconds ?? defaultLimitSeconds]));
  }

  async send(trx: Transaction<Tables>, name: string, data: object): Promise<void> {
    if (!this.limits.has(name)) throw new Error(`there is no queue "${name}"`);
    await this.parts.boss.send(name, data, { db: executeInTransaction(trx) as PgBoss.Db });
    this.parts.database.guard.afterCommit(() => this.runners.get(name)?.nudge());
  }

  work<Data extends object>(name: string, handler: Handler<Data>, options: WorkOptions = {}): void {
    const limitSeconds = this.limits.get(name);
    if (limitSeconds === undefined) throw new Error(`there is no queue "${name}"`);
    if (this.runners.has(name)) throw new Error(`the queue "${name}" has its handler already`);
    const runner = new JobRunner(this.parts, { name, handler: handler as Handler<object>, limitSeconds, ...options });
    this.runners.set(name, runner);
    runner.start();
  }

  ready(): boolean {
    return !this.stopped && [...this.runners.values()].every((runner) => runner.healthy);
  }

  async stop(limitMs = 5_000): Promise<void> {
    if (this.stopped) return;
    this.stopped = true;
    for (const timer of this.timers) clearInterval(timer);
    await Promise.all([...this.runners.values()].map((runner) => runner.stop(limitMs)));
    await this.parts.boss.stop({ graceful: false });
  }

  private repeat(seconds: number, work: () => Promise<void>): void {
    const run = (): void => void work().catch(this.parts.onError);
    this.timers.push(setInterval(run, seconds * 1000).unref());
  }
}
