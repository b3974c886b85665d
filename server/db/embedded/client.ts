import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { plannerSettings } from '../engine/engine.ts';
import { DatabaseError } from '../engine/errors.ts';
import { packageRoot } from '../engine/packageRoot.ts';
import { StatementNames } from '../engine/statementNames.ts';
import { isDamage } from './damage.ts';
import { decodeResult, encodeStatement, type WireResult } from './wire.ts';

export interface ClientSettings {
  /** The folder of PostgreSQL's files; without one the database is in memory. */
  readonly directory?: string;
  /** A packed data folder to start from. */
  readonly template?: string;
}

interface Waiting {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
  readonly timer: NodeJS.Timeout;
}

type Reply = { value: unknown } | { error: string };

const slowLimitMs = 120_000;
const closeLimitMs = 8_000;

/**
 * PGlite in its own thread: one request at a time, each under a time limit. PGlite cannot be interrupted, so a
 * statement over its limit ends the thread, and a new one is started on the same folder: PostgreSQL recovers from its
 * log, and only the open transaction is lost. A database in memory cannot recover and stays closed.
 */
export class EmbeddedClient {
  /** Changes with every restart: transactions of an earlier session are lost. */
  session = 0;
  private readonly settings: ClientSettings;
  private worker: Worker | undefined;
  private waiting: Waiting | undefined;
  private ready: Promise<void>;
  private started = false;
  /** Names of statements, and the names that the thread has already prepared. */
  private names = new StatementNames();
  private known = new Set<string>();
  private closed: Error | undefined;
  /** The first error that shows that the files are damaged. It remains, since files do not repair themselves. */
  private damage: Error | undefined;
  private tellDamage: ((error: Error) => void) | undefined;

  constructor(settings: ClientSettings) {
    this.settings = settings;
    this.ready = this.start(settings);
  }

  /**
   * Resolves when statements can be sent.
   * @throws if the database could not be opened
   */
  opened(): Promise<void> {
    return this.ready;
  }

  /**
   * Runs one statement, or several without values. The caller ensures that only one runs at a time.
   * @throws DatabaseError, with code 57014 if the time limit was exceeded
   */
  async query(text: string, values: readonly unknown[], limitMs: number): Promise<WireResult> {
    const { names, known } = this;
    const name = names.nameOf(text);
    const stale = name ? names.takeStale() : [];
    const message = encodeStatement(text, values, name ? { name, isKnown: known.has(name), stale } : undefined);
    for (const one of stale) known.delete(one);
    const answer = await this.request('query', message, [message.buffer], limitMs);
    try {
      const decoded = decodeResult(answer as Uint8Array);
      if (name) known.add(name);
      return decoded;
    } catch (error) {
      if (isDamage(error)) this.damaged(error);
      names.failed(error);
      // The statement may have failed before it was prepared.
      if (name && !known.has(name)) names.forget(text);
      throw error;
    }
  }

  /** Packs the data folder as an uncompressed tar. */
  async dump(): Promise<Uint8Array> {
    return (await this.request('dump', undefined, [], slowLimitMs)) as Uint8Array;
  }

  /** How often the thread has synced a file to disk. */
  async syncs(): Promise<number> {
    const counts = await this.request('counts', undefined, [], slowLimitMs);
    return (counts as { fsync: number }).fsync;
  }

  /** Writes everything to disk and ends the thread. */
  async close(): Promise<void> {
    if (this.closed) return;
    const ending = async (): Promise<void> => {
      if (this.settings.directory) await this.query('checkpoint', [], closeLimitMs);
      await this.request('close', undefined, [], closeLimitMs);
    };
    // Anything not written yet is in PostgreSQL's log and is recovered at the next start.
    await ending().catch(() => undefined);
    await this.abandon(new DatabaseError('the database is closed', '57P03'));
  }

  /** Ends the thread at once; later requests fail. */
  async abandon(reason: Error): Promise<void> {
    this.closed ??= reason;
    await this.end(reason);
  }

  private async start(settings: ClientSettings): Promise<void> {
    const worker = new Worker(path.join(packageRoot, 'server/db/embedded/worker.mjs'), {
      workerData: { ...settings, planning: plannerSettings },
      execArgv: [],
    });
    this.worker = worker;
    worker.on('message', (reply: Reply) => this.settle(worker, reply));
    worker.on('error', (error) => this.failed(worker, error));
    worker.on('exit', () => this.failed(worker, new Error('the thread of the database ended')));
    await this.reply(worker, slowLimitMs);
    this.started = true;
  }

  private async request(action: string, argument: unknown, moved: ArrayBuffer[], limitMs: number): Promise<unknown> {
    await this.ready;
    if (this.closed) throw this.closed;
    if (this.waiting || !this.worker) throw new Error('the embedded database serves one request at a time');
    this.worker.postMessage({ action, argument }, moved);
    return this.reply(this.worker, limitMs);
  }

  private reply(worker: Worker, limitMs: number): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const late = new DatabaseError(`canceling statement: it took longer than ${limitMs} ms`, '57014');
      this.waiting = { resolve, reject, timer: setTimeout(() => this.failed(worker, late), limitMs) };
    });
  }

  private settle(worker: Worker, reply: Reply): void {
    const waiting = this.waiting;
    if (worker !== this.worker || !waiting) return;
    this.waiting = undefined;
    clearTimeout(waiting.timer);
    if ('error' in reply) waiting.reject(new Error(reply.error));
    else waiting.resolve(reply.value);
  }

  /** Gives up the thread: rejects the pending request with the reason, and opens the folder again. */
  private failed(worker: Worker, reason: Error): void {
    if (worker !== this.worker) return;
    this.session += 1;
    this.names = new StatementNames();
    this.known = new Set();
    const ended = this.end(reason);
    if (this.closed || !this.started) return;
    if (this.settings.directory) this.ready = ended.then(() => this.start({ ...this.settings, template: undefined }));
    else this.closed = new DatabaseError(`the database in memory was lost: ${reason.message}`, '57P03');
    // A folder that was open and cannot be opened again is damaged.
    this.ready.catch((error: Error) => this.damaged(error));
  }

  /** Calls `tell` once if the files turn out to be damaged. */
  whenDamaged(tell: (error: Error) => void): void {
    this.tellDamage = tell;
    if (this.damage) tell(this.damage);
  }

  private damaged(error: Error): void {
    if (this.damage || this.closed) return;
    this.damage = error;
    this.tellDamage?.(error);
  }

  private async end(reason: Error): Promise<void> {
    const { worker, waiting } = this;
    this.worker = undefined;
    this.waiting = undefined;
    clearTimeout(waiting?.timer);
    waiting?.reject(reason);
    await worker?.terminate();
  }
}
