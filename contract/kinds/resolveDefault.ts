import { type CallerValue, type ConditionCaller, callerProperty, type Scalar } from '../conditions/condition.ts';
import { isFromRecord } from '../conditions/fromRecord.ts';
import { addPeriod } from '../lib/calendar.ts';
import { datePattern, lastMoment, toMilliseconds } from '../lib/dateTime.ts';
import { wallClock } from '../lib/timeZone.ts';
import {
  type CalendarPeriod,
  type DeclaredPeriod,
  isComputedDefault,
  type LaterThan,
} from '../schema/field/default.ts';
import type { Field, Fields } from '../schema/field/field.ts';
import type { Now, Today } from '../schema/now.ts';

/** Who creates the record, when and where. */
export interface DefaultContext {
  readonly caller: ConditionCaller | undefined;
  readonly now: Date;
  /** The time zone of the current day and of periods. */
  readonly zone: string;
  /** The value, as in a body, of a field of the record that a reference points to; nothing if it is not known. */
  readonly referenced?: ((reference: string, id: unknown, field: string) => Scalar | undefined) | undefined;
  /** The value, as in a body, of a field of the record that a step or an action is applied to. */
  readonly ofRecord?: ((field: string) => Scalar | undefined) | undefined;
}

/** The declared default if it is the same for every record; undefined if there is none or it is computed. */
export const fixedDefault = ({ default: computed }: Field): Scalar | undefined =>
  isComputedDefault(computed) ? undefined : computed;

/** The calendar date in a time zone, as `2026-01-31`. */
export const dateInZone = (zone: string, moment: Date): string =>
  new Date(wallClock(zone, moment.getTime())).toISOString().slice(0, 10);

/**
 * The numbers of a period.
 * @param numberOf Returns the value of a field that the period names.
 * @returns Undefined if one of them is no whole number.
 */
function periodOf(period: DeclaredPeriod, numberOf: (name: string) => unknown): CalendarPeriod | undefined {
  const numbers = Object.entries(period).map(
    ([unit, count]) => [unit, typeof count === 'string' ? numberOf(count) : count] as const,
  );
  return numbers.every(([, count]) => Number.isSafeInteger(count)) ? Object.fromEntries(numbers) : undefined;
}

/**
 * Adds a period to a date or a point in time and keeps its type; a point in time by the calendar of the zone. Returns
 * null if there is no value or the result is out of range.
 */
function later(value: unknown, period: CalendarPeriod | undefined, zone: string): string | null {
  const isDay = typeof value === 'string' && datePattern.test(value);
  const from = isDay ? Date.parse(value) : toMilliseconds(value);
  if (from === undefined || period === undefined) return null;
  const found = new Date(addPeriod(from, period, isDay ? 'UTC' : zone));
  if (Number.isNaN(found.getTime()) || found > lastMoment) return null;
  const text = found.toISOString();
  if (isDay) return datePattern.test(text.slice(0, 10)) ? text.slice(0, 10) : null;
  return toMilliseconds(text) === undefined ? null : text;
}

function plain(computed: CallerValue | Now | Today, from: DefaultContext): Scalar {
  if ('me' in computed) return callerProperty(from.caller, computed.me);
  return 'now' in computed ? from.now.toISOString() : dateInZone(from.zone, from.now);
}

/**
 * The value of a default that does not start from a field of the record: now, today, or a period from them.
 * @param numberOf Returns the value of a field that the period names.
 */
export function momentOrDay(
  start: Now | Today | LaterThan,
  from: DefaultContext,
  numberOf: (name: string) => unknown = () => undefined,
): string | null {
  if (!('plus' in start)) return plain(start, from) as string;
  if (typeof start.plus === 'string') return null;
  return later(plain(start.plus, from), periodOf(start.period, numberOf), from.zone);
}

/**
 * The default of a field of a new record, resolved in the same way in the form and on the server.
 * @param given Returns the value given for another field, or undefined.
 * @returns A value as in a request body; null if there is none.
 */
export function resolveDefault(
  fields: Fields,
  name: string,
  given: (name: string) => unknown,
  from: DefaultContext,
): Scalar | undefined {
  const computed = fields[name]?.default;
  if (!isComputedDefault(computed)) return computed ?? null;
  if (isFromRecord(computed)) return from.ofRecord?.(computed.fromRecord) ?? null;
  const otherValue = (other: string) => {
    const value = given(other);
    return value === undefined ? resolveDefault(fields, other, given, from) : value;
  };
  if ('from' in computed) {
    const id = otherValue(computed.from);
    return (id ?? null) === null ? null : (from.referenced?.(computed.from, id, computed.field) ?? null);
  }
  if (!('plus' in computed)) return plain(computed, from);
  if (typeof computed.plus !== 'string') return momentOrDay(computed, from, otherValue);
  return later(otherValue(computed.plus), periodOf(computed.period, otherValue), from.zone);
}

/** The fields whose values determine this default. A form follows them until the user edits the input. */
export function followedFields({ default: computed }: Field): string[] {
  if (!isComputedDefault(computed) || isFromRecord(computed)) return [];
  if ('from' in computed) return [computed.from];
  if (!('plus' in computed)) return [];
  return [computed.plus, ...Object.values(computed.period ?? {})].filter((one) => typeof one === 'string');
}
