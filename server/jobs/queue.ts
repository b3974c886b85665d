import type { Transaction } from 'kysely';
import { afterCommit, type Database, executeInTransaction } from '../db/connection.ts';
import type { Tables } from '../db/schema/tables.ts';
import { JobTable } from './jobTable.ts';
import { type JobHandler, JobRunner, type QueueOptions, type WorkOptions } from './runner.ts';

export interface JobQueueSettings {
  readonly name: string;
  readonly options?: QueueOptions;
}

export interface JobQueue {
  /**
   * Enqueues jobs in the caller's transaction, one for each of the data: they exist once it commits, and are then
   * started at once.
   * @throws for a queue that was not declared
   */
  send(trx: Transaction<Tables>, name: string, ...data: object[]): Promise<void>;
  /** Runs `handler` for each job of the queue; if it throws, the attempt has failed. */
  work<Data extends object>(name: string, handler: JobHandler<Data>, options?: WorkOptions<Data>): void;
  /** True if jobs can be started: the last poll of each queue succeeded. */
  ready(): boolean;
  /** Starts no more jobs and waits for the running ones; after the limit (5 s) their signal is aborted. */
  stop(limitMs?: number): Promise<void>;
}

/**
 * Starts the declared queues on the table of jobs (docs/decisions/0011). The job of a killed process is started again:
 * on PGlite, which has only one process, at the next start; on PostgreSQL when its lease has expired.
 * @param database migrated
 * @param onError is called with errors that no caller sees
 */
export async function startJobQueue(
  database: Database,
  queues: readonly JobQueueSettings[],
  onError: (error: unknown) => void = () => undefined,
): Promise<JobQueue> {
  const table = new JobTable(database);
  if (database.engine === 'pglite') await table.freeAll();
  return new TableQueue(table, queues, onError);
}

class TableQueue implements JobQueue {
  private readonly table: JobTable;
  private readonly onError: (error: unknown) => void;
  private readonly declared: ReadonlyMap<string, QueueOptions>;
  private readonly runners = new Map<string, JobRunner>();
  private stopped = false;

  constructor(table: JobTable, queues: readonly JobQueueSettings[], onError: (error: unknown) => void) {
    this.table = table;
    this.onError = onError;
    this.declared = new Map(queues.map(({ name, options }) => [name, options ?? {}]));
  }

  async send(trx: Transaction<Tables>, name: string, ...data: object[]): Promise<void> {
    this.optionsOf(name);
    await this.table.put(executeInTransaction(trx), name, data);
    afterCommit(trx, () => this.runners.get(name)?.nudge());
  }

  work<Data extends object>(name: string, handler: JobHandler<Data>, options: WorkOptions<Data> = {}): void {
    const declared = this.optionsOf(name);
    if (this.runners.has(name)) throw new Error(`the queue "${name}" already has a handler`);
    const { table, onError } = this;
    const given = { handler, ...options } as { handler: JobHandler<object> } & WorkOptions<object>;
    const runner = new JobRunner({ name, table, onError, ...declared, ...given });
    this.runners.set(name, runner);
    runner.start();
  }

  ready(): boolean {
    return !this.stopped && [...this.runners.values()].every((runner) => runner.healthy);
  }

  async stop(limitMs = 5_000): Promise<void> {
    if (this.stopped) return;
    this.stopped = true;
    await Promise.all([...this.runners.values()].map((runner) => runner.stop(limitMs)));
  }

  private optionsOf(name: string): QueueOptions {
    const options = this.declared.get(name);
    if (!options) throw new Error(`there is no queue "${name}"`);
    return options;
  }
}
