import {
  CompiledQuery,
  DefaultQueryExecutor,
  type Dialect,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type Transaction,
} from 'kysely';
import { observe } from '../telemetry/observe.ts';
import { openEmbedded } from './embedded/open.ts';
import { type TimeLimits, throwIfLate } from './engine/deadline.ts';
import type { Engine, EngineConnection, EngineDriver } from './engine/engine.ts';
import { openPostgres } from './engine/postgres.ts';
import type { TransactionGuard } from './engine/transactionGuard.ts';
import { pipelineTransactions } from './pipelinedTransaction.ts';
import type { Tables } from './schema/tables.ts';

export interface DatabaseSettings {
  /** A PostgreSQL server; without it, the embedded PGlite is used. */
  readonly databaseUrl?: string | undefined;
  /** The folder of the embedded database; without it, the data is in memory. */
  readonly dataDir?: string | undefined;
  /** The maximum duration of one statement; 30 s by default. */
  readonly statementTimeoutMs?: number | undefined;
  /** The maximum time that a transaction may be open without a statement; 60 s by default. */
  readonly idleTransactionMs?: number | undefined;
  /** The maximum number of connections to PostgreSQL; 10 by default. */
  readonly connections?: number | undefined;
  /** Refuses statements on the root handle inside a transaction; may be shared by several handles. */
  readonly guard?: TransactionGuard | undefined;
  /** A packed folder from which an embedded database starts (see template.ts). */
  readonly template?: string | undefined;
}

type SqlResult = Promise<{ rows: Record<string, unknown>[] }>;

/** A database or an open transaction that runs statements as text. */
export interface SqlExecutor {
  executeSql(text: string, values?: readonly unknown[]): SqlResult;
}

export interface Database extends SqlExecutor {
  readonly engine: Engine['name'];
  /** The root handle: for single statements outside a transaction. */
  readonly db: Kysely<Tables>;
  readonly guard?: TransactionGuard | undefined;
  /** The time limits of all that is sent through this handle. */
  readonly timeLimits: TimeLimits;
  /** Another handle on the same database, with further time limits. */
  withLimits(limits: TimeLimits): Database;
  /** Calls back once when the files of the embedded database are found damaged. */
  whenDamaged(report: (error: Error) => void): void;
  /** The number of callers that wait for a connection. */
  waiting(): number;
  /** The number of files synced to disk so far; only PGlite. */
  syncs(): Promise<number>;
  /** The whole data folder as an uncompressed tar; only PGlite. */
  dump(): Promise<Uint8Array>;
  close(): Promise<void>;
}

/**
 * Opens the database: PostgreSQL with `databaseUrl`, else PGlite in `dataDir` or in memory. The schema is not touched,
 * see migrate.ts.
 * @throws where the server cannot be reached or another process has locked the folder
 */
export async function openDatabase(settings: DatabaseSettings): Promise<Database> {
  const limits = { limitMs: settings.statementTimeoutMs ?? 30_000, idleMs: settings.idleTransactionMs ?? 60_000 };
  const { databaseUrl, dataDir, template, guard } = settings;
  const engine = databaseUrl
    ? await openPostgres(databaseUrl, settings.connections ?? 10, limits)
    : await openEmbedded({ dataDir, template }, limits);
  return createDatabase(engine, guard);
}

function createDatabase(engine: Engine, guard: TransactionGuard | undefined): Database {
  const onlyEmbedded = async (): Promise<never> => {
    throw new Error('only the embedded database can do this');
  };
  const handle = createHandles(guardedDriver(engine), guard);
  const whole = {
    engine: engine.name,
    guard,
    whenDamaged: engine.whenDamaged ?? (() => undefined),
    waiting: engine.waiting,
    syncs: engine.syncs ?? onlyEmbedded,
    dump: engine.dump ?? onlyEmbedded,
    close: async () => {
      await engine.driver.destroy();
      await engine.close?.();
    },
  };
  const on = (limits: TimeLimits): Database => {
    const db = handle(limits);
    return {
      ...whole,
      timeLimits: limits,
      db,
      withLimits: (more) => on({ ...limits, ...more }),
      executeSql: (text, values = []) => executeAlone(db, text, values),
    };
  };
  return on({});
}

/**
 * Creates a function that makes a Kysely handle with time limits. All handles share everything but the way they get a
 * connection.
 */
function createHandles(
  driver: EngineDriver,
  guard: TransactionGuard | undefined,
): (limits: TimeLimits) => Kysely<Tables> {
  // Not PGlite's adapter: with it, Kysely would queue the callers, without a limit, before the driver sees them.
  const [adapter, compiler] = [new PostgresAdapter(), new PostgresQueryCompiler()];
  const dialect: Dialect = {
    createDriver: () => driver,
    createAdapter: () => adapter,
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => compiler,
  };
  return (limits) => {
    const executor = new DefaultQueryExecutor(compiler, adapter, {
      async provideConnection(consumer) {
        guard?.refuseInside();
        throwIfLate(limits);
        const connection = await driver.acquireConnection(limits);
        try {
          return await consumer(connection);
        } finally {
          await driver.releaseConnection(connection);
        }
      },
    });
    return new Kysely<Tables>({ config: { dialect }, dialect, driver, executor });
  };
}

/** A driver that refuses statements and commits after the deadline. */
function guardedDriver({ driver, pipelines }: Engine): EngineDriver {
  const acquire = driver.acquireConnection.bind(driver);
  driver.acquireConnection = async (limits) => watchConnection(await acquire(limits));
  const commit = driver.commitTransaction.bind(driver);
  driver.commitTransaction = async (connection) => {
    throwIfLate((connection as EngineConnection).timeLimits);
    await commit(connection);
  };
  if (pipelines) pipelineTransactions(driver);
  return driver;
}

const firstWordPattern = /^\s*(select|insert|update|delete|with|begin|commit|rollback|set)\b/i;

/** The first word of a statement, for metrics. */
const firstWord = (text: string): string => firstWordPattern.exec(text)?.[1]?.toLowerCase() ?? 'other';

/** Observes the statements of a connection, and refuses them after the deadline. */
function watchConnection(connection: EngineConnection): EngineConnection {
  if (connection.isWatched) return connection;
  connection.isWatched = true;
  const run = connection.executeQuery.bind(connection);
  connection.executeQuery = (query) => {
    const name = firstWord(query.sql);
    if (name !== 'rollback') throwIfLate(connection.timeLimits);
    const attributes = { 'db.system.name': 'postgresql', 'db.operation.name': name, 'db.query.text': query.sql };
    return observe({ kind: 'statement', name, attributes }, () => run(query));
  };
  return connection;
}

/** Runs a text that may contain a whole transaction; if it fails, the connection must not stay in it. */
function executeAlone(db: Kysely<Tables>, text: string, values: readonly unknown[]): SqlResult {
  return db.connection().execute(async (connection) => {
    try {
      return await execute(connection, text, values);
    } catch (error) {
      if (values.length === 0) await execute(connection, 'rollback', []).catch(() => undefined);
      throw error;
    }
  });
}

async function execute(db: Kysely<Tables>, text: string, values: readonly unknown[]): SqlResult {
  const { rows } = await db.executeQuery(CompiledQuery.raw(text, [...values]));
  return { rows: rows as Record<string, unknown>[] };
}

export interface TransactionOptions {
  /** Another time limit for each statement of this transaction; 0 is unlimited. */
  readonly statementTimeoutMs?: number;
  /** Reads only, and sees the database as it was at its first statement. */
  readonly snapshot?: boolean;
}

type Work<T> = (trx: Transaction<Tables>) => Promise<T>;

/** PostgreSQL ends one of the transactions that wait for each other; it can be run again. */
const deadlock = '40P01';
const maxTries = 3;

/**
 * Runs `work` in a transaction: commits when it returns, rolls back when it throws. Inside it only `trx` may be used; a
 * statement on the root handle throws at once. It is run again after a deadlock, so all its effects must go through
 * `trx`.
 * @returns what `work` returns
 */
export async function transaction<T>(database: Database, work: Work<T>, options: TransactionOptions = {}): Promise<T> {
  for (let left = maxTries; ; left -= 1) {
    try {
      return await runOnce(database, work, options);
    } catch (error) {
      if (left === 1 || (error as { code?: string } | undefined)?.code !== deadlock) throw error;
    }
  }
}

/** An open transaction, with callbacks for after its commit. */
type OpenTransaction = Kysely<Tables> & { afterwards?: (() => void)[] };

/**
 * Calls `then` once the transaction has committed (never, if it does not), or at once where there is no transaction.
 */
export function afterCommit(trx: OpenTransaction, then: () => void): void {
  if (trx.afterwards) trx.afterwards.push(then);
  else then();
}

async function runOnce<T>(database: Database, work: Work<T>, options: TransactionOptions): Promise<T> {
  const { guard, engine } = database;
  const { statementTimeoutMs: limitMs, snapshot } = options;
  const callbacks: (() => void)[] = [];
  const run = async (trx: Transaction<Tables> & OpenTransaction): Promise<T> => {
    if (limitMs !== undefined && engine === 'postgres') {
      await execute(trx, `set local statement_timeout = ${Math.trunc(limitMs)}`, []);
    }
    trx.afterwards = callbacks;
    return guard ? guard.inside(() => work(trx)) : work(trx);
  };
  const begun = (limitMs === undefined ? database : database.withLimits({ limitMs })).db.transaction();
  const opened = snapshot ? begun.setIsolationLevel('repeatable read').setAccessMode('read only') : begun;
  const result = await opened.execute(run);
  for (const then of callbacks) then();
  return result;
}

/** Runs texts in the open transaction. */
export function executeInTransaction(trx: Transaction<Tables>): SqlExecutor {
  return { executeSql: (text, values = []) => execute(trx, text, values) };
}
