import type { Dialect } from 'kysely';

/** What each engine brings to a Database. */
export interface Engine {
  readonly name: 'pglite' | 'postgres';
  readonly dialect: Dialect;
  /** A connection takes a statement before it has answered the one before. */
  readonly pipelines: boolean;
  /** How many files were synced to disk so far; only the embedded engine counts. */
  syncs?(): Promise<number>;
  /** The whole data folder as a gzipped tar; only the embedded engine packs. */
  dump?(): Promise<Uint8Array>;
  /** Calls once, when its files turn out to be damaged; a server tells its own log. */
  whenDamaged?(tell: (error: Error) => void): void;
  /** How many callers wait for a connection. */
  waiting(): number;
  /** Releases what the dialect does not. */
  close(): Promise<void>;
}

export interface Limits {
  /** The longest that one statement may take. */
  readonly limitMs: number;
  /** How long a transaction may stay open without a statement. */
  readonly idleMs: number;
  /** The limit of a statement sent now: the open transaction may have set its own. */
  readonly limitNowMs: () => number;
  /** How long the work that this is called from may still take; none told is for ever. */
  readonly leftMs: () => number | undefined;
}
