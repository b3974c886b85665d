import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * Tracks, along the chain of asynchronous calls, whether a transaction of this database is open. In a transaction, a
 * statement on the root handle would wait forever for PGlite's only connection, and on PostgreSQL would silently run
 * outside the transaction; so it is refused on both. Tracking costs every promise of the process, a fifth of the time
 * of a write, so it runs in tests and from sources (`npm run dev`), not in the built server.
 */
export class TransactionGuard {
  private readonly storage = new AsyncLocalStorage<{ open: boolean }>();

  /** @throws inside an open transaction */
  refuseInside(): void {
    if (!this.storage.getStore()?.open) return;
    throw new Error('this statement is inside an open transaction and must use its `trx`, not the root handle');
  }

  /** Runs `work` as part of a transaction. */
  async inside<T>(work: () => Promise<T>): Promise<T> {
    const transaction = { open: true };
    try {
      return await this.storage.run(transaction, work);
    } finally {
      transaction.open = false;
    }
  }
}
