import dayjs from 'dayjs';
import { entityNamed } from '../../../contract/index.ts';
import type { Named } from '../../../contract/lists/dashboard.ts';
import { listAddress } from '../../../contract/relations/embeddedLists.ts';
import type { Role } from '../../../contract/schema/access.ts';
import { fieldOf } from '../../../contract/schema/entity.ts';
import type { Field } from '../../../contract/schema/field/field.ts';
import type { Chart, Figure } from '../../../contract/schema/figure.ts';
import { numberText, sumText } from '../../resources/values/format.ts';

/** A part of a chart, as `GET /v1/dashboard` answers it. */
export interface ChartPoint {
  readonly value: string;
  readonly name: string;
  readonly count: number;
  readonly sums: readonly { readonly unit: string | null; readonly value: number }[];
}

/** The parts that are counted in one unit, with their figures: hosts and TB are never drawn beside each other. */
export interface ChartSeries {
  readonly unit: string | null;
  readonly points: readonly ChartPoint[];
  readonly figures: readonly number[];
}

/** What a figure or a chart sums; undefined where it counts. */
export const summedField = ({ entity, sum }: Named<Figure | Chart>): Field | undefined =>
  sum === undefined ? undefined : fieldOf(entity, sum);

/** A count, or a sum as it is read: an amount in its currency, a quantity with its unit. */
export function metricText(one: Named<Figure | Chart>, value: number, unit: string | null): string {
  const field = summedField(one);
  return field ? sumText(field, unit, String(value)) : numberText(value);
}

const sumInUnit = ({ sums }: ChartPoint, unit: string | null): number =>
  sums.find((sum) => sum.unit === unit)?.value ?? 0;

/** The parts of a chart, one series for each unit; of counts there is one. */
export function seriesOf({ sum }: Chart, points: readonly ChartPoint[]): ChartSeries[] {
  if (sum === undefined) return [{ unit: null, points, figures: points.map(({ count }) => count) }];
  const units = [...new Set(points.flatMap(({ sums }) => sums.map(({ unit }) => unit)))];
  return units.map((unit) => {
    const own = points.filter(({ sums }) => sums.some((one) => one.unit === unit));
    return { unit, points: own, figures: own.map((point) => sumInUnit(point, unit)) };
  });
}

const toUtcSeconds = (value: dayjs.Dayjs): string => value.toISOString().replace(/\.\d+Z$/, 'Z');

/** The moments that a month (`2026-02`) or a day (`2026-02-03`) begins and ends at. */
function periodEnds(value: string): readonly [string, string] {
  const isMonth = value.length === 7;
  const at = dayjs(isMonth ? `${value}-01` : value);
  const unit = isMonth ? 'month' : 'day';
  return [toUtcSeconds(at.startOf(unit)), toUtcSeconds(at.endOf(unit))];
}

/** The first of the lists behind a chart of days that the role finds, narrowed to a month or a day. */
function dayListAddress({ entity, leads }: Named<Chart>, role: Role, value: string): string | undefined {
  if (!leads) return undefined;
  const narrowed = { [leads.by]: periodEnds(value).join('/') };
  const lists = [entity, ...(leads.or ? [entityNamed(leads.or)] : [])];
  return lists.map((list) => listAddress(list, role, narrowed)).find((address) => address !== undefined);
}

/** The list behind a part: the chart's own narrowed to its month, day or record. Nothing where the role finds none. */
export function pointAddress(
  chart: Named<Chart>,
  role: Role,
  { value }: Pick<ChartPoint, 'value'>,
): string | undefined {
  const { entity, only, by, every } = chart;
  if (every === 'day') return dayListAddress(chart, role, value);
  if (fieldOf(entity, by)?.kind === 'reference') return listAddress(entity, role, { ...only, [by]: Number(value) });
  const [start_at, end_at] = periodEnds(value);
  return listAddress(entity, role, { ...only, start_at, end_at });
}
