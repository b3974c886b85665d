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

export interface RunnerParts {
  readonly database: Database;
  readonly boss: PgBoss;
  readonly onError: (error: unknown) => void;
}

interface RunnerSettings extends WorkOptions {
  readonly name: string;
  readonly handler: Handler<object>;
  readonly limitSeconds: number;
}

/** Well below the lease of a job on PostgreSQL (see queue.ts). */
const signOfLifeMs = 1_500;

const held = `update pgboss.job set started_on = now() where name = $1 and id = any($2::uuid[]) and state = 'active'`;

type Fetched = PgBoss.JobWithMetadata<object>;

/**
 * Takes up the jobs of one queue. Not pg-boss's own worker: that does not wait for the database when a job
 * is done (an error there would end the process), sleeps at least half a second, and takes no signal.
 */
export class JobRunner {
  healthy = true;
  private readonly parts: RunnerParts;
  private readonly settings: RunnerSettings;
  private readonly watched: PgBoss.Db;
  private readonly running = new Map<string, { controller: AbortController; run: Promise<void> }>();
  private wake: (() => void) | undefined;
  private nudged = false;
  private stopping = false;
  private loop: Promise<void> = Promise.resolve();
  private pulse: NodeJS.Timeout | undefined;

  constructor(parts: RunnerParts, settings: RunnerSettings) {
    this.parts = parts;
    this.settings = settings;
    this.watched = watch(parts.database, (error) => {
      this.healthy = error === undefined;
      if (error !== undefined && !this.stopping) parts.onError(error);
    });
  }

  start(): void {
    this.loop = this.turn();
    this.pulse = setInterval(() => void this.keep(), signOfLifeMs);
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
    await Promise.all([...this.running.values()].map(({ run }) => run));
    clearTimeout(timer);
    clearInterval(this.pulse);
  }

  private abort(): void {
    for (const { controller } of this.running.values()) controller.abort(new Error('the process stops'));
  }

  /** Tells the database that the jobs under way are in good hands. */
  private async keep(): Promise<void> {
    if (this.running.size === 0) return;
    const ids = [...this.running.keys()];
    await this.parts.database.executeSql(held, [this.settings.name, ids]).catch(this.parts.onError);
  }

  private async turn(): Promise<void> {
    const { concurrency = 1 } = this.settings;
    while (!this.stopping) {
      this.nudged = false;
      const free = concurrency - this.running.size;
      const jobs = free > 0 ? await this.fetch(free) : [];
      for (const job of jobs) this.begin(job);
      if (jobs.length < free || free === 0) await this.sleep();
    }
  }

  private async fetch(batchSize: number): Promise<Fetched[]> {
    const options = { batchSize, includeMetadata: true as const, db: this.watched };
    return this.parts.boss.fetch<object>(this.settings.name, options);
  }

  private begin(job: Fetched): void {
    const controller = new AbortController();
    const run = this.run(job, controller).finally(() => {
      this.running.delete(job.id);
      this.nudge();
    });
    this.running.set(job.id, { controller, run });
  }

  private async run(job: Fetched, controller: AbortController): Promise<void> {
    const { limitSeconds } = this.settings;
    const late = new Error(`the job took longer than ${limitSeconds} s`);
    const timer = setTimeout(() => controller.abort(late), limitSeconds * 1000);
    const failure = await this.attempt(job, controller.signal);
    clearTimeout(timer);
    // What cannot be noted leaves the job active: it expires and is tried again.
    await this.note(job, failure).catch(this.parts.onError);
  }

  private async attempt(job: Fetched, signal: AbortSignal): Promise<{ error: unknown } | undefined> {
    const { id, data, retryCount, retryLimit } = job;
    const attempt = { id, data, attempt: retryCount + 1, last: retryCount >= retryLimit, signal };
    try {
      await Promise.race([this.settings.handler(attempt), aborted(signal)]);
      return undefined;
    } catch (error) {
      this.parts.onError(error);
      return { error };
    }
  }

  private async note(job: Fetched, failure: { error: unknown } | undefined): Promise<void> {
    if (!failure) return this.parts.boss.complete(this.settings.name, job.id);
    const { error } = failure;
    const output = error instanceof Error ? { name: error.name, message: error.message } : { message: String(error) };
    return this.parts.boss.fail(this.settings.name, job.id, output);
  }

  private sleep(): Promise<void> {
    if (this.nudged || this.stopping) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, (this.settings.pollingIntervalSeconds ?? 0.5) * 1000);
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
