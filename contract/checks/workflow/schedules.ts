import { isTime } from '../../lists/filters.ts';
import type { Entity } from '../../schema/entity.ts';
import type { NoticeSchedule } from '../../schema/notice.ts';
import { mistake, repeated, storedField } from '../support/mistake.ts';

/** When the clock does something with a record, as steps and messages say it. */

const maxCounts = { days: 36_500, hours: 876_000 } as const;

/** Counts of days or hours that are none, or that stand there twice. */
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

/** What a schedule goes by: a point in time, or a day, that is stored, and so many days or hours from it. */
export function checkScheduleTime(entity: Entity, place: string, { by, days, hours }: NoticeSchedule): string[] {
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
  ];
}
