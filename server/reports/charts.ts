import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { daysAfter } from '../../contract/entities/shared/period.ts';
import { kinds } from '../../contract/kinds/index.ts';
import { type DashboardItem, partedBy, seriesKey } from '../../contract/lists/dashboard.ts';
import type { TotalGroup } from '../../contract/lists/totals.ts';
import type { Language } from '../../contract/messages/label.ts';
import { textIn } from '../../contract/messages/localizedText.ts';
import { type Entity, fieldOf } from '../../contract/schema/entity.ts';
import type { Field } from '../../contract/schema/field/field.ts';
import type { ChartDeclaration } from '../../contract/schema/metric.ts';
import { type Context, readerLanguage } from '../core/context.ts';
import { titlesById } from '../resource/read/titles.ts';
import { computeTotals } from '../resource/read/totals.ts';
import { fieldsFor, listSelection, type UnitSum, unitSums } from './dashboardMetrics.ts';

export interface ChartPart {
  value: string;
  name: string;
  count: number;
  sums: UnitSum[];
}

/** Charts of references show their largest parts only. */
const maxParts = 12;
const months = 12;

/**
 * The months of a chart in the time zone, the earliest first: `2026-05`.
 * @param isAhead the months from the current one on, instead of those until it
 */
export function monthsOfChart(now: Date, zone: string, isAhead = false): string[] {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone: zone, year: 'numeric', month: 'numeric' }).formatToParts(
    now,
  );
  const part = (type: string) => Number(parts.find((one) => one.type === type)?.value);
  const current = part('year') * 12 + part('month') - 1;
  return Array.from({ length: months }, (_, index) => {
    const at = current + index - (isAhead ? 0 : months - 1);
    return `${Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}`;
  });
}

interface Parts {
  /** For months their number: a search among their beginnings is much faster than formatting each time as a text. */
  readonly group: RawBuilder<unknown>;
  /** Limits the rows to the time that the chart shows. */
  readonly where?: RawBuilder<SqlBool>;
}

function partsOf(chart: DashboardItem<ChartDeclaration>, now: Date, zone: string): Parts {
  const { by, every, entity, ahead } = chart;
  const column = sql.ref(`t.${by}`);
  const { kind } = fieldOf(entity, by) ?? {};
  if (partedBy(chart) !== 'time') return { group: column, where: sql<SqlBool>`${column} is not null` };
  const local = (value: RawBuilder<unknown>) => sql`((${value}) at time zone ${zone}::text)`;
  const localNow = local(sql`${now}::timestamptz`);
  const isDay = kind !== undefined && kinds[kind].time === 'day';
  /** A time of the zone as a value of the column. */
  const inColumn = isDay ? (value: RawBuilder<unknown>) => sql`(${value})::date` : local;
  if (every === 'day') {
    const [after, until] = isDay
      ? [sql`${localNow}::date - 1`, sql`${localNow}::date + 365`]
      : [sql`${now}`, sql`${daysAfter(now, 365)}`];
    return {
      group: sql`to_char(${isDay ? column : local(column)}, 'YYYY-MM-DD')`,
      where: sql<SqlBool>`${column} > ${after} and ${column} <= ${until}`,
    };
  }
  const first = sql`date_trunc('month', ${localNow}) - interval '${sql.raw(String(ahead ? 0 : months - 1))} months'`;
  const end = sql`${first} + interval '${sql.raw(String(months))} months'`;
  const begins = sql`(select array_agg(${inColumn(sql`m`)} order by m)
    from generate_series(${first}, ${end}, interval '1 month') as m)`;
  return {
    group: sql`width_bucket(${column}, ${begins})`,
    where: sql<SqlBool>`${column} >= ${inColumn(first)} and ${column} < ${inColumn(end)}`,
  };
}

const pointOf = ({ value, total, sums }: TotalGroup, name = String(value)): ChartPart => ({
  value: String(value),
  name,
  count: total,
  sums: unitSums(sums),
});

/** The largest parts, with the titles of their records. */
async function largestParts(context: Context, target: Entity, groups: readonly TotalGroup[]): Promise<ChartPart[]> {
  const size = ({ total, sums }: TotalGroup) =>
    Math.max(...sums.map(({ sum }) => Number(sum)), sums.length ? 0 : total);
  const largest = [...groups].sort((a, b) => size(b) - size(a)).slice(0, maxParts);
  const titles = await titlesById(
    context,
    target,
    largest.map(({ value }) => Number(value)),
  );
  const language = readerLanguage(context);
  return largest.map((group) => pointOf(group, textIn(titles.get(Number(group.value)), language) || undefined));
}

/** A point for every value of a choice, in their order, also those without rows. */
function pointPerChoice({ choices = [] }: Field, groups: readonly TotalGroup[], language: Language): ChartPart[] {
  const none: Omit<TotalGroup, 'value'> = { total: 0, sums: [] };
  return choices.map(({ id, label }) =>
    pointOf({ ...(groups.find(({ value }) => value === id) ?? none), value: id }, label[language]),
  );
}

/**
 * A point for every month, also those without rows.
 * @param groups by the number of their month, from 1
 */
function pointPerMonth(groups: readonly TotalGroup[], allMonths: readonly string[]): ChartPart[] {
  const none: Omit<TotalGroup, 'value'> = { total: 0, sums: [] };
  return allMonths.map((month, index) =>
    pointOf({ ...(groups.find(({ value }) => value === index + 1) ?? none), value: month }),
  );
}

/** The parts of a bar have numbers that keep their groups apart. */
const partFactor = 100;

/**
 * The number of the part of a chart that a row belongs to, times `partFactor`; null if it belongs to none. One statement
 * counts all parts.
 */
function partNumber(context: Context, { entity, only, series = {} }: DashboardItem<ChartDeclaration>) {
  const cases = Object.values(series).map((part, at) => {
    const { conditions } = listSelection(context, entity, { ...only, ...part.only });
    return sql`when ${sql.join(conditions, sql` and `)} then ${sql.lit(at * partFactor)}`;
  });
  return sql`(case ${sql.join(cases, sql` `)} end)`;
}

/** The charts that are answered for a chart by months: itself, or one for each part of its bars. */
function monthCharts(chart: DashboardItem<ChartDeclaration>, groups: readonly TotalGroup[], now: Date, zone: string) {
  const allMonths = monthsOfChart(now, zone, chart.ahead);
  if (!chart.series) return [{ key: chart.key, points: pointPerMonth(groups, allMonths) }];
  return Object.keys(chart.series).map((name, at) => {
    const own = groups.map((one) => ({ ...one, value: Number(one.value) - at * partFactor }));
    return { key: seriesKey(chart.key, name), points: pointPerMonth(own, allMonths) };
  });
}

/** The points of a declared chart, or of each part of its bars, over the rows of the caller's list; months and days are those of the time zone. */
export async function readChart(
  context: Context,
  chart: DashboardItem<ChartDeclaration>,
  zone: string,
): Promise<{ key: string; points: ChartPart[] }[]> {
  const { key, entity, only, sum, by, every, series } = chart;
  const { group, where } = partsOf(chart, context.now, zone);
  const { conditions, parameters } = listSelection(context, entity, only);
  const selection = { conditions: where ? [...conditions, where] : conditions, parameters };
  const grouping = {
    fields: fieldsFor(entity, sum),
    group: { name: by, value: series ? sql`${group} + ${partNumber(context, chart)}` : group },
  };
  const { groups } = (await computeTotals(context, entity, { ...selection, ...grouping })).totals;
  const field = fieldOf(entity, by) as Field;
  const parted = partedBy(chart);
  if (parted === 'reference')
    return [{ key, points: await largestParts(context, context.contract.entity(field.to ?? ''), groups) }];
  if (parted === 'choice') return [{ key, points: pointPerChoice(field, groups, readerLanguage(context)) }];
  return every === 'day'
    ? [{ key, points: groups.map((one) => pointOf(one)) }]
    : monthCharts(chart, groups, context.now, zone);
}
