import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startCast } from '../support/cast.ts';
import { accounts } from '../support/effects/people.ts';
import type { World } from '../support/effects/world.ts';
import { fillEverything } from '../support/manyRows.ts';
import { type ReadCell, readCells } from '../support/readCells.ts';
import { readerOf } from '../support/readWorld.ts';
import { smallTables } from '../support/smallTables.ts';
import {
  isRowStatement,
  type PlanNode,
  planOf,
  recordStatements,
  type Statement,
  withStatements,
} from '../support/statements.ts';

/** A query that counts at least this part of a table may scan the table. */
const largePart = 1 / 20;

/** Queries that may scan a table, by operation, role and parameters, with the reason. */
const whole: readonly [RegExp, string][] = [
  [/^\w+ (export|totals) \w+ \S+(export|totals)$/, 'it is asked for all that the caller sees'],
  [/^subscription (export|list) .*search=ann@/, 'all twenty thousand have this mail: they are exported, and counted'],
  [
    /^user (list|export) \w+Admin .*search=Sub$/,
    'half of the users have this in their names: they are exported, and counted',
  ],
  [/^user_product /, 'four thousand grants are thirty pages, read at once'],
  [
    /^enterprise_product list SalesMan /,
    'the grants of his enterprises are looked up: the pages of all are not many more',
  ],
  [/^user (list|export) SalesMan /, 'he sees himself, and users of his enterprises: no index has the two together'],
  [/^user list \w+ .*filter_product_id/, 'who holds a product is told in two ways: no index has the two together'],
  [/^project \w+ Subordinate /, 'a sub-user’s projects are told in two ways: no index has the two together'],
  [/^project list .*filter_effectuate=false/, 'what is not in force or not enabled is no value of a column'],
  [/^(project|application) list SalesMan .*page=400/, 'it lies beyond the end of what is his'],
  [/^order_project \w+ Enterprise /, 'its five hundred orders are looked up: the pages of all ties are fewer'],
  [/^payment \w+ Enterprise /, 'its hundred subscriptions are looked up: the pages of all payments are not many more'],
  [/^assignment list .*filter_renewed/, 'the orders that renew a licence are looked through'],
  [/^assignment list .*filter_declined/, 'is asked together with the end of a licence, which has an index'],
];

let world: World;
let sizes: ReadonlyMap<string, number>;
let reader: ReturnType<typeof readerOf>;

const isCounted = ({ text }: Statement): boolean => /^select (count\(\*\)|string_agg)|grouping sets/.test(text);
/** A search first selects up to a thousand ids, which a scan finds quickly if many rows match. */
const isLookUp = ({ text }: Statement): boolean => /^select \(select case when count\(\*\) <= 1000/.test(text);

/** The growing tables that a statement would scan, unless it counts or searches a large part of them. */
async function scanned(statement: Statement, total: number): Promise<string[]> {
  const nodes = (await planOf(world.database, statement)).filter((node) => node['Node Type'] === 'Seq Scan');
  const wanted = (node: PlanNode): number =>
    isCounted(statement) ? total : isLookUp(statement) ? Number(node['Plan Rows']) : 0;
  const isLarge = (node: PlanNode) => wanted(node) > (sizes.get(node['Relation Name'] ?? '') ?? 0) * largePart;
  const tables = nodes.filter((node) => !isLarge(node)).map((node) => node['Relation Name'] ?? '');
  return [...new Set(tables)].filter((table) => !Object.hasOwn(smallTables, table));
}

/** The unexpected scans of a way to read records. */
async function faultsOf(cell: ReadCell): Promise<string[]> {
  const path = await reader.pathOf(cell);
  const { result, statements } = await withStatements(() => reader.ask(cell, path));
  const name = `${cell.entity.name} ${cell.operation} ${cell.role} ${decodeURIComponent(path)}`;
  if (result.status !== 200 && cell.operation !== 'get') return [`${name}: ${result.status}`];
  if (whole.some(([pattern]) => pattern.test(name))) return [];
  const faults: string[] = [];
  for (const statement of statements.filter(isRowStatement))
    for (const table of await scanned(statement, Number(result.body.total ?? 0)))
      faults.push(`${name}: ${table}: ${statement.text}`);
  return faults;
}

const groupOf = ({ entity, role }: ReadCell): string => `${entity.name} as ${role}`;
const groups = [...new Set(readCells.map(groupOf))].map((name) => ({
  name,
  cells: readCells.filter((cell) => groupOf(cell) === name),
}));

describe('what is read of 100,000 orders and what belongs to them, on postgres', () => {
  beforeAll(async () => {
    const cast = await startCast('postgres', { withoutWorkers: true });
    await fillEverything(cast);
    world = { ...cast, subUser: cast.customer, ids: {}, texts: {} };
    await accounts['user: create']?.(world);
    const { rows } = await world.database.executeSql(
      `select relname as name, reltuples as size from pg_class where relkind = 'r'`,
    );
    sizes = new Map(rows.map(({ name, size }) => [String(name), Number(size)]));
    reader = readerOf(world);
    recordStatements();
  });
  afterAll(async () => {
    vi.restoreAllMocks();
    await world.close();
  });

  it.each(groups)('$name: each way is served by indexes', async ({ cells }) => {
    const faults: string[] = [];
    for (const cell of cells) faults.push(...(await faultsOf(cell)));
    expect(faults).toEqual([]);
  });
});
