import type PgBoss from 'pg-boss';
import type { Database } from '../db/connection.ts';

export interface Job<Data> {
  readonly id: string;
  readonly data: Data;
  /** 1 for the first attempt. */
  readonly attempt: number;
  /** Whether a failure of this attempt is the end of the job. */
  readonly last: boolean;
  /** Aborted when the attempt has taken too long, or the process stops. */
  readonly signal: AbortSignal;
}

export type Handler<Data> = (job: Job<Data>) => Promise<void>;

export interface WorkOptions {
  /** How many jobs of the queue run at once in this process; 1 unless told. */
  readonly concurrency?: number;
  /** Seconds between two looks into an empty queue; 0.5 unless told. A job of this process needs no look. */
  readonly pollingIntervalSeconds?: number;
}

type Fetched = PgBoss.JobWithMetadata<object>;

/**
 * Takes up the jobs of one queue. Not pg-boss's own worker: that does not wait for the database when a job
 * is done (an error there would end the process), sleeps at least half a second, and takes no signal.
 */
export class JobRunner {
  healthy = true;
  private readonly boss: PgBoss;
  private readonly name: string;
  private readonly handler: Handler<object>;
  private readonly concurrency: number;
  private readonly intervalMs: number;
  private readonly onError: (error: unknown) => void;
  private readonly running = new Map<Promise<void>, AbortController>();
  private readonly watched: PgBoss.Db;
  private wake: (() => void) | undefined;
  private nudged = false;
  private stopping = false;
  private loop: Promise<void> = Promise.resolve();

  constructor(
    database: Database,
    boss: PgBoss,
    name: string,
    handler: Handler<object>,
    options: WorkOptions,
    onError: (error: unknown) => void,
  ) {
    this.boss = boss;
    this.name = name;
    this.handler = handler;
    this.concurrency = options.concurrency ?? 1;
    this.intervalMs = (options.pollingIntervalSeconds ?? 0.5) * 1000;
    this.onError = onError;
    this.watched = watch(database, (error) => {
      this.healthy = error === undefined;
      if (error !== undefined && !this.stopping) onError(error);
    });
  }

  start(): void {
    this.loop = this.turn();
  }

  /** There may be a job now. */
  nudge(): void {
    this.nudged = true;
    this.wake?.();
  }

  /** Takes up no more jobs, and waits for those under way; after the limit they are told to end. */
  async stop(limitMs: number): Promise<void> {
    this.stopping = true;
    this.wake?.();
    const timer = setTimeout(() => this.abort(), limitMs);
    await this.loop;
    await Promise.all(this.running.keys());
    clearTimeout(timer);
  }

  private abort(): void {
    for (const controller of this.running.values()) controller.abort(new Error('the process stops'));
  }

  private async turn(): Promise<void> {
    while (!this.stopping) {
      this.nudged = false;
      const free = this.concurrency - this.running.size;
      const jobs = free > 0 ? await this.fetch(free) : [];
      for (const job of jobs) this.begin(job);
      if (jobs.length < free || free === 0) await this.sleep();
    }
  }

  private async fetch(batchSize: number): Promise<Fetched[]> {
    const options = { batchSize, includeMetadata: true as const, db: this.watched };
    return this.boss.fetch<object>(this.name, options);
  }

  private begin(job: Fetched): void {
    const controller = new AbortController();
    const run = this.run(job, controller).finally(() => {
      this.running.delete(run);
      this.nudge();
    });
    this.running.set(run, controller);
  }

  private async run(job: Fetched, controller: AbortController): Promise<void> {
    // Before the database gives the job to somebody else.
    const limitMs = Number(job.expireInSeconds) * 900;
    const late = new Error(`the job took longer than ${limitMs} ms`);
    const timer = setTimeout(() => controller.abort(late), limitMs);
    const failure = await this.attempt(job, controller.signal);
    clearTimeout(timer);
    // What cannot be noted leaves the job active: it expires and is tried again.
    await this.note(job, failure).catch(this.onError);
  }

  private async attempt(job: Fetched, signal: AbortSignal): Promise<{ error: unknown } | undefined> {
    const { id, data, retryCount, retryLimit } = job;
    const attempt = { id, data, attempt: retryCount + 1, last: retryCount >= retryLimit, signal };
    try {
      await Promise.race([this.handler(attempt), aborted(signal)]);
      return undefined;
    } catch (error) {
      this.onError(error);
      return { error };
    }
  }

  private async note(job: Fetched, failure: { error: unknown } | undefined): Promise<void> {
    if (!failure) return this.boss.complete(this.name, job.id);
    const { error } = failure;
    const output = error instanceof Error ? { name: error.name, message: error.message } : { message: String(error) };
    return this.boss.fail(this.name, job.id, output);
  }

  private sleep(): Promise<void> {
    if (this.nudged || this.stopping) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, this.intervalMs);
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

/** pg-boss keeps the error of a fetch to itself; this tells of it. */
function watch(database: Database, told: (error?: unknown) => void): PgBoss.Db {
  return {
    async executeSql(text, values) {
      try {
        const result = await database.executeSql(text, values);
        told();
        return result;
      } catch (error) {
        told(error);
        throw error;
      }
    },
  };
}
