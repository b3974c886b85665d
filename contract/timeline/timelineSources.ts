import { isCallerValue } from '../conditions/condition.ts';
import { answeredRecord, conditionHolds } from '../conditions/evaluate.ts';
import { valueAt } from '../lib/dottedPath.ts';
import { memoize } from '../lib/memoize.ts';
import { isTime } from '../lists/filters.ts';
import { capitalized, type Label } from '../messages/label.ts';
import type { Role, Scalar } from '../schema/access.ts';
import { type NamedAction, namedActions } from '../schema/action.ts';
import { type AssignedValues, isByClock, isFixedValue } from '../schema/assignedValues.ts';
import { type Contract, type Entity, fieldOf, mayRead, readPathOf, storedFields } from '../schema/entity.ts';
import type { Fields } from '../schema/field/field.ts';
import { entitySteps, lifecycleSteps, type NamedStep } from '../schema/lifecycle.ts';
import { conditionsOf } from '../schema/requirement.ts';
import type { TimelineDate, TimelineEvent, TimelinePart, Tone } from '../schema/timeline.ts';

/** A kind of event in a timeline, and how audit entries and the record show it. */
export interface TimelineEventKind {
  readonly name: string;
  readonly label: Label;
  readonly tone: Tone;
  /** The names of its audit entries. */
  readonly actions: readonly string[];
  readonly failed: boolean;
  readonly at: string | undefined;
  /** The values of the record after its latest occurrence. */
  readonly resultValues: Readonly<Record<string, Scalar>>;
  readonly comment: string | undefined;
}

export interface NamedTimelineDate extends TimelineDate {
  readonly name: string;
  readonly label: Label;
  readonly tone: Tone;
}

const created: Label = { en: 'Created', zh: '创建' };
const toneOfStep = { primary: 'info', danger: 'bad' } as const;

interface StepOrAction {
  readonly name: string;
  readonly label: Label;
  readonly done?: Label;
  readonly tone?: 'primary' | 'danger';
  readonly assign?: AssignedValues;
  readonly input?: Fields;
}

/** The field that a step sets to the current time or day. */
const timestampField = ({ assign = {} }: StepOrAction): string | undefined =>
  Object.entries(assign).find(([, value]) => isByClock(value))?.[0];

function eventKindOf(
  stepOrAction: StepOrAction,
  actions: readonly string[],
  state: Readonly<Record<string, Scalar>> = {},
): TimelineEventKind {
  const fixed = Object.entries(stepOrAction.assign ?? {}).filter((one): one is [string, Scalar] =>
    isFixedValue(one[1]),
  );
  return {
    name: stepOrAction.name,
    label: stepOrAction.done ? capitalized(stepOrAction.done) : stepOrAction.label,
    tone: stepOrAction.tone ? toneOfStep[stepOrAction.tone] : 'neutral',
    actions,
    failed: false,
    at: timestampField(stepOrAction),
    resultValues: { ...Object.fromEntries(fixed), ...state },
    comment: stepOrAction.input && 'comment' in stepOrAction.input ? 'comment' : undefined,
  };
}

const creationKind: TimelineEventKind = {
  name: 'create',
  label: created,
  tone: 'info',
  actions: ['create'],
  failed: false,
  at: 'created_at',
  resultValues: {},
  comment: undefined,
};

const ownKinds = (entity: Entity): TimelineEventKind[] => [
  creationKind,
  ...entitySteps(entity).map((step) =>
    eventKindOf(step, [step.name], step.to === undefined ? {} : { [entity.lifecycle?.field ?? '']: step.to }),
  ),
  ...namedActions(entity).map((action) => eventKindOf(action, [action.audit ?? action.name])),
];

/** A declared kind: its properties override those of its step or action. */
function declaredKind(
  name: string,
  { of, failed, ...declaration }: TimelineEvent,
  own: TimelineEventKind | undefined,
): TimelineEventKind {
  const plain = own ?? { ...creationKind, name, actions: [name], at: undefined, tone: 'neutral' as const };
  return { ...plain, ...declaration, actions: of ?? plain.actions, failed: failed ?? false };
}

/** The kinds of events in a timeline: creation, steps and actions, and what the declaration adds or replaces. */
export const timelineEventKinds = memoize((entity: Entity): readonly TimelineEventKind[] => {
  const { events: declaredEvents = {} } = entity.timeline ?? {};
  const own = ownKinds(entity);
  const declared = Object.entries(declaredEvents).map(([name, declaration]) =>
    declaredKind(
      name,
      declaration,
      own.find((one) => one.name === name),
    ),
  );
  const covered = new Set(declared.filter(({ failed }) => !failed).flatMap(({ actions }) => actions));
  const isCreationDeclared = declared.some(({ at }) => at === 'created_at');
  const undeclared = own.filter(
    (one) =>
      !Object.hasOwn(declaredEvents, one.name) &&
      !(one === creationKind && isCreationDeclared) &&
      !one.actions.every((action) => covered.has(action)),
  );
  return [...undeclared, ...declared];
});

const namedDate = (entity: Entity, name: string, date: TimelineDate): NamedTimelineDate => ({
  tone: 'neutral',
  label: fieldOf(entity, date.at)?.label ?? created,
  ...date,
  name,
});

/**
 * The dates that a timeline shows as events of their own: the declared ones, otherwise all dates of the record that no
 * kind of event uses.
 */
export function timelineDates(entity: Entity, declared = entity.timeline?.dates): NamedTimelineDate[] {
  if (declared) return Object.entries(declared).map(([name, date]) => namedDate(entity, name, date));
  const eventFields = new Set(timelineEventKinds(entity).map(({ at }) => at));
  return storedFields(entity)
    .filter(([name, field]) => isTime(field) && !field.hidden && !eventFields.has(name))
    .map(([name]) => namedDate(entity, name, { at: name }));
}

/**
 * A source of timeline events. `path` has the names of the parts that lead to it; it is empty for the record itself.
 */
export interface TimelineSource {
  readonly path: string;
  readonly entity: Entity;
  readonly part: TimelinePart | undefined;
  readonly kinds: readonly TimelineEventKind[];
  readonly dates: readonly NamedTimelineDate[];
  readonly parts: readonly TimelineSource[];
}

/** The names that `only` of a part may contain. */
export function partEventNames(entity: Entity, { dates }: TimelinePart): string[] {
  const own = timelineDates(entity, dates).map(({ name }) => name);
  if (dates) return own;
  return [...timelineEventKinds(entity).map(({ name }) => name), ...own, ...Object.keys(entity.timeline?.parts ?? {})];
}

/** How deeply parts are nested: the licences of an order have mails. */
const maxPartDepth = 2;

function partSource(contract: Contract, path: string, part: TimelinePart, depth: number): TimelineSource {
  const entity = contract.entity(part.entity);
  const { dates, only } = part;
  if (dates) return { path, entity, part, kinds: [], dates: timelineDates(entity, dates), parts: [] };
  const isIncluded = ({ name }: { readonly name: string }) => only === undefined || only.includes(name);
  const whole = buildSource(entity, path, part, depth);
  return {
    ...whole,
    kinds: whole.kinds.filter(isIncluded),
    dates: whole.dates.filter(isIncluded),
    parts: whole.parts.filter((one) => isIncluded({ name: one.path.split('.').at(-1) ?? '' })),
  };
}

function buildSource(entity: Entity, path: string, part: TimelinePart | undefined, depth: number): TimelineSource {
  const parts = depth < maxPartDepth ? Object.entries(entity.timeline?.parts ?? {}) : [];
  const below = (name: string) => [path, name].filter(Boolean).join('.');
  return {
    path,
    entity,
    part,
    kinds: timelineEventKinds(entity),
    dates: timelineDates(entity),
    parts: parts.map(([name, one]) => partSource(entity.contract, below(name), one, depth + 1)),
  };
}

/** Everything that the timeline of a record of the entity shows. */
export const timelineSource = (entity: Entity): TimelineSource => buildSource(entity, '', undefined, 0);

/** A source and all sources below it. */
export const flattenSources = (source: TimelineSource): TimelineSource[] => [
  source,
  ...source.parts.flatMap(flattenSources),
];

/** True if a timeline can show more than the creation of a record. */
export function hasTimeline(entity: Entity, role: Role): boolean {
  if (entity.without?.includes('get')) return false;
  const { kinds, dates, parts } = timelineSource(entity);
  const isReadable = ({ at }: TimelineDate) => {
    const field = fieldOf(entity, at);
    return field !== undefined && mayRead(field, role);
  };
  return kinds.length > 1 || dates.some(isReadable) || parts.length > 0;
}

/** The next step of a record, and the roles that may take it. */
export interface NextStep {
  readonly label: Label;
  readonly roles: readonly Role[];
}

type Values = Readonly<Record<string, unknown>>;

/** True if the record's own fields match the queue, whoever its reader is. Other filters of the list are not known here. */
const isInQueue = ({ fields }: Entity, only: Values, record: Values): boolean =>
  Object.entries(only).every(([name, wanted]) => {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    const value = field && valueAt(record, readPathOf(name, field));
    return isCallerValue(wanted) || [wanted].flat().some((one) => one === value);
  });

/** True unless a condition of the step or the action certainly refuses the record as it is. */
const canComeNext = (entity: Entity, record: Values, step: NamedStep | NamedAction): boolean =>
  conditionsOf(step).every((one) => conditionHolds(entity, one, answeredRecord(record), undefined) !== false);

/** The main steps from the record's state, unless a step with the tone `danger` led to it, which ends a record. */
function stepsFromState({ lifecycle }: Entity, record: Values): NamedStep[] {
  if (!lifecycle) return [];
  const steps = lifecycleSteps(lifecycle);
  const state = record[lifecycle.field] as number;
  if (steps.some(({ to, tone }) => to === state && tone === 'danger')) return [];
  return steps.filter(({ from, tone, roles }) => tone === 'primary' && roles.length > 0 && from.includes(state));
}

/**
 * The next expected step of a record: the main step of its queue, or if no queues are declared, the main step from its
 * state. A step whose condition refuses the record is not expected.
 * @param record The record as answers have it.
 */
export function nextStep(entity: Entity, record: Values): NextStep | undefined {
  const canCome = (step: NamedStep | NamedAction) => canComeNext(entity, record, step);
  const steps = [...entitySteps(entity), ...namedActions(entity)];
  const queues = Object.values(entity.queue ?? {}).filter(({ steps = [] }) => steps.length > 0);
  if (queues.length === 0) return stepsFromState(entity, record).find(canCome);
  const waiting = queues.find(({ only }) => isInQueue(entity, only, record));
  return steps.find((step) => step.name === waiting?.steps?.[0] && canCome(step));
}
