import { AsyncLocalStorage } from 'node:async_hooks';
import { TooLate } from './errors.ts';

interface OpenTransaction {
  open: boolean;
  readonly afterCommit: (() => void)[];
}

/** What holds for all that is called from a piece of work. */
interface Within {
  readonly transaction?: OpenTransaction;
  /** The time limit of a statement, in ms. */
  readonly limitMs?: number;
  /** When the time of the work is over, by the clock of `performance`. */
  readonly deadline?: number;
}

/**
 * Knows, along the chain of asynchronous calls, whether a transaction of this database is open. Inside
 * one, a statement on the root handle would wait for ever on PGlite's only connection, and on PostgreSQL
 * would silently stand outside the transaction; so it is refused on both.
 */
export class TransactionGuard {
  /** One for all: each costs every promise a little. */
  private readonly storage = new AsyncLocalStorage<Within>();

  /** Throws when the caller is inside an open transaction. */
  refuseInside(): void {
    if (!this.current()) return;
    throw new Error('this statement is inside an open transaction and must use its `trx`, not the root handle');
  }

  /** The time limit of statements sent from here, where it is not the usual one; 0 is none. */
  limitMs(): number | undefined {
    return this.storage.getStore()?.limitMs;
  }

  /** Runs `work` with another time limit for its statements. (PostgreSQL has to be told itself, too.) */
  limited<T>(limitMs: number | undefined, work: () => Promise<T>): Promise<T> {
    return limitMs === undefined ? work() : this.run({ limitMs }, work);
  }

  /** Runs `work`, whose statements end, and whose transactions roll back, after so many ms. */
  within<T>(ms: number, work: () => Promise<T>): Promise<T> {
    return this.run({ deadline: performance.now() + ms }, work);
  }

  /** How many ms are left for the work that this is called from; without a limit, none is told. */
  leftMs(): number | undefined {
    const deadline = this.storage.getStore()?.deadline;
    return deadline && deadline - performance.now();
  }

  /** Throws when the time of the work that this is called from is over. */
  refuseLate(): void {
    if ((this.leftMs() ?? 1) <= 0) throw new TooLate();
  }

  /** Calls `then` once the open transaction has committed (never, if it does not), or now without one. */
  afterCommit(then: () => void): void {
    const transaction = this.current();
    if (transaction) transaction.afterCommit.push(then);
    else then();
  }

  /** Runs `work` as the inside of a transaction; `afterCommit` gathers what is to be done after it. */
  async inside<T>(afterCommit: (() => void)[], work: () => Promise<T>): Promise<T> {
    const transaction: OpenTransaction = { open: true, afterCommit };
    try {
      return await this.run({ transaction }, work);
    } finally {
      transaction.open = false;
    }
  }

  private current(): OpenTransaction | undefined {
    const transaction = this.storage.getStore()?.transaction;
    return transaction?.open ? transaction : undefined;
  }

  private run<T>(within: Within, work: () => T): T {
    return this.storage.run({ ...this.storage.getStore(), ...within }, work);
  }
}
