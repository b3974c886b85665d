import { kinds } from '../../kinds/index.ts';
import { isTime } from '../../lists/filters.ts';
import type { Entity } from '../../schema/entity.ts';
import type { NoticeSchedule } from '../../schema/notice.ts';
import { mistake, repeated, storedField } from '../support/mistake.ts';

/** Checks the schedules of steps and messages. */

const maxCounts = { days: 36_500, hours: 876_000 } as const;

/** Finds invalid and repeated counts of days or hours. */
function checkCounts(entity: Entity, place: string, unit: 'days' | 'hours', counts: readonly number[]): string[] {
  const isCount = (count: number) => Number.isInteger(count) && Math.abs(count) <= maxCounts[unit];
  return [
    ...counts
      .filter((count) => !isCount(count))
      .map((count) =>
        mistake(entity, place, `has the ${unit} ${count}; write a whole number up to ${maxCounts[unit]}`),
      ),
    ...repeated(counts).map((count) => mistake(entity, place, `has the ${unit} ${count} twice; leave one out`)),
    ...(counts.length === 0 ? [mistake(entity, place, `has no ${unit}; write how many, or leave the word out`)] : []),
  ];
}

/** What ends has a beginning: both are stored points in time. */
function checkSince(entity: Entity, place: string, { by, since }: NoticeSchedule): string[] {
  const isMoment = (name: string) => {
    const field = storedField(entity, name);
    return field !== undefined && kinds[field.kind].time === 'moment';
  };
  if (since === undefined || (isMoment(since) && isMoment(by) && since !== by)) return [];
  return [mistake(entity, place, `begins since "${since}" and goes by "${by}"; name two stored points in time`)];
}

/** A schedule needs a stored point in time or day, and an offset in days or hours. */
export function checkScheduleTime(entity: Entity, place: string, schedule: NoticeSchedule): string[] {
  const { by, days, hours } = schedule;
  const field = storedField(entity, by);
  return [
    ...(field && isTime(field)
      ? []
      : [mistake(entity, place, `goes by "${by}", which is no stored point in time and no day; name one`)]),
    ...(days !== undefined && hours !== undefined
      ? [mistake(entity, place, 'has days and hours; write one of them')]
      : []),
    ...(days === undefined ? [] : checkCounts(entity, place, 'days', [days].flat())),
    ...(hours === undefined ? [] : checkCounts(entity, place, 'hours', [hours].flat())),
    ...checkSince(entity, place, schedule),
  ];
}
