import { CompiledQuery, type TransactionSettings } from 'kysely';
import { Client, type Pool, type PoolClient, type QueryResult } from 'pg';
import { memoize } from '../../../contract/lib/memoize.ts';
import { remainingMs, type TimeLimits } from './deadline.ts';
import { beginStatement, EngineConnection, type EngineDriver, type StatementResult } from './engine.ts';
import { DeadlineExceeded } from './errors.ts';

const cancelLimitMs = 2_000;

/** Cancels the statement of another connection, over a separate connection, so that a full pool does not matter. */
async function cancel(databaseUrl: string, pid: number): Promise<void> {
  const client = new Client({ connectionString: databaseUrl, connectionTimeoutMillis: cancelLimitMs });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('select pg_cancel_backend($1)', [pid]);
  } catch {
    // The statement timeout ends it.
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** A connection of the pool; one object for its whole life. A statement is cancelled at the deadline. */
class PostgresConnection extends EngineConnection {
  timeLimits: TimeLimits = {};
  private readonly client: PoolClient;
  private readonly databaseUrl: string;

  constructor(client: PoolClient, databaseUrl: string) {
    super();
    this.client = client;
    this.databaseUrl = databaseUrl;
  }

  async run(text: string, values: readonly unknown[]): Promise<StatementResult> {
    const { rows, command, rowCount } = await this.query(text, values as unknown[]);
    return { rows: rows ?? [], command, affected: rowCount ?? 0 };
  }

  release(): void {
    this.client.release();
  }

  /** @throws DeadlineExceeded */
  private query(text: string, values: unknown[]): Promise<QueryResult> {
    const running = this.client.query(text, values);
    const left = remainingMs(this.timeLimits);
    if (left === undefined || text === 'rollback') return running;
    let cancelling: Promise<void> | undefined;
    const { processID: pid } = this.client as PoolClient & { processID: number };
    const timer = setTimeout(() => {
      cancelling = cancel(this.databaseUrl, pid);
    }, left);
    // Wait for a running cancel, or it might hit the next statement of this connection.
    return running.then(
      (answer) => {
        clearTimeout(timer);
        return cancelling ? cancelling.then(() => answer) : answer;
      },
      async (error) => {
        clearTimeout(timer);
        await cancelling;
        throw cancelling ? new DeadlineExceeded() : error;
      },
    );
  }
}

/** Kysely's driver over a pool of `pg`, with a time limit per use of a connection. */
export class PostgresDriver implements EngineDriver {
  private readonly pool: Pool;
  private readonly connectionOf: (client: PoolClient) => PostgresConnection;

  constructor(pool: Pool, databaseUrl: string) {
    this.pool = pool;
    this.connectionOf = memoize((client) => new PostgresConnection(client, databaseUrl));
  }

  async init(): Promise<void> {}

  async acquireConnection(limits: TimeLimits = {}): Promise<PostgresConnection> {
    const client = await this.connect(remainingMs(limits));
    const connection = this.connectionOf(client);
    connection.timeLimits = limits;
    return connection;
  }

  async releaseConnection(connection: PostgresConnection): Promise<void> {
    connection.release();
  }

  async beginTransaction(connection: PostgresConnection, settings: TransactionSettings): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw(beginStatement(settings)));
  }

  async commitTransaction(connection: PostgresConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('commit'));
  }

  async rollbackTransaction(connection: PostgresConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('rollback'));
  }

  async destroy(): Promise<void> {
    if (!this.pool.ending) await this.pool.end();
  }

  /**
   * A connection of the pool, or none by the deadline.
   * @throws DeadlineExceeded
   */
  private async connect(left: number | undefined): Promise<PoolClient> {
    const { pool } = this;
    // An idle connection is available at once.
    const isIdle = pool.idleCount > 0 && pool.waitingCount === 0;
    const connecting = pool.connect();
    if (left === undefined || isIdle) return connecting;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new DeadlineExceeded()), left);
    });
    try {
      return await Promise.race([connecting, late]);
    } catch (error) {
      if (error instanceof DeadlineExceeded) connecting.then((client) => client.release()).catch(() => undefined);
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }
}
