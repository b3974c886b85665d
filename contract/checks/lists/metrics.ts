import { kinds } from '../../kinds/index.ts';
import { partedBy } from '../../lists/dashboard.ts';
import { isTime } from '../../lists/filters.ts';
import { summedKinds } from '../../lists/totals.ts';
import type { Role } from '../../schema/access.ts';
import { type Entity, fieldOf, mayRead } from '../../schema/entity.ts';
import type { ChartDeclaration, MetricDeclaration } from '../../schema/metric.ts';
import { checkLabel } from '../fields/fields.ts';
import { type Check, countableField, mistake, storedField, wrongLetters } from '../support/mistake.ts';
import { checkNarrowing, checkRolesList } from './queue.ts';

/** Every role that sees a metric or chart must be able to read its fields. */
function checkReadableBy(entity: Entity, place: string, name: string, roles: readonly Role[]): string[] {
  const field = fieldOf(entity, name);
  const deniedRoles = field ? roles.filter((role) => !mayRead(field, role)) : [];
  return deniedRoles.length > 0
    ? [mistake(entity, place, `tells of "${name}", which ${deniedRoles.join(', ')} may not read; leave it out`)]
    : [];
}

function checkSum(entity: Entity, place: string, { sum, roles }: MetricDeclaration | ChartDeclaration): string[] {
  if (sum === undefined) return [];
  const kind = countableField(entity, sum)?.kind;
  if (kind && summedKinds.includes(kind)) return checkReadableBy(entity, place, sum, roles);
  return [
    mistake(entity, place, `sums "${sum}"; name a stored or calculated field of the kinds ${summedKinds.join(', ')}`),
  ];
}

const checkCommon = (entity: Entity, place: string, one: MetricDeclaration | ChartDeclaration): string[] => [
  ...wrongLetters(place.split('.').at(-1) ?? '').map((what) => mistake(entity, place, what)),
  ...checkLabel(entity, place, one.label),
  ...checkRolesList(entity, place, one.roles),
  ...checkNarrowing(entity, place, one.only ?? {}, one.roles),
  ...checkSum(entity, place, one),
];

function checkSince(entity: Entity, place: string, { since, sum, roles }: MetricDeclaration): string[] {
  if (since === undefined) return [];
  const field = storedField(entity, since);
  const isMoment = field !== undefined && kinds[field.kind].time === 'moment';
  return [
    ...(isMoment
      ? []
      : [mistake(entity, place, `tells the earliest "${since}", which is no stored point in time; name one`)]),
    ...(sum === undefined ? [] : [mistake(entity, place, 'is a sum, which has no earliest; leave "since" out')]),
    ...checkReadableBy(entity, place, since, roles),
  ];
}

/** A chart's parts link to a list that is filtered by their month, day, record or choice. */
function checkBy(entity: Entity, place: string, { by, every, leads, roles }: ChartDeclaration): string[] {
  const field = storedField(entity, by);
  const isFilter = entity.list.filters?.includes(by) === true;
  const isTimeOfList = field !== undefined && isTime(field) && (isFilter || entity.list.range === by);
  const isTimeOfLeads = field !== undefined && kinds[field.kind].time === 'moment' && leads !== undefined;
  const isPicked = ['reference', 'choice'].includes(field?.kind ?? '') && isFilter && every === undefined;
  const instead =
    'name list.range, a day or point in time among list.filters, or a reference or a choice among list.filters without "every"';
  return [
    ...(isTimeOfList || isTimeOfLeads || isPicked ? [] : [mistake(entity, place, `goes by "${by}"; ${instead}`)]),
    ...checkReadableBy(entity, place, by, roles),
  ];
}

/**
 * A chart by days, or by months of another point in time than that of the list, leads to lists with a parameter for the
 * time range of a part.
 */
function checkLeads(
  entity: Entity,
  place: string,
  { leads, every, by }: ChartDeclaration,
  named: (name: string) => Entity | undefined,
) {
  if (!leads) return [];
  const lists = [entity, ...(leads.or === undefined ? [] : [named(leads.or)])];
  const takes = lists.every((one) => one?.list.parameters?.[leads.by]?.names === 'interval');
  return (every === 'day' || by !== entity.list.range) && takes
    ? []
    : [
        mistake(
          entity,
          place,
          `leads by "${leads.by}"; name a parameter of list.parameters whose text names an interval`,
        ),
      ];
}

/** Only months can be those to come. Days are so by themselves. */
const checkAhead = (entity: Entity, place: string, { ahead, every, by }: ChartDeclaration): string[] =>
  ahead && (every === 'day' || partedBy({ entity, by }) !== 'time')
    ? [mistake(entity, place, 'has "ahead" and is no chart by months; leave "ahead" out')]
    : [];

/** The parts of a bar: each has a label and a filter, and only a chart by months has parts. */
function checkSeries(
  entity: Entity,
  place: string,
  { series = {}, every, by, only, sum, roles }: ChartDeclaration,
): string[] {
  const all = Object.entries(series);
  const isByMonths = every !== 'day' && partedBy({ entity, by }) === 'time';
  return [
    ...(all.length > 0 && !isByMonths
      ? [mistake(entity, place, 'has "series" and is no chart by months; leave "series" out')]
      : []),
    ...(all.length > 0 && sum !== undefined
      ? [mistake(entity, place, 'has "series" and "sum", and parts of a bar are counts; leave one of them out')]
      : []),
    ...all.flatMap(([name, part]) => [
      ...checkLabel(entity, `${place}.series.${name}`, part.label),
      ...checkNarrowing(entity, `${place}.series.${name}`, { ...only, ...part.only }, roles),
    ]),
  ];
}

/** Checks the metrics and charts of an entity. */
export const checkMetrics: Check = ({ entity, entities }) => [
  ...Object.entries(entity.metrics ?? {}).flatMap(([name, metric]) => [
    ...checkCommon(entity, `metrics.${name}`, metric),
    ...checkSince(entity, `metrics.${name}`, metric),
  ]),
  ...Object.entries(entity.charts ?? {}).flatMap(([name, chart]) => [
    ...checkCommon(entity, `charts.${name}`, chart),
    ...checkBy(entity, `charts.${name}`, chart),
    ...checkLeads(entity, `charts.${name}`, chart, (other) => entities.get(other)),
    ...checkSeries(entity, `charts.${name}`, chart),
    ...checkAhead(entity, `charts.${name}`, chart),
  ]),
];
