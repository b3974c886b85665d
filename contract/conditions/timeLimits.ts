import { momentOrDay } from '../kinds/resolveDefault.ts';
import { toMilliseconds } from '../lib/dateTime.ts';
import { memoize } from '../lib/memoize.ts';
import { zonedMinute } from '../lib/timeZone.ts';
import { message } from '../messages/message.ts';
import type { Field, Fields } from '../schema/field/field.ts';
import type { TimeLimit } from '../schema/field/options.ts';

/** Limits of days and points in time that move with the clock: `earliest` and `latest` of a field. */

/** When and where a value is written. */
export interface Clock {
  /** In milliseconds. */
  readonly now: number;
  /** The time zone whose day is the current one. */
  readonly zone: string;
}

const minuteMs = 60_000;

const limitedIn = memoize((fields: Fields): readonly (readonly [string, Field])[] =>
  Object.entries(fields).filter(([, field]) => field.earliest !== undefined || field.latest !== undefined),
);

/** The fields with such a limit. */
export const timeLimitedFields = ({ fields }: { readonly fields: Fields }) => limitedIn(fields);

/**
 * A limit at a time.
 * @returns a day or a point in time as in a body; undefined where the period leads beyond the calendar
 */
export const timeLimitAt = (limit: TimeLimit, { now, zone }: Clock): string | undefined =>
  momentOrDay(limit, { caller: undefined, now: new Date(now), zone }) ?? undefined;

/** A limit as a message has it: a day, or a point in time to the minute with its zone. */
const limitText = ({ kind }: Field, limit: string, zone: string): string =>
  kind === 'date' ? limit : zonedMinute(zone, Date.parse(limit));

/** The number by which two values of the kind are compared; inputs of points in time go by minutes. */
function toNumber({ kind }: Field, value: unknown): number | undefined {
  if (kind === 'date') return typeof value === 'string' ? Date.parse(value) : undefined;
  const moment = toMilliseconds(value);
  return moment === undefined ? undefined : Math.floor(moment / minuteMs);
}

/**
 * The message of a value outside the limits of its field.
 * @param value a day or a point in time; an empty or invalid one breaks no limit, since other rules report it
 */
export function brokenTimeLimit(field: Field, value: unknown, clock: Clock): string | undefined {
  const number = toNumber(field, value);
  if (number === undefined || Number.isNaN(number)) return undefined;
  for (const [word, limit] of [
    ['earliest', field.earliest],
    ['latest', field.latest],
  ] as const) {
    const at = limit && timeLimitAt(limit, clock);
    const bound = at === undefined ? undefined : toNumber(field, at);
    if (at === undefined || bound === undefined) continue;
    if (word === 'earliest' ? number < bound : number > bound)
      return message(word, { value: limitText(field, at, clock.zone) });
  }
  return undefined;
}
