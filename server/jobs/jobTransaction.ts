import { setTimeout as pause } from 'node:timers/promises';
import type { Context } from '../core/context.ts';
import { isTransient } from '../db/engine/errors.ts';
import type { Job } from './runner.ts';

export type InTransaction = <T>(work: (context: Context) => Promise<T>) => Promise<T>;

/** The longest time that one piece of work is retried in place. */
const patienceMs = 10_000;

/**
 * Transactions of a job: each commits only while this handler has the job; otherwise it throws LeaseLost. A temporary
 * fault (a deadlock, a lost connection) is retried in place.
 */
export const transactionsOfJob =
  (inTransaction: InTransaction, job: Job<object>): InTransaction =>
  (work) =>
    retryTransient(job.signal, () =>
      inTransaction(async (context) => {
        await job.hold(context.trx);
        return work(context);
      }),
    );

/** Does the work again while a temporary fault prevents it, for at most ten seconds. */
export async function retryTransient<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  const end = performance.now() + patienceMs;
  for (let waitMs = 50; ; waitMs = Math.min(waitMs * 2, 1000)) {
    try {
      return await work();
    } catch (error) {
      if (!isTransient(error) || signal.aborted || performance.now() + waitMs > end) throw error;
    }
    await pause(waitMs * (0.5 + Math.random()));
  }
}
