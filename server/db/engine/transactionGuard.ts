import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * Knows, along the chain of asynchronous calls, whether a transaction of this database is open. Inside
 * one, a statement on the root handle would wait for ever on PGlite's only connection, and on PostgreSQL
 * would silently stand outside the transaction; so it is refused on both. To know it costs every promise of
 * the process, a fifth of what a write takes of it: it is there in tests, which send every statement, and where the
 * sources are run (`npm run dev`), not in the built server.
 */
export class TransactionGuard {
  private readonly storage = new AsyncLocalStorage<{ open: boolean }>();

  /** Throws when the caller is inside an open transaction. */
  refuseInside(): void {
    if (!this.storage.getStore()?.open) return;
    throw new Error('this statement is inside an open transaction and must use its `trx`, not the root handle');
  }

  /** Runs `work` as the inside of a transaction. */
  async inside<T>(work: () => Promise<T>): Promise<T> {
    const transaction = { open: true };
    try {
      return await this.storage.run(transaction, work);
    } finally {
      transaction.open = false;
    }
  }
}
