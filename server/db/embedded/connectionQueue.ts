import { DatabaseError } from '../engine/errors.ts';

interface Waiter {
  readonly begin: () => void;
  readonly timer: NodeJS.Timeout;
}

/** Gives one connection to many callers, in the order of their requests; each waits for a limited time. */
export class ConnectionQueue {
  private busy = false;
  private readonly waiters: Waiter[] = [];
  private readonly limitMs: number;

  constructor(limitMs: number) {
    this.limitMs = limitMs;
  }

  get waiting(): number {
    return this.waiters.length;
  }

  /**
   * Resolves when the caller may use the connection. Each `take` is followed by one `give`.
   * @throws after the limit, or the caller's own if that is shorter
   */
  acquire(ownLimitMs = this.limitMs): Promise<void> {
    const limitMs = Math.min(this.limitMs, ownLimitMs);
    if (!this.busy) {
      this.busy = true;
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      const late = (): void => {
        this.waiters.splice(this.waiters.indexOf(waiter), 1);
        reject(new DatabaseError(`the database was busy for more than ${Math.round(limitMs)} ms`, '53300'));
      };
      const waiter: Waiter = { begin: resolve, timer: setTimeout(late, limitMs) };
      this.waiters.push(waiter);
    });
  }

  /** Gives the connection to the next caller. */
  give(): void {
    const next = this.waiters.shift();
    if (!next) {
      this.busy = false;
      return;
    }
    clearTimeout(next.timer);
    next.begin();
  }
}
