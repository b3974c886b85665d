import dayjs from 'dayjs';
import type { DayPickerProps } from 'react-day-picker';
import { useFormContext } from 'react-hook-form';
import { type Expression, isComparison } from '../../../../contract/conditions/expressions/expression.ts';
import { fieldChecks } from '../../../../contract/conditions/fieldChecks.ts';
import { timeLimitAt } from '../../../../contract/conditions/timeLimits.ts';
import { kinds } from '../../../../contract/kinds/index.ts';
import { datePattern } from '../../../../contract/lib/dateTime.ts';
import { valueAt } from '../../../../contract/lib/dottedPath.ts';
import { memoize } from '../../../../contract/lib/memoize.ts';
import { type Entity, fieldOf, readPathOf } from '../../../../contract/schema/entity.ts';
import type { Field } from '../../../../contract/schema/field/field.ts';
import { browserZone } from '../../../i18n/timeZone.ts';
import { useResourceEntity } from '../../ContractContext.ts';
import { useDialogRecord } from '../shared/DialogRecordContext.ts';

/** Two fields of a record, of which the first is not after the second. */
interface Order {
  readonly first: string;
  readonly second: string;
  /** True if the two may not be the same. */
  readonly isStrict: boolean;
}

/** The orders of two fields that an expression demands, whatever else it does. */
function ordersIn(expression: Expression): readonly Order[] {
  if (!('operator' in expression)) return [];
  const { operator, left, right } = expression;
  if (operator === 'and') return [...ordersIn(left), ...ordersIn(right)];
  if (!isComparison(operator) || !('field' in left && 'field' in right)) return [];
  const isStrict = !operator.includes('=');
  if (operator.startsWith('<')) return [{ first: left.field, second: right.field, isStrict }];
  return operator.startsWith('>') ? [{ first: right.field, second: left.field, isStrict }] : [];
}

/** The orders of two fields that the rules and checks of an entity demand. */
const ordersOf = memoize((entity: Entity): readonly Order[] => [
  ...(entity.rules ?? []).flatMap(({ field, after }) =>
    after === undefined ? [] : [{ first: after, second: field, isStrict: true }],
  ),
  ...fieldChecks(entity).flatMap(({ expression }) => ordersIn(expression)),
]);

/** A day or a point in time as a day of the calendar: midnight in the local time zone. */
export function calendarDay(value: unknown): Date | undefined {
  if (typeof value !== 'string' || value === '') return undefined;
  const [year = 0, month = 1, day = 1] = value.split('-').map(Number);
  if (datePattern.test(value)) return new Date(year, month - 1, day);
  const moment = dayjs(value);
  return /T.*(Z|[+-]\d\d:\d\d)$/.test(value) && moment.isValid() ? moment.startOf('day').toDate() : undefined;
}

/** The first and the last day that can be chosen. */
export interface DayLimits {
  readonly from: Date | undefined;
  readonly until: Date | undefined;
}

const sorted = (days: readonly (Date | undefined)[]): Date[] =>
  days.flatMap((day) => day ?? []).sort((one, other) => one.getTime() - other.getTime());

/**
 * The days that an input may have: by the clock (`earliest`, `latest`), and by the other fields of its record that it
 * must be before or after.
 * @returns a function that reads the limits at the time of its call
 */
export function useDayLimits(source: string, field: Field): () => DayLimits {
  const form = useFormContext();
  const asked = useDialogRecord();
  const listed = useResourceEntity();
  const entity = asked?.entity ?? listed;
  const own = entity && fieldOf(entity, source);
  // An input of the same name may be for something else, such as the bound of a filter.
  const isOwn = own?.kind === field.kind && own.label.en === field.label.en;
  const otherValue = (name: string): unknown => {
    const other = entity && fieldOf(entity, name);
    if (!other) return undefined;
    const path = readPathOf(name, other);
    return form.getValues(path) ?? (asked && valueAt(asked.record, path));
  };
  const isDay = kinds[field.kind].time === 'day';
  const moved = (name: string, isStrict: boolean, days: number) => {
    const day = calendarDay(otherValue(name));
    // Two points in time may be on the same day.
    return day && isStrict && isDay ? dayjs(day).add(days, 'day').toDate() : day;
  };
  return () => {
    const clock = { now: Date.now(), zone: browserZone() };
    const [earliest, latest] = [field.earliest, field.latest].map((limit) =>
      calendarDay(limit && timeLimitAt(limit, clock)),
    );
    const orders = entity && isOwn ? ordersOf(entity) : [];
    return {
      from: sorted([
        earliest,
        ...orders.flatMap(({ first, second, isStrict }) => (second === source ? [moved(first, isStrict, 1)] : [])),
      ]).at(-1),
      until: sorted([
        latest,
        ...orders.flatMap(({ first, second, isStrict }) => (first === source ? [moved(second, isStrict, -1)] : [])),
      ])[0],
    };
  };
}

/**
 * The props of a calendar whose other days cannot be chosen. It opens at a month that has a day to choose, and leads to
 * no month without one, so that the keyboard always finds a day.
 * @param chosen the day that is chosen, if any
 */
export function limitedCalendar({ from, until }: DayLimits, chosen: Date | undefined) {
  const shown = chosen ?? new Date();
  // Limits that exclude each other leave no day; then all can be chosen, and the form says what is wrong.
  if (from && until && from > until) return { defaultMonth: shown };
  const start = from && shown < from ? from : shown;
  return {
    defaultMonth: until && start > until ? until : start,
    disabled: [...(from ? [{ before: from }] : []), ...(until ? [{ after: until }] : [])],
    ...(from && { startMonth: from }),
    ...(until && { endMonth: until }),
  } satisfies Partial<DayPickerProps>;
}
