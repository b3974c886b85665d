import { CompiledQuery, type DatabaseConnection, type Dialect, type Driver, Kysely, type Transaction } from 'kysely';
import { observed } from '../telemetry/observe.ts';
import { joinBoundaries } from './boundaries.ts';
import { openEmbedded } from './embedded/open.ts';
import type { Engine } from './engine.ts';
import { TransactionGuard } from './guard.ts';
import { openPostgres } from './postgres.ts';
import type { Tables } from './tables.ts';

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
  /** Of another handle on the same database, so that both know of the transactions of either. */
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
  readonly guard: TransactionGuard;
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

const noLimitMs = 2 ** 31 - 1;

/**
 * Opens the database: PostgreSQL with `databaseUrl`, else PGlite in `dataDir` or in memory. The schema is
 * not touched: see migrate.ts. Throws when the server cannot be reached or another process holds the folder.
 */
export async function openDatabase(settings: DatabaseSettings): Promise<Database> {
  const guard = settings.guard ?? new TransactionGuard();
  const limitMs = settings.statementTimeoutMs ?? 30_000;
  const limitNowMs = (): number => (guard.limitMs() ?? limitMs) || noLimitMs;
  const limits = { limitMs, limitNowMs, leftMs: () => guard.leftMs(), idleMs: settings.idleTransactionMs ?? 60_000 };
  const { databaseUrl, dataDir, template } = settings;
  const engine = databaseUrl
    ? await openPostgres(databaseUrl, settings.connections ?? 10, limits)
    : await openEmbedded({ dataDir, template }, limits);
  return assemble(engine, guard);
}

function assemble(engine: Engine, guard: TransactionGuard): Database {
  const db = new Kysely<Tables>({ dialect: guarded(engine, guard) });
  const onlyEmbedded = async (): Promise<never> => {
    throw new Error('only the embedded database can do this');
  };
  return {
    engine: engine.name,
    db,
    guard,
    executeSql: (text, values = []) => executeAlone(db, text, values),
    whenDamaged: engine.whenDamaged ?? (() => undefined),
    waiting: engine.waiting,
    syncs: engine.syncs ?? onlyEmbedded,
    dump: engine.dump ?? onlyEmbedded,
    close: async () => {
      await db.destroy();
      await engine.close();
    },
  };
}

/** The same dialect, whose connections are refused to statements that belong into an open transaction. */
function guarded({ dialect, pipelines }: Engine, guard: TransactionGuard): Dialect {
  const createDriver = (): Driver => {
    const driver = dialect.createDriver();
    const acquire = driver.acquireConnection.bind(driver);
    driver.acquireConnection = async () => {
      guard.refuseInside();
      guard.refuseLate();
      return watched(await acquire(), guard);
    };
    const commit = driver.commitTransaction.bind(driver);
    driver.commitTransaction = async (connection) => {
      guard.refuseLate();
      await commit(connection);
    };
    if (pipelines) joinBoundaries(driver);
    return driver;
  };
  return {
    createDriver,
    createAdapter: () => dialect.createAdapter(),
    createIntrospector: (db) => dialect.createIntrospector(db),
    createQueryCompiler: () => dialect.createQueryCompiler(),
  };
}

const watchedOnes = new WeakSet<DatabaseConnection>();
const words = /^\s*(select|insert|update|delete|with|begin|commit|rollback|set)\b/i;

/** The first word of a statement, for those who count. */
const wordOf = (text: string): string => words.exec(text)?.[1]?.toLowerCase() ?? 'other';

/** The same connection, whose statements are observed, and refused to those whose time is over. */
function watched(connection: DatabaseConnection, guard: TransactionGuard): DatabaseConnection {
  if (watchedOnes.has(connection)) return connection;
  watchedOnes.add(connection);
  const run = connection.executeQuery.bind(connection);
  connection.executeQuery = (query) => {
    const name = wordOf(query.sql);
    if (name !== 'rollback') guard.refuseLate();
    const attributes = { 'db.system.name': 'postgresql', 'db.operation.name': name, 'db.query.text': query.sql };
    return observed({ kind: 'statement', name, attributes }, () => run(query));
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

async function runOnce<T>(database: Database, work: Work<T>, options: TransactionOptions): Promise<T> {
  const limitMs = options.statementTimeoutMs;
  const afterCommit: (() => void)[] = [];
  const run = async (trx: Transaction<Tables>): Promise<T> => {
    if (limitMs !== undefined && database.engine === 'postgres') {
      await execute(trx, `set local statement_timeout = ${Math.trunc(limitMs)}`, []);
    }
    return database.guard.inside(afterCommit, () => work(trx));
  };
  const begun = database.db.transaction();
  const opened = options.snapshot ? begun.setIsolationLevel('repeatable read').setAccessMode('read only') : begun;
  const result = await database.guard.limited(limitMs, () => opened.execute(run));
  for (const then of afterCommit) then();
  return result;
}

/** The open transaction as what runs statements: what is sent through it exists if the transaction commits. */
export function executeInTransaction(trx: Transaction<Tables>): SqlExecutor {
  return { executeSql: (text, values = []) => execute(trx, text, values) };
}
