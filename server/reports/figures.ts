import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Named } from '../../contract/lists/dashboard.ts';
import type { Sum } from '../../contract/lists/totals.ts';
import { type Entity, fieldOf } from '../../contract/schema/entity.ts';
import type { Field } from '../../contract/schema/field/field.ts';
import type { Figure } from '../../contract/schema/figure.ts';
import type { Narrowing } from '../../contract/schema/queue.ts';
import { type Context, callerOf } from '../core/context.ts';
import { inTurns } from '../core/mapLimit.ts';
import { visible } from '../resource/compile/scope.ts';
import { listQuery } from '../resource/read/listRequest.ts';
import { type Counting, countStatement } from '../resource/read/summaryStatements.ts';
import { totalled } from '../resource/read/totals.ts';

/** A sum of one unit or currency. */
export interface UnitSum {
  unit: string | null;
  value: number;
}

/** A number as the dashboard answers it. */
export interface Shown {
  key: string;
  /** A count, or a sum of what has no unit of its own, as hosts. */
  value: number;
  /** The sums of what is counted otherwise: hosts and TB are never added. */
  units: { unit: string; value: number }[];
  since: Date | null;
}

/** The rows of a list that is narrowed to this, as its own parameters would. */
export function narrowedTo(context: Context, entity: Entity, only: Narrowing = {}): Counting {
  const narrowing = Object.entries(only).map(([name, value]) => [`filter_${name}`, String(value)]);
  const parameters = Object.fromEntries(narrowing);
  return { conditions: listQuery(entity, parameters, callerOf(context), context.now).where, parameters };
}

/** The field that is summed, where one is. */
export const fieldsFor = (entity: Entity, sum: string | undefined): (readonly [string, Field])[] => {
  const field = sum === undefined ? undefined : fieldOf(entity, sum);
  return sum !== undefined && field ? [[sum, field]] : [];
};

export const unitSums = (sums: readonly Sum[]): UnitSum[] =>
  sums.map(({ of, sum }) => ({ unit: of, value: Number(sum) }));

async function sumOf(context: Context, { key, entity, only, sum }: Named<Figure>): Promise<Shown> {
  const asked = { ...narrowedTo(context, entity, only), fields: fieldsFor(entity, sum) };
  const { totals } = await totalled(context, entity, asked);
  const sums = unitSums(totals.sums);
  const units = sums.flatMap(({ unit, value }) => (unit === null ? [] : [{ unit, value }]));
  return { key, since: null, value: sums.find(({ unit }) => unit === null)?.value ?? 0, units };
}

const earliestOf = (entity: Entity, since: string, where: RawBuilder<SqlBool>) =>
  sql`select min(${sql.ref(`t.${since}`)}) from ${sql.table(entity.table)} as t where ${where}`;

/** What one counted number asks of the database: how many there are, and since when the first of them waits. */
function countColumns(context: Context, { entity, only, since }: Named<Figure>, index: number): RawBuilder<unknown> {
  const caller = callerOf(context);
  const counting = narrowedTo(context, entity, only);
  const earliest = since
    ? earliestOf(entity, since, visible(entity, caller, counting.conditions))
    : sql`null::timestamptz`;
  const count = countStatement(entity, caller, counting);
  return sql`(${count}) as ${sql.id(`value${index}`)}, (${earliest}) as ${sql.id(`since${index}`)}`;
}

async function countsOf(context: Context, figures: readonly Named<Figure>[]): Promise<Shown[]> {
  if (figures.length === 0) return [];
  const columns = figures.map((figure, index) => countColumns(context, figure, index));
  const { rows } = await sql<Record<string, unknown>>`select ${sql.join(columns)}`.execute(context.trx);
  const [found = {}] = rows;
  return figures.map(({ key }, index) => ({
    key,
    units: [],
    value: Number(found[`value${index}`] ?? 0),
    since: (found[`since${index}`] ?? null) as Date | null,
  }));
}

/**
 * Declared numbers of the dashboard, in their order: the totals of the lists that they lead to, all by one statement, and
 * sums over such lists, one statement each (B24). In: a context outside any transaction, since they are asked side by side.
 */
export async function figuresOf(context: Context, figures: readonly Named<Figure>[]): Promise<Shown[]> {
  const counted = figures.filter(({ sum }) => sum === undefined);
  const summed = figures.filter(({ sum }) => sum !== undefined);
  const [counts, sums] = await Promise.all([
    countsOf(context, counted),
    inTurns(summed, 2, (figure) => sumOf(context, figure)),
  ]);
  const shown = new Map([...counts, ...sums].map((one) => [one.key, one]));
  return figures.flatMap(({ key }) => shown.get(key) ?? []);
}
