import dayjs from 'dayjs';
import type { Role } from '../../../contract/access.ts';
import type { Named } from '../../../contract/dashboard.ts';
import { fieldOf } from '../../../contract/entity.ts';
import type { Field } from '../../../contract/field.ts';
import type { Chart, Figure } from '../../../contract/figure.ts';
import { listAddress } from '../../../contract/within.ts';
import { numberText, sumText } from '../../resources/format.ts';

/** A part of a chart, as `GET /v1/dashboard` answers it. */
export interface Point {
  readonly value: string;
  readonly name: string;
  readonly count: number;
  readonly sums: readonly { readonly unit: string | null; readonly value: number }[];
}

/** The parts that are counted in one unit, with their figures: hosts and TB are never drawn beside each other. */
export interface Series {
  readonly unit: string | null;
  readonly points: readonly Point[];
  readonly figures: readonly number[];
}

/** What a figure or a chart sums; undefined where it counts. */
export const summed = ({ entity, sum }: Named<Figure | Chart>): Field | undefined =>
  sum === undefined ? undefined : fieldOf(entity, sum);

/** A count, or a sum as it is read: an amount in its currency, a quantity with its unit. */
export function figureText(one: Named<Figure | Chart>, value: number, unit: string | null): string {
  const field = summed(one);
  return field ? sumText(field, unit, String(value)) : numberText(value);
}

const figureOf = ({ sums }: Point, unit: string | null): number => sums.find((sum) => sum.unit === unit)?.value ?? 0;

/** The parts of a chart, one series for each unit; of counts there is one. */
export function seriesOf({ sum }: Chart, points: readonly Point[]): Series[] {
  if (sum === undefined) return [{ unit: null, points, figures: points.map(({ count }) => count) }];
  const units = [...new Set(points.flatMap(({ sums }) => sums.map(({ unit }) => unit)))];
  return units.map((unit) => {
    const own = points.filter(({ sums }) => sums.some((one) => one.unit === unit));
    return { unit, points: own, figures: own.map((point) => figureOf(point, unit)) };
  });
}

const moment = (value: dayjs.Dayjs): string => value.toISOString().replace(/\.\d+Z$/, 'Z');

/** The list behind a part: the chart's own narrowed to its month or record. Nothing where the role finds none. */
export function addressOf(chart: Named<Chart>, role: Role, { value }: Point): string | undefined {
  const { entity, only, by, every } = chart;
  if (every === 'day') return undefined;
  if (fieldOf(entity, by)?.kind === 'reference') return listAddress(entity, role, { ...only, [by]: Number(value) });
  const month = dayjs(`${value}-01`);
  const range = { start_at: moment(month.startOf('month')), end_at: moment(month.endOf('month')) };
  return listAddress(entity, role, { ...only, ...range });
}
