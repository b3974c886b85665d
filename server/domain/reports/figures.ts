import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Named } from '../../../contract/dashboard.ts';
import { type Entity, fieldOf } from '../../../contract/entity.ts';
import type { Field } from '../../../contract/field.ts';
import type { Figure } from '../../../contract/figure.ts';
import type { Narrowing } from '../../../contract/queue.ts';
import type { Sum } from '../../../contract/totals.ts';
import { listQuery } from '../../resource/query.ts';
import { visible } from '../../resource/scope.ts';
import { type Counting, countStatement } from '../../resource/summary.ts';
import { totalled } from '../../resource/totals.ts';
import { type Context, callerOf } from '../context.ts';

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

async function countOf(context: Context, { key, entity, only, since }: Named<Figure>): Promise<Shown> {
  const caller = callerOf(context);
  const counting = narrowedTo(context, entity, only);
  const count = countStatement(entity, caller, counting);
  const earliest = since
    ? earliestOf(entity, since, visible(entity, caller, counting.conditions))
    : sql`null::timestamptz`;
  const { rows } = await sql<{
    value: number;
    since: Date | null;
  }>`select (${count}) as value, (${earliest}) as since`.execute(context.trx);
  return { key, value: rows[0]?.value ?? 0, units: [], since: rows[0]?.since ?? null };
}

/** A declared number of the dashboard in one statement: the total of the list that it leads to, or a sum over it (B24). */
export const figureOf = (context: Context, figure: Named<Figure>): Promise<Shown> =>
  figure.sum === undefined ? countOf(context, figure) : sumOf(context, figure);
