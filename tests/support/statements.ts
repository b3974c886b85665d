import { AsyncLocalStorage } from 'node:async_hooks';
import { Client } from 'pg';
import { vi } from 'vitest';
import type { Database } from '../../server/db/connection.ts';
import { startupOptions } from '../../server/db/engine/postgres.ts';

/** A statement that the driver sent to PostgreSQL. */
export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** A node of a plan, as `explain (format json)` prints it. */
export interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly Alias?: string;
  readonly 'Plan Rows'?: number;
  /** Per loop; only in a plan that was run. */
  readonly 'Actual Rows'?: number;
  readonly 'Actual Loops'?: number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly PlanNode[];
}

const sent = new AsyncLocalStorage<Statement[]>();

/** Records statements of the driver until the mocks of the test are restored. */
export function recordStatements(): void {
  const query = Client.prototype.query as (...args: unknown[]) => unknown;
  const heard = function (this: Client, ...args: unknown[]) {
    const [first, second] = args;
    const { text, values = [] } = typeof first === 'string' ? { text: first, values: second } : (first as Statement);
    sent.getStore()?.push({ text, values: Array.isArray(values) ? values : [] });
    return query.apply(this, args);
  };
  vi.spyOn(Client.prototype, 'query').mockImplementation(heard as never);
}

/** Runs work and returns its result with the statements that it sent. Needs `recordStatements` before. */
export async function withStatements<T>(work: () => Promise<T>): Promise<{ result: T; statements: Statement[] }> {
  const statements: Statement[] = [];
  const result = await sent.run(statements, work);
  return { result, statements };
}

/** True for statements that read or write rows, without those of transactions and of the job queue. */
export const isRowStatement = ({ text }: Statement): boolean =>
  /^\s*(select|insert|update|delete|with)\b[^;]*$/i.test(text) && !/\bjob\b/.test(text);

const within = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(within)];

/**
 * All nodes of PostgreSQL's plan for this statement.
 * @param isRun true to run the statement as well
 */
export async function planOf(database: Database, { text, values }: Statement, isRun = false): Promise<PlanNode[]> {
  const { rows } = await database.executeSql(`explain (${isRun ? 'analyze, ' : ''}format json) ${text}`, values);
  const plans = rows[0]?.['QUERY PLAN'] as readonly { Plan: PlanNode }[];
  return plans.flatMap(({ Plan }) => within(Plan));
}

/** How often PostgreSQL plans a prepared statement that is sent several times on a connection like the server's. */
export async function plansOf(databaseUrl: string, { text, values }: Statement, times: number): Promise<number> {
  const client = new Client({ connectionString: databaseUrl, options: startupOptions });
  await client.connect();
  try {
    for (let left = times; left > 0; left -= 1) await client.query({ name: 'kept', text, values: [...values] });
    const planSql = `select custom_plans::int as plans from pg_prepared_statements where name = 'kept'`;
    return (await client.query(planSql)).rows[0].plans;
  } finally {
    await client.end();
  }
}

/** The number of rows that a node of an executed plan has visited. */
export const rowsLookedAt = (node: PlanNode): number =>
  ((node['Actual Rows'] ?? 0) + (node['Rows Removed by Filter'] ?? 0)) * (node['Actual Loops'] ?? 0);
