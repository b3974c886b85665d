import { entityNamed } from '../index.ts';
import { valueAt } from '../lib/dottedPath.ts';
import { memoize } from '../lib/memoize.ts';
import { isTime } from '../lists/filters.ts';
import type { Label } from '../messages/label.ts';
import type { Role, Scalar } from '../schema/access.ts';
import { namedActions } from '../schema/action.ts';
import { type AssignedValues, isFixedValue } from '../schema/assignedValues.ts';
import { type Entity, fieldOf, mayRead, readPathOf as placeOf, storedFields } from '../schema/entity.ts';
import type { Fields } from '../schema/field/field.ts';
import { entitySteps, lifecycleSteps } from '../schema/lifecycle.ts';
import type { TimelineDate, TimelineEvent, TimelinePart, Tone } from '../schema/timeline.ts';

/** Something that can have been done, with all that tells it. */
export interface TimelineEventKind {
  readonly name: string;
  readonly label: Label;
  readonly tone: Tone;
  /** What the audit calls it. */
  readonly actions: readonly string[];
  readonly failed: boolean;
  readonly at: string | undefined;
  /** What the record holds when it was done last. */
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
  readonly tone?: 'primary' | 'danger';
  readonly assign?: AssignedValues;
  readonly input?: Fields;
}

/** The field that a step sets to the time of it. */
const timestampField = ({ assign = {} }: StepOrAction): string | undefined =>
  Object.entries(assign).find(([, value]) => typeof value === 'object' && value !== null && 'now' in value)?.[0];

function eventKindOf(
  done: StepOrAction,
  actions: readonly string[],
  state: Readonly<Record<string, Scalar>> = {},
): TimelineEventKind {
  const fixed = Object.entries(done.assign ?? {}).filter((one): one is [string, Scalar] => isFixedValue(one[1]));
  return {
    name: done.name,
    label: done.label,
    tone: done.tone ? toneOfStep[done.tone] : 'neutral',
    actions,
    failed: false,
    at: timestampField(done),
    resultValues: { ...Object.fromEntries(fixed), ...state },
    comment: done.input && 'comment' in done.input ? 'comment' : undefined,
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
  ...entitySteps(entity).map((step) => eventKindOf(step, [step.name], { [entity.lifecycle?.field ?? '']: step.to })),
  ...namedActions(entity).map((action) => eventKindOf(action, [action.audit ?? action.name])),
];

/** What was declared of a kind, over what its step or action gives. */
function declaredKind(
  name: string,
  { of, failed, ...told }: TimelineEvent,
  own: TimelineEventKind | undefined,
): TimelineEventKind {
  const plain = own ?? { ...creationKind, name, actions: [name], at: undefined, tone: 'neutral' as const };
  return { ...plain, ...told, actions: of ?? plain.actions, failed: failed ?? false };
}

/**
 * What can have been done to a record of the entity and is told by its timeline: its making, the steps of its lifecycle and
 * its actions, and what its declaration says besides or instead.
 */
export const timelineEventKinds = memoize((entity: Entity): readonly TimelineEventKind[] => {
  const { events = {} } = entity.timeline ?? {};
  const own = ownKinds(entity);
  const declared = Object.entries(events).map(([name, told]) =>
    declaredKind(
      name,
      told,
      own.find((one) => one.name === name),
    ),
  );
  const covered = new Set(declared.filter(({ failed }) => !failed).flatMap(({ actions }) => actions));
  const begins = declared.some(({ at }) => at === 'created_at');
  const left = own.filter(
    (one) =>
      !Object.hasOwn(events, one.name) &&
      !(one === creationKind && begins) &&
      !one.actions.every((action) => covered.has(action)),
  );
  return [...left, ...declared];
});

const namedDate = (entity: Entity, name: string, moment: TimelineDate): NamedTimelineDate => ({
  tone: 'neutral',
  label: fieldOf(entity, moment.at)?.label ?? created,
  ...moment,
  name,
});

/** The points in time that the timeline of a record tells by themselves: declared ones, else all that its fields have. */
export function timelineDates(entity: Entity, declared = entity.timeline?.dates): NamedTimelineDate[] {
  if (declared) return Object.entries(declared).map(([name, moment]) => namedDate(entity, name, moment));
  const taken = new Set(timelineEventKinds(entity).map(({ at }) => at));
  return storedFields(entity)
    .filter(([name, field]) => isTime(field) && !field.hidden && !taken.has(name))
    .map(([name]) => namedDate(entity, name, { at: name }));
}

/** What of a timeline is told, by the names of the parts that lead to it: none for the record's own. */
export interface TimelineSource {
  readonly path: string;
  readonly entity: Entity;
  readonly part: TimelinePart | undefined;
  readonly kinds: readonly TimelineEventKind[];
  readonly moments: readonly NamedTimelineDate[];
  readonly parts: readonly TimelineSource[];
}

/** What a part can be narrowed to by `only`. */
export function partEventNames(entity: Entity, { dates }: TimelinePart): string[] {
  const own = timelineDates(entity, dates).map(({ name }) => name);
  if (dates) return own;
  return [...timelineEventKinds(entity).map(({ name }) => name), ...own, ...Object.keys(entity.timeline?.parts ?? {})];
}

/** How far parts have parts of their own: an order's licences have mails. */
const maxPartDepth = 2;

function partSource(path: string, part: TimelinePart, depth: number): TimelineSource {
  const entity = entityNamed(part.entity);
  const { dates, only } = part;
  if (dates) return { path, entity, part, kinds: [], moments: timelineDates(entity, dates), parts: [] };
  const isTold = ({ name }: { readonly name: string }) => only === undefined || only.includes(name);
  const whole = buildSource(entity, path, part, depth);
  return {
    ...whole,
    kinds: whole.kinds.filter(isTold),
    moments: whole.moments.filter(isTold),
    parts: whole.parts.filter((one) => isTold({ name: one.path.split('.').at(-1) ?? '' })),
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
    moments: timelineDates(entity),
    parts: parts.map(([name, one]) => partSource(below(name), one, depth + 1)),
  };
}

/** All that the timeline of a record of the entity tells. */
export const timelineSource = (entity: Entity): TimelineSource => buildSource(entity, '', undefined, 0);

/** A source with those below it. */
export const flattenSources = (source: TimelineSource): TimelineSource[] => [
  source,
  ...source.parts.flatMap(flattenSources),
];

/** Can there be more to tell of a record than that it was made? */
export function hasTimeline(entity: Entity, role: Role): boolean {
  if (entity.without?.includes('get')) return false;
  const { kinds, moments, parts } = timelineSource(entity);
  const isRead = ({ at }: TimelineDate) => {
    const field = fieldOf(entity, at);
    return field !== undefined && mayRead(field, role);
  };
  return kinds.length > 1 || moments.some(isRead) || parts.length > 0;
}

/** What a record waits for: the step, and who takes it. */
export interface NextStep {
  readonly label: Label;
  readonly roles: readonly Role[];
}

type Values = Readonly<Record<string, unknown>>;

/** Does the record say of itself that it is in the queue? What its list is narrowed by besides is not known here. */
const isInQueue = ({ fields }: Entity, only: Values, record: Values): boolean =>
  Object.entries(only).every(([name, wanted]) => {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    const value = field && valueAt(record, placeOf(name, field));
    return [wanted].flat().some((one) => one === value);
  });

/** The steps that go on from the record's state, unless a step that ends records led to it. */
function stepsFromState({ lifecycle }: Entity, record: Values): NextStep[] {
  if (!lifecycle) return [];
  const steps = lifecycleSteps(lifecycle);
  const state = record[lifecycle.field] as number;
  if (steps.some(({ to, tone }) => to === state && tone === 'danger')) return [];
  return steps.filter(({ from, tone, roles }) => tone === 'primary' && roles.length > 0 && from.includes(state));
}

/**
 * The step that a record is expected to take next: the main one of the queue that it waits in, or where no queue is declared
 * the one that its state goes on by. In: the entity, and the record as answers have it.
 */
export function nextStep(entity: Entity, record: Values): NextStep | undefined {
  const steps = [...entitySteps(entity), ...namedActions(entity)];
  const queues = Object.values(entity.queue ?? {}).filter(({ steps = [] }) => steps.length > 0);
  if (queues.length === 0) return stepsFromState(entity, record)[0];
  const waiting = queues.find(({ only }) => isInQueue(entity, only, record));
  return steps.find(({ name }) => name === waiting?.steps?.[0]);
}
