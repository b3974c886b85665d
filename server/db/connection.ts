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
  /** A PostgreSQL server; without it the embedded PGlite serves. */
  readonly databaseUrl?: string | undefined;
  /** The folder of the embedded database; without it, it lives in memory. */
  readonly dataDir?: string | undefined;
  /** The longest that one statement may take; 30 s unless told. */
  readonly statementTimeoutMs?: number | undefined;
  /** How long a transaction may stay open without a statement; 60 s unless told. */
  readonly idleTransactionMs?: number | undefined;
  /** The connections to PostgreSQL; 10 unless told. */
  readonly connections?: number | undefined;
  /** Refuses statements on the root handle inside a transaction, of either of two handles that have it in common. */
  readonly guard?: TransactionGuard | undefined;
  /** A packed folder from which an embedded database begins (see template.ts). */
  readonly template?: string | undefined;
}

type SqlResult = Promise<{ rows: Record<string, unknown>[] }>;

/** A database, or an open transaction, that runs statements as they are. */
export interface SqlExecutor {
  executeSql(text: string, values?: readonly unknown[]): SqlResult;
}

export interface Database extends SqlExecutor {
  readonly engine: Engine['name'];
  /** The root handle: for single statements outside a transaction. */
  readonly db: Kysely<Tables>;
  readonly guard?: TransactionGuard | undefined;
  /** What holds for all that is sent through this handle. */
  readonly timeLimits: TimeLimits;
  /** Another handle on the same database, on these terms besides its own. */
  withLimits(terms: TimeLimits): Database;
  /** Calls once, when the files of the embedded database turn out to be damaged. */
  whenDamaged(tell: (error: Error) => void): void;
  /** How many callers wait for a connection. */
  waiting(): number;
  /** How many files were synced to disk so far; only PGlite. */
  syncs(): Promise<number>;
  /** The whole data folder as an uncompressed tar; only PGlite. */
  dump(): Promise<Uint8Array>;
  close(): Promise<void>;
}

/**
 * Opens the database: PostgreSQL with `databaseUrl`, else PGlite in `dataDir` or in memory. The schema is
 * not touched: see migrate.ts. Throws when the server cannot be reached or another process holds the folder.
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
  const on = (terms: TimeLimits): Database => {
    const db = handle(terms);
    return {
      ...whole,
      timeLimits: terms,
      db,
      withLimits: (more) => on({ ...terms, ...more }),
      executeSql: (text, values = []) => executeAlone(db, text, values),
    };
  };
  return on({});
}

/** Kysely over a driver, on each terms that are asked for. What a handle is made of is the same for all, but for what gives it a connection. */
function createHandles(
  driver: EngineDriver,
  guard: TransactionGuard | undefined,
): (terms: TimeLimits) => Kysely<Tables> {
  // Not PGlite's adapter: it has Kysely queue the callers, without a limit, before a driver sees them.
  const [adapter, compiler] = [new PostgresAdapter(), new PostgresQueryCompiler()];
  const dialect: Dialect = {
    createDriver: () => driver,
    createAdapter: () => adapter,
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => compiler,
  };
  return (terms) => {
    const executor = new DefaultQueryExecutor(compiler, adapter, {
      async provideConnection(consumer) {
        guard?.refuseInside();
        throwIfLate(terms);
        const connection = await driver.acquireConnection(terms);
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

/** The driver, whose connections refuse what comes after the time of their terms, a commit too. */
function guardedDriver({ driver, pipelines }: Engine): EngineDriver {
  const acquire = driver.acquireConnection.bind(driver);
  driver.acquireConnection = async (terms) => watchConnection(await acquire(terms));
  const commit = driver.commitTransaction.bind(driver);
  driver.commitTransaction = async (connection) => {
    throwIfLate((connection as EngineConnection).timeLimits);
    await commit(connection);
  };
  if (pipelines) pipelineTransactions(driver);
  return driver;
}

const words = /^\s*(select|insert|update|delete|with|begin|commit|rollback|set)\b/i;

/** The first word of a statement, for those who count. */
const firstWord = (text: string): string => words.exec(text)?.[1]?.toLowerCase() ?? 'other';

/** The same connection, whose statements are observed, and refused to those whose time is over. */
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

/** A text may hold a whole transaction; when it fails, the connection must not stay inside it. */
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
  /** Another time limit for each statement of this transaction; 0 is none. */
  readonly statementTimeoutMs?: number;
  /** Reads alone, and sees the database as it was at its first statement. */
  readonly snapshot?: boolean;
}

type Work<T> = (trx: Transaction<Tables>) => Promise<T>;

/** Of transactions that wait for each other the database ends one, which may be done again. */
const deadlock = '40P01';
const tries = 3;

/**
 * Runs `work` in a transaction: commits when it returns, rolls back when it throws. Inside it only `trx`
 * may be used; a statement on the root handle throws at once. Out: what `work` returns. It is run again when the
 * database ended it to break a deadlock, so that all it does is done through `trx`.
 */
export async function transaction<T>(database: Database, work: Work<T>, options: TransactionOptions = {}): Promise<T> {
  for (let left = tries; ; left -= 1) {
    try {
      return await runOnce(database, work, options);
    } catch (error) {
      if (left === 1 || (error as { code?: string } | undefined)?.code !== deadlock) throw error;
    }
  }
}

/** An open transaction, with what is to be done once it has committed. */
type OpenTransaction = Kysely<Tables> & { afterwards?: (() => void)[] };

/** Calls `then` once the transaction has committed (never, if it does not), or now, where it is none. */
export function afterCommit(trx: OpenTransaction, then: () => void): void {
  if (trx.afterwards) trx.afterwards.push(then);
  else then();
}

async function runOnce<T>(database: Database, work: Work<T>, options: TransactionOptions): Promise<T> {
  const { guard, engine } = database;
  const { statementTimeoutMs: limitMs, snapshot } = options;
  const gathered: (() => void)[] = [];
  const run = async (trx: Transaction<Tables> & OpenTransaction): Promise<T> => {
    if (limitMs !== undefined && engine === 'postgres') {
      await execute(trx, `set local statement_timeout = ${Math.trunc(limitMs)}`, []);
    }
    trx.afterwards = gathered;
    return guard ? guard.inside(() => work(trx)) : work(trx);
  };
  const begun = (limitMs === undefined ? database : database.withLimits({ limitMs })).db.transaction();
  const opened = snapshot ? begun.setIsolationLevel('repeatable read').setAccessMode('read only') : begun;
  const result = await opened.execute(run);
  for (const then of gathered) then();
  return result;
}

/** The open transaction as what runs statements: what is sent through it exists if the transaction commits. */
export function executeInTransaction(trx: Transaction<Tables>): SqlExecutor {
  return { executeSql: (text, values = []) => execute(trx, text, values) };
}
