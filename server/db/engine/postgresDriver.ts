import { CompiledQuery, type TransactionSettings } from 'kysely';
import { Client, type Pool, type PoolClient, type QueryResult } from 'pg';
import { memoize } from '../../../contract/lib/memoize.ts';
import { remainingMs, type TimeLimits } from './deadline.ts';
import { beginStatement, EngineConnection, type EngineDriver, type StatementResult } from './engine.ts';
import { DeadlineExceeded } from './errors.ts';

const cancelLimitMs = 2_000;

/** Ends the statement of another connection, by one of its own, so that a full pool does not matter. */
async function cancel(databaseUrl: string, pid: number): Promise<void> {
  const client = new Client({ connectionString: databaseUrl, connectionTimeoutMillis: cancelLimitMs });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('select pg_cancel_backend($1)', [pid]);
  } catch {
    // Its own limit ends the statement.
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** A connection of the pool; one object for as long as it lives. A statement is cancelled when the time of its terms is over. */
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

  /** Throws TooLate. */
  private query(text: string, values: unknown[]): Promise<QueryResult> {
    const asked = this.client.query(text, values);
    const left = remainingMs(this.timeLimits);
    if (left === undefined || text === 'rollback') return asked;
    let ending: Promise<void> | undefined;
    const { processID: pid } = this.client as PoolClient & { processID: number };
    const timer = setTimeout(() => {
      ending = cancel(this.databaseUrl, pid);
    }, left);
    // What still ends it might end the next statement of this connection.
    return asked.then(
      (answer) => {
        clearTimeout(timer);
        return ending ? ending.then(() => answer) : answer;
      },
      async (error) => {
        clearTimeout(timer);
        await ending;
        throw ending ? new DeadlineExceeded() : error;
      },
    );
  }
}

/** Kysely's driver over a pool of `pg`: connections on terms, whose statements end with the time that these leave. */
export class PostgresDriver implements EngineDriver {
  private readonly pool: Pool;
  private readonly connectionOf: (client: PoolClient) => PostgresConnection;

  constructor(pool: Pool, databaseUrl: string) {
    this.pool = pool;
    this.connectionOf = memoize((client) => new PostgresConnection(client, databaseUrl));
  }

  async init(): Promise<void> {}

  async acquireConnection(terms: TimeLimits = {}): Promise<PostgresConnection> {
    const client = await this.connect(remainingMs(terms));
    const connection = this.connectionOf(client);
    connection.timeLimits = terms;
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

  /** A connection of the pool; a wait for one is given up when the time is over. Throws TooLate. */
  private async connect(left: number | undefined): Promise<PoolClient> {
    const { pool } = this;
    // One that waits for nobody is there at once.
    const isThere = pool.idleCount > 0 && pool.waitingCount === 0;
    const connecting = pool.connect();
    if (left === undefined || isThere) return connecting;
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
