import { timeLimitAt } from '../../conditions/timeLimits.ts';
import { kinds } from '../../kinds/index.ts';
import type { Entity } from '../../schema/entity.ts';
import { isComputedDefault } from '../../schema/field/default.ts';
import type { Field } from '../../schema/field/field.ts';
import type { TimeLimit } from '../../schema/field/options.ts';
import { type Check, mistake } from '../support/mistake.ts';
import { stepAndActionInputs } from '../support/walkFields.ts';

const words = ['earliest', 'latest'] as const;

const inDays: readonly string[] = ['years', 'months', 'weeks', 'days'];
const inTime: readonly string[] = [...inDays, 'hours', 'minutes'];

/** What is wrong with one limit, as the end of a sentence with its correction. */
function limitProblem({ kind }: Field, limit: TimeLimit): string | undefined {
  const isDay = kinds[kind].time === 'day';
  const cure = isDay ? 'write today, or plus(today, { days: 1 })' : 'write now, or plus(now, { hours: 1 })';
  const start = 'plus' in limit ? limit.plus : limit;
  if (typeof start === 'string') return `starts from "${start}"; ${cure}, or a rule with "after"`;
  if (typeof start !== 'object' || start === null || !((isDay ? 'today' : 'now') in start))
    return `is no limit of a ${kind}; ${cure}`;
  if (!('plus' in limit)) return undefined;
  const parts = Object.entries(limit.period ?? {});
  const known = isDay ? inDays : inTime;
  const isValid =
    parts.length > 0 && parts.every(([unit, count]) => known.includes(unit) && Number.isSafeInteger(count));
  return isValid ? undefined : `has a period that a ${kind} cannot have; write whole numbers of ${known.join(', ')}`;
}

/** True if no value is between the limits. */
function isEmptyRange({ earliest, latest }: Field): boolean {
  const clock = { now: 0, zone: 'UTC' };
  const [from, until] = [earliest, latest].map((limit) => limit && timeLimitAt(limit, clock));
  return from !== undefined && until !== undefined && Date.parse(from) > Date.parse(until);
}

function checkField(entity: Entity, name: string, field: Field): string[] {
  const declared = words.filter((word) => field[word] !== undefined);
  if (declared.length === 0) return [];
  const report = (what: string) => [mistake(entity, name, what)];
  if (kinds[field.kind].time === undefined)
    return report(`has "${declared[0]}", and ${field.kind} is no day and no point in time; leave it out`);
  const wrong = declared.flatMap((word) => {
    const problem = limitProblem(field, field[word] as TimeLimit);
    return problem === undefined ? [] : [mistake(entity, `${name}, "${word}",`, problem)];
  });
  if (wrong.length > 0) return wrong;
  if (isEmptyRange(field)) return report('has the earliest value after the latest; no value is left between');
  return field.default !== undefined && !isComputedDefault(field.default)
    ? report(
        'has a fixed default, which a limit by the clock refuses one day; write today, now or plus(…) as the default',
      )
    : [];
}

/** Limits of inputs are those of their fields. */
const checkInputs = (entity: Entity): string[] =>
  stepAndActionInputs(entity).flatMap(([place, inputs]) =>
    Object.entries(inputs).flatMap(([name, field]) =>
      words
        .filter((word) => field[word] !== undefined)
        .map((word) =>
          mistake(
            entity,
            `${place}.${name}`,
            `says "${word}", which holds for fields of the record alone; leave it out`,
          ),
        ),
    ),
  );

/** A sample with a fixed day becomes too early one day. */
const checkSamples = (entity: Entity): string[] =>
  (entity.samples ?? []).flatMap((sample, index) =>
    Object.keys(sample)
      .filter((name) => Object.hasOwn(entity.fields, name) && entity.fields[name]?.earliest !== undefined)
      .map((name) =>
        mistake(entity, `samples ${index + 1}`, `has a fixed "${name}", which is too early one day; leave it out`),
      ),
  );

/** Checks `earliest` and `latest`: their kinds, that values are left between them, and that defaults can keep them. */
export const checkTimeLimits: Check = ({ entity }) => [
  ...Object.entries(entity.fields).flatMap(([name, field]) => checkField(entity, name, field)),
  ...checkInputs(entity),
  ...checkSamples(entity),
];
