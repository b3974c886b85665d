import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { DashboardItem } from '../../contract/lists/dashboard.ts';
import type { Sum } from '../../contract/lists/totals.ts';
import { type Entity, fieldOf } from '../../contract/schema/entity.ts';
import type { Field } from '../../contract/schema/field/field.ts';
import type { MetricDeclaration } from '../../contract/schema/metric.ts';
import { type Narrowing, narrowingFor } from '../../contract/schema/queue.ts';
import { type Context, callerOf } from '../core/context.ts';
import { mapLimit } from '../core/mapLimit.ts';
import { visiblePredicate } from '../resource/compile/scope.ts';
import { parseListQuery } from '../resource/read/listRequest.ts';
import { countStatement, type ListSelection } from '../resource/read/summaryStatements.ts';
import { computeTotals } from '../resource/read/totals.ts';

/** A sum in one unit or currency. */
export interface UnitSum {
  unit: string | null;
  /** The whole part of the sum. */
  value: number;
  /** The exact sum in decimal digits. */
  sum: string;
}

/** A metric as the dashboard answers it. */
export interface MetricResult {
  key: string;
  /** A count, or the whole part of a sum of values without a unit of their own, such as hosts. */
  value: number;
  /** That sum in decimal digits, which are exact; null for a count. */
  sum: string | null;
  /** Sums per unit: hosts and TB are never added. */
  units: { unit: string; value: number; sum: string }[];
  since: Date | null;
}

/** The rows of a list with these filters, as its own parameters select them. */
export function listSelection(context: Context, entity: Entity, only: Narrowing = {}): ListSelection {
  const caller = callerOf(context);
  const narrowing = Object.entries(narrowingFor(only, caller)).map(([name, value]) => [
    `filter_${name}`,
    String(value),
  ]);
  const parameters = Object.fromEntries(narrowing);
  return { conditions: parseListQuery(entity, parameters, caller, context.now).where, parameters };
}

/** The field to sum, if any. */
export const fieldsFor = (entity: Entity, sum: string | undefined): (readonly [string, Field])[] => {
  const field = sum === undefined ? undefined : fieldOf(entity, sum);
  return sum !== undefined && field ? [[sum, field]] : [];
};

export const unitSums = (sums: readonly Sum[]): UnitSum[] =>
  sums.map(({ of, sum }) => ({ unit: of, value: Math.trunc(Number(sum)), sum }));

async function sumOf(
  context: Context,
  { key, entity, only, sum }: DashboardItem<MetricDeclaration>,
): Promise<MetricResult> {
  const selection = { ...listSelection(context, entity, only), fields: fieldsFor(entity, sum) };
  const { totals } = await computeTotals(context, entity, selection);
  const sums = unitSums(totals.sums);
  const units = sums.flatMap((one) => (one.unit === null ? [] : [{ ...one, unit: one.unit }]));
  const plain = sums.find(({ unit }) => unit === null);
  return { key, since: null, value: plain?.value ?? 0, sum: plain?.sum ?? '0', units };
}

const earliestOf = (entity: Entity, since: string, where: RawBuilder<SqlBool>) =>
  sql`select min(${sql.ref(`t.${since}`)}) from ${sql.table(entity.table)} as t where ${where}`;

/** The SQL of one counted metric: the number of rows, and the earliest time since which one waits. */
function countColumns(
  context: Context,
  { entity, only, since }: DashboardItem<MetricDeclaration>,
  index: number,
): RawBuilder<unknown> {
  const caller = callerOf(context);
  const counting = listSelection(context, entity, only);
  const earliest = since
    ? earliestOf(entity, since, visiblePredicate(entity, caller, counting.conditions))
    : sql`null::timestamptz`;
  const count = countStatement(entity, caller, counting);
  return sql`(${count}) as ${sql.id(`value${index}`)}, (${earliest}) as ${sql.id(`since${index}`)}`;
}

async function countsOf(
  context: Context,
  metrics: readonly DashboardItem<MetricDeclaration>[],
): Promise<MetricResult[]> {
  if (metrics.length === 0) return [];
  const columns = metrics.map((metric, index) => countColumns(context, metric, index));
  const { rows } = await sql<Record<string, unknown>>`select ${sql.join(columns)}`.execute(context.trx);
  const [found = {}] = rows;
  return metrics.map(({ key }, index) => ({
    key,
    sum: null,
    units: [],
    value: Number(found[`value${index}`] ?? 0),
    since: (found[`since${index}`] ?? null) as Date | null,
  }));
}

/**
 * Declared metrics of the dashboard, in order: counts of the lists that they link to, all in one statement, and sums
 * over such lists, one statement each (B24).
 * @param context outside any transaction, since the statements run in parallel
 */
export async function readMetrics(
  context: Context,
  metrics: readonly DashboardItem<MetricDeclaration>[],
): Promise<MetricResult[]> {
  const counted = metrics.filter(({ sum }) => sum === undefined);
  const summed = metrics.filter(({ sum }) => sum !== undefined);
  const [counts, sums] = await Promise.all([
    countsOf(context, counted),
    mapLimit(summed, 2, (metric) => sumOf(context, metric)),
  ]);
  const shown = new Map([...counts, ...sums].map((one) => [one.key, one]));
  return metrics.flatMap(({ key }) => shown.get(key) ?? []);
}
