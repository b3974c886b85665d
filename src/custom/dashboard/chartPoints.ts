import dayjs from 'dayjs';
import { type DashboardItem, partedBy } from '../../../contract/lists/dashboard.ts';
import { listAddress } from '../../../contract/relations/embeddedLists.ts';
import type { Role } from '../../../contract/schema/access.ts';
import { fieldOf } from '../../../contract/schema/entity.ts';
import type { Field } from '../../../contract/schema/field/field.ts';
import type { ChartDeclaration, MetricDeclaration } from '../../../contract/schema/metric.ts';
import { beginning, type Day, dayOf, toSeconds } from '../../resources/list/calendar/days.ts';
import { numberText, sumText } from '../../resources/values/format.ts';

/** A part of a chart as `GET /v1/dashboard` returns it. */
export interface ChartPoint {
  readonly value: string;
  readonly name: string;
  readonly count: number;
  readonly sums: readonly ShownSum[];
}

/** A sum in one unit or currency; null is that of values without one. */
export interface ShownSum {
  readonly unit: string | null;
  /** The exact sum in decimal digits. */
  readonly sum: string;
}

/** The parts of a chart with the same unit, and their numbers: hosts and TB are never drawn in one series. */
export interface ChartSeries {
  readonly unit: string | null;
  readonly points: readonly ChartPoint[];
  readonly figures: readonly number[];
}

/** The field that a metric or a chart sums; undefined if it counts records. */
export const summedField = ({ entity, sum }: DashboardItem<MetricDeclaration | ChartDeclaration>): Field | undefined =>
  sum === undefined ? undefined : fieldOf(entity, sum);

/**
 * The text of a count or a sum: an amount with its currency, a quantity with its unit.
 * @param value a count, or a sum in decimal digits
 */
export function metricText(
  one: DashboardItem<MetricDeclaration | ChartDeclaration>,
  value: number | string,
  unit: string | null,
): string {
  const field = summedField(one);
  return field ? sumText(field, unit, String(value)) : numberText(Number(value));
}

/** The sum of a part of a chart in a unit, in decimal digits. */
export const sumInUnit = ({ sums }: ChartPoint, unit: string | null): string =>
  sums.find((sum) => sum.unit === unit)?.sum ?? '0';

/**
 * The parts of a chart as one series per unit; counts form one series. A series by months has all months, also those in
 * which nothing is summed; one by records has those with a sum in its unit.
 */
export function seriesOf(chart: DashboardItem<ChartDeclaration>, points: readonly ChartPoint[]): ChartSeries[] {
  if (chart.sum === undefined) return [{ unit: null, points, figures: points.map(({ count }) => count) }];
  const isByRecord = partedBy(chart) === 'reference';
  const units = [...new Set(points.flatMap(({ sums }) => sums.map(({ unit }) => unit)))];
  return units.map((unit) => {
    const own = isByRecord ? points.filter(({ sums }) => sums.some((one) => one.unit === unit)) : points;
    return { unit, points: own, figures: own.map((point) => Number(sumInUnit(point, unit))) };
  });
}

/** The beginning and the end of a month (`2026-02`) or a day (`2026-02-03`). */
function periodEnds(value: string): readonly [dayjs.Dayjs, dayjs.Dayjs] {
  const isMonth = value.length === 7;
  const at = dayjs(isMonth ? `${value}-01` : value);
  const unit = isMonth ? 'month' : 'day';
  return [at.startOf(unit), at.endOf(unit)];
}

/** The first list to which a chart leads that the role may open, filtered by a month or a day. */
function periodListAddress(
  { entity, leads }: DashboardItem<ChartDeclaration>,
  role: Role,
  value: string,
): string | undefined {
  if (!leads) return undefined;
  const narrowed = { [leads.by]: periodEnds(value).map(toSeconds).join('/') };
  const lists = [entity, ...(leads.or ? [entity.contract.entity(leads.or)] : [])];
  return lists.map((list) => listAddress(list, role, narrowed)).find((address) => address !== undefined);
}

/**
 * The address of the list for a part of a chart: the chart's list, filtered by the part's month, day, record or choice.
 * Undefined if the role may open no such list.
 */
export function pointAddress(
  chart: DashboardItem<ChartDeclaration>,
  role: Role,
  { value }: Pick<ChartPoint, 'value'>,
): string | undefined {
  const { entity, only, by, leads } = chart;
  if (leads) return periodListAddress(chart, role, value);
  const parted = partedBy(chart);
  if (parted === 'reference') return listAddress(entity, role, { ...only, [by]: Number(value) });
  if (parted === 'choice') {
    const chosen = fieldOf(entity, by)?.choices?.find(({ id }) => String(id) === value)?.id;
    return chosen === undefined ? undefined : listAddress(entity, role, { ...only, [by]: chosen });
  }
  const [first, last] = periodEnds(value).map(dayOf) as [Day, Day];
  return listAddress(entity, role, beginning(entity, { ...only }, by, first, last));
}
