import { setTimeout as pause } from 'node:timers/promises';
import type { Transaction } from 'kysely';
import { errorText } from '../core/errorText.ts';
import { isTransient } from '../db/engine/errors.ts';
import type { Tables } from '../db/schema/tables.ts';
import { observe } from '../telemetry/observe.ts';
import { type ClaimedJob, type JobTable, LeaseLost } from './jobTable.ts';

export interface Job<Data> {
  readonly id: number;
  readonly data: Data;
  /** 1 for the first attempt. */
  readonly attempt: number;
  /** Aborted when the attempt takes too long, the lease is lost, or the process stops. */
  readonly signal: AbortSignal;
  /**
   * Binds the open transaction to the lease: it commits only while this handler has the job.
   * @throws LeaseLost
   */
  hold(trx: Transaction<Tables>): Promise<void>;
}

export type JobHandler<Data> = (job: Job<Data>) => Promise<void>;
/** Called once the last attempt failed, or its process died. */
export type GiveUp<Data> = (job: Job<Data>, reason: string) => Promise<void>;

export interface QueueOptions {
  /** How often a job is tried; 5 times by default. Temporary faults (see isTransient) do not count. */
  readonly tries?: number;
  /** Seconds until the second try, doubled for each further one; 1 by default. */
  readonly delaySeconds?: number;
  /** The longest time for one attempt, in seconds; 30 by default. */
  readonly limitSeconds?: number;
}

export interface WorkOptions<Data> {
  /** How many jobs of the queue run at once in this process; 1 by default. */
  readonly concurrency?: number;
  /**
   * Seconds between two polls of an empty queue; 0.5 by default. A job enqueued by this process starts without a poll.
   */
  readonly pollingSeconds?: number;
  readonly giveUp?: GiveUp<Data>;
}

export interface RunnerSettings extends QueueOptions, WorkOptions<object> {
  readonly name: string;
  readonly handler: JobHandler<object>;
  readonly table: JobTable;
  readonly onError: (error: unknown) => void;
}

const defaults = { tries: 5, delaySeconds: 1, limitSeconds: 30, concurrency: 1, pollingSeconds: 0.5 };
/** A quarter of a lease (see table.ts). */
const renewalMs = 2_000;
/** How long an aborted handler is waited for, before another process may have its job. */
const graceMs = 3_000;
/** An unavailable database is reported at most this often. */
const complaintMs = 60_000;

class Stopping extends Error {}

interface Running extends ClaimedJob {
  readonly controller: AbortController;
  run: Promise<void>;
}

const textOf = (error: unknown): string => errorText(error instanceof Error ? error.message : String(error), 2000);

/** Runs the jobs of one queue, several at once, each with a lease that it renews. */
export class JobRunner {
  healthy = true;
  private readonly settings: RunnerSettings & typeof defaults;
  private readonly running = new Set<Running>();
  private wake: (() => void) | undefined;
  private nudged = false;
  private stopping = false;
  private complainedAt = Number.NEGATIVE_INFINITY;
  private loop: Promise<void> = Promise.resolve();
  private pulse: NodeJS.Timeout | undefined;

  constructor(settings: RunnerSettings) {
    this.settings = { ...defaults, ...settings };
  }

  start(): void {
    this.loop = this.turn();
    this.pulse = setInterval(() => void this.renew().catch((error) => this.complain(error)), renewalMs);
  }

  /** Wakes the runner, since there may be a job. */
  nudge(): void {
    this.nudged = true;
    this.wake?.();
  }

  /** Starts no more jobs and waits for the running ones; after the limit they are aborted and released. */
  async stop(limitMs: number): Promise<void> {
    this.stopping = true;
    this.wake?.();
    const end = () =>
      this.running.forEach(({ controller }) => void controller.abort(new Stopping('the process stops')));
    const timer = setTimeout(end, limitMs);
    await this.loop;
    await Promise.all([...this.running].map(({ run }) => run));
    clearTimeout(timer);
    clearInterval(this.pulse);
  }

  private async turn(): Promise<void> {
    while (!this.stopping) {
      this.nudged = false;
      const free = this.settings.concurrency - this.running.size;
      const jobs = free > 0 ? await this.claim(free) : [];
      for (const job of jobs) this.begin(job);
      if (jobs.length < free || free === 0) await this.sleep();
    }
  }

  private async claim(most: number): Promise<ClaimedJob[]> {
    try {
      const jobs = await this.settings.table.claim(this.settings.name, most);
      this.healthy = true;
      return jobs;
    } catch (error) {
      this.healthy = false;
      this.complain(error);
      return [];
    }
  }

  /** Reports a fault of the database, but not the same trouble again and again. */
  private complain(error: unknown): void {
    const now = performance.now();
    if (this.stopping || now - this.complainedAt < complaintMs) return;
    this.complainedAt = now;
    this.settings.onError(error);
  }

  private async renew(): Promise<void> {
    const jobs = [...this.running];
    if (jobs.length === 0) return;
    const renewed = await this.settings.table.renew(jobs);
    for (const job of jobs)
      if (!renewed.includes(job)) job.controller.abort(new LeaseLost(`another process has claimed the job ${job.id}`));
  }

  private begin(job: ClaimedJob): void {
    const running: Running = { ...job, controller: new AbortController(), run: Promise.resolve() };
    this.running.add(running);
    running.run = this.run(running, running.controller).finally(() => {
      this.running.delete(running);
      this.nudge();
    });
  }

  private async run(job: ClaimedJob, controller: AbortController): Promise<void> {
    const { limitSeconds, handler, tries } = this.settings;
    const late = new Error(`the job took longer than ${limitSeconds} s`);
    const timer = setTimeout(() => controller.abort(late), limitSeconds * 1000);
    const died = job.attempts > tries;
    try {
      if (died) await this.giveUp(job, controller, 'the last try was interrupted');
      else
        await observe({ kind: 'job', name: this.settings.name }, () =>
          this.attempt(controller.signal, handler(this.given(job, controller))),
        );
      await this.note(() => (died ? this.settings.table.fail(job, 'interrupted') : this.settings.table.done(job)));
    } catch (error) {
      await this.failed(job, controller, error);
    } finally {
      clearTimeout(timer);
    }
  }

  private given(job: ClaimedJob, { signal }: AbortController): Job<object> {
    const { id, data, attempts: attempt } = job;
    return { id, data, attempt, signal, hold: (trx) => this.settings.table.hold(trx, job) };
  }

  /** Waits for the handler; after an abort only a little longer. What it tries to commit later is refused. */
  private async attempt(signal: AbortSignal, handler: Promise<void>): Promise<void> {
    const ended = new AbortController();
    const overdue = new Promise<never>((_, reject) => {
      const leave = () =>
        void pause(graceMs, undefined, { signal: ended.signal }).then(
          () => reject(signal.reason),
          () => undefined,
        );
      if (signal.aborted) leave();
      else signal.addEventListener('abort', leave, { once: true });
    });
    try {
      await Promise.race([handler, overdue]);
    } finally {
      ended.abort();
    }
  }

  private async giveUp(job: ClaimedJob, controller: AbortController, reason: string): Promise<void> {
    const { giveUp } = this.settings;
    if (giveUp) await this.attempt(controller.signal, giveUp(this.given(job, controller), reason));
  }

  /** Decides what happens to a job after a failed attempt. */
  private async failed(job: ClaimedJob, controller: AbortController, thrown: unknown): Promise<void> {
    const { table, tries, delaySeconds, onError } = this.settings;
    const error = controller.signal.aborted ? controller.signal.reason : thrown;
    if (error instanceof LeaseLost || thrown instanceof LeaseLost) return;
    if (error instanceof Stopping) return this.note(() => table.release(job, 0, false, null));
    if (isTransient(error)) return this.note(() => table.release(job, 0.2 + Math.random() / 2, false, textOf(error)));
    onError(error);
    const wait = delaySeconds * 2 ** (job.attempts - 1);
    if (job.attempts < tries) return this.note(() => table.release(job, wait, true, textOf(error)));
    if (job.attempts === tries) await this.lastFailed(job, error);
    else await this.note(() => table.fail(job, textOf(error)));
  }

  private async lastFailed(job: ClaimedJob, error: unknown): Promise<void> {
    const { table } = this.settings;
    try {
      await this.giveUp(job, new AbortController(), textOf(error));
      await this.note(() => table.fail(job, textOf(error)));
    } catch (fault) {
      // The job is claimed once more, beyond the number of tries; that claim only gives up.
      if (!(fault instanceof LeaseLost)) await this.note(() => table.release(job, 1, true, textOf(error)));
    }
  }

  /**
   * Records the result of a job, however long the database is unavailable; only the end of the process leaves it to the
   * lease.
   */
  private async note(work: () => Promise<void>): Promise<void> {
    for (;;) {
      try {
        return await work();
      } catch (error) {
        this.complain(error);
        if (!isTransient(error) || this.stopping) return;
      }
      await pause(500);
    }
  }

  private sleep(): Promise<void> {
    if (this.nudged || this.stopping) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, this.settings.pollingSeconds * 1000);
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
