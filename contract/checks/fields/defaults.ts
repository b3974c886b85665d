import { type FromRecord, isFromRecord } from '../../conditions/fromRecord.ts';
import { kinds } from '../../kinds/index.ts';
import { followedFields } from '../../kinds/resolveDefault.ts';
import { callerEntity, knownProperties } from '../../roles/callerEntity.ts';
import { mayReadRecords, roles } from '../../schema/access.ts';
import { namedActions } from '../../schema/action.ts';
import { type Entity, isStored, mayRead } from '../../schema/entity.ts';
import {
  type ComputedDefault,
  type DeclaredPeriod,
  isComputedDefault,
  type LaterThan,
  type ReferencedValue,
} from '../../schema/field/default.ts';
import type { Field, Fields } from '../../schema/field/field.ts';
import { entitySteps } from '../../schema/lifecycle.ts';
import { type Check, type CheckContext, kindNoun, mistake, storedField, storedFieldsThat } from '../support/mistake.ts';
import { suggestion } from '../support/suggest.ts';
import { acceptsMore } from './compatibleFields.ts';

/** Mistakes without the place, which the caller puts in front. */
type Problems = readonly string[];

const kindsOf = { now: 'dateTime', today: 'date' } as const;
const timesOf = { now: 'moment', today: 'day' } as const;
const inDays: readonly string[] = ['years', 'months', 'weeks', 'days'];
const inTime: readonly string[] = [...inDays, 'hours', 'minutes'];

function checkMe({ kind, to }: Field, me: string): Problems {
  const owner = callerEntity(me);
  if (!owner) return [`starts with the caller's "${me}", which nobody has; write ${knownProperties()}`];
  if (kind === 'reference' && to === owner) return [];
  return [`starts with the caller's "${me}"; make it a reference to ${owner}`];
}

function checkMoment({ kind }: Field, word: keyof typeof kindsOf): Problems {
  const { time } = kinds[kind];
  if (time === timesOf[word]) return [];
  const cure = time ? `write ${time === 'day' ? 'today' : 'now'}` : 'make it one';
  return [`starts with "${word}", and ${kind} is no ${kindsOf[word]}; ${cure}`];
}

/** True if a period can have the number of the field. */
const isPeriodNumber = (field: Field | undefined): boolean =>
  field?.kind === 'integer' && isStored(field) && !field.rollup && !field.encrypted && !field.hidden;

function checkPeriod(beside: Fields, { kind }: Field, period: DeclaredPeriod): Problems {
  const known = kinds[kind].time === 'day' ? inDays : inTime;
  const parts = Object.entries(period ?? {});
  const isCount = (count: unknown) => typeof count === 'string' || Number.isSafeInteger(count);
  const invalid = parts.filter(([unit, count]) => !known.includes(unit) || !isCount(count));
  const numbers = Object.keys(beside).filter((one) => isPeriodNumber(beside[one]));
  const wrong = parts.flatMap(([, count]) => (typeof count === 'string' && !numbers.includes(count) ? [count] : []));
  const cureOf = (one: string) => (numbers.length > 0 ? suggestion(one, numbers) : 'add one');
  if (parts.length > 0 && invalid.length === 0)
    return wrong.map((one) => `starts with a period of "${one}", which is no integer beside it; ${cureOf(one)}`);
  return [`starts with a period that ${kind} cannot have; write whole numbers of ${known.join(', ')}`];
}

function checkPlus(beside: Fields, name: string, field: Field, { plus, period }: LaterThan): Problems {
  if (kinds[field.kind].time === undefined) return [`starts with a period, and ${field.kind} has none`];
  if (typeof plus !== 'string')
    return [...checkMoment(field, 'now' in plus ? 'now' : 'today'), ...checkPeriod(beside, field, period)];
  const base = Object.hasOwn(beside, plus) ? beside[plus] : undefined;
  const isSame = isStored(base) && base?.kind === field.kind && plus !== name;
  const wanted = `name another field that is ${kindNoun(field.kind)}`;
  return [...(isSame ? [] : [`starts from "${plus}"; ${wanted}`]), ...checkPeriod(beside, field, period)];
}

/**
 * Checks a value that is the one of a field of a referenced record.
 * @param beside the fields among which the reference is
 * @param name the field that gets the value, unless it is a field of another record
 * @param verb what happens to the field: it `starts` with the value, or `is filled` with it
 */
export function checkReferencedValue(
  { entity, entities }: CheckContext,
  beside: Fields,
  name: string | undefined,
  field: Field,
  { from, field: other }: ReferencedValue,
  verb: 'starts' | 'is filled' = 'starts',
): Problems {
  const reference = Object.hasOwn(beside, from) ? beside[from] : undefined;
  const target = reference?.kind === 'reference' ? entities.get(reference.to ?? '') : undefined;
  const references = Object.keys(beside).filter((one) => beside[one]?.kind === 'reference' && one !== name);
  if (!target)
    return [
      `${verb} from "${from}", which is no reference beside it; ${references.length > 0 ? suggestion(from, references) : 'add one'}`,
    ];
  const place = `${verb} with "${other}" of ${target.name}`;
  const source = storedField(target, other);
  if (!source || source.encrypted || source.hidden || !kinds[source.kind].scalar) {
    const isUsable = ({ kind, encrypted, hidden }: Field) => kind === field.kind && !encrypted && !hidden;
    const known = storedFieldsThat(target, isUsable).filter((one) => one !== other);
    const cure = known.length > 0 ? suggestion(other, known) : `add one of the kind ${field.kind}`;
    const why = target.fields[other]?.computed ? 'is computed' : 'is no stored value that people see';
    return [`${place}, which ${why}; ${cure}`];
  }
  if (source.kind !== field.kind) return [`${place}, ${kindNoun(source.kind)}; make it one`];
  if (acceptsMore(source, field)) return [`${place}, which accepts more than it does; widen its limits`];
  const denied = roles.filter(
    (role) => mayReadRecords(entity.access, role) && mayRead(field, role) && !mayRead(source, role),
  );
  return denied.length > 0 ? [`${place}, which ${denied.join(', ')} may not read; say "read" of it`] : [];
}

/** Checks a default that is the value which the record has before a step or an action. */
function checkRecordValue(
  entity: Entity,
  isOfInput: boolean,
  field: Field,
  { fromRecord: other }: FromRecord,
): Problems {
  if (!isOfInput)
    return [
      `starts with fromRecord('${other}'), and a new record has no values yet; write plus('${other}', { days: 0 }) or a value`,
    ];
  const source = storedField(entity, other);
  const isUsable = ({ kind, to, encrypted, hidden }: Field) =>
    kind === field.kind && to === field.to && !encrypted && !hidden && kinds[kind].scalar;
  if (!source || !isUsable(source)) {
    const known = storedFieldsThat(entity, isUsable).filter((one) => one !== other);
    const cure = known.length > 0 ? suggestion(other, known) : `add one of the kind ${field.kind}`;
    return [`starts with "${other}" of the record, which is no stored ${field.kind} that people see; ${cure}`];
  }
  return acceptsMore(source, field)
    ? [`starts with "${other}" of the record, which accepts more than it does; widen its limits`]
    : [];
}

const isMoment = (value: unknown): boolean =>
  typeof value === 'string' || (typeof value === 'object' && value !== null && ('now' in value || 'today' in value));

/** The fields of the record of a step or an action, where its inputs may start from the references of the record. */
const ofRecord = ({ entity }: CheckContext, beside: Fields): Fields => (beside === entity.fields ? {} : entity.fields);

function checkComputedDefault(
  context: CheckContext,
  beside: Fields,
  name: string,
  field: Field,
  start: ComputedDefault,
): Problems {
  if (isFromRecord(start)) return checkRecordValue(context.entity, beside !== context.entity.fields, field, start);
  if ('me' in start) return checkMe(field, start.me);
  if ('now' in start) return checkMoment(field, 'now');
  if ('today' in start) return checkMoment(field, 'today');
  if ('from' in start && typeof start.field === 'string')
    return checkReferencedValue(context, { ...ofRecord(context, beside), ...beside }, name, field, start);
  if ('plus' in start && isMoment(start.plus)) return checkPlus(beside, name, field, start);
  return [
    `has the default ${JSON.stringify(start)}; write a value, me(…), now, today, plus(…), { from, field } or, for an input, fromRecord(…)`,
  ];
}

/** True if the field's default depends on itself through other fields. */
function isCircular(beside: Fields, name: string): boolean {
  const seen = new Set<string>();
  const follow = (at: string) => {
    const field = beside[at];
    for (const one of field ? followedFields(field) : []) seen.add(one);
  };
  follow(name);
  // A loop over a set also visits what is added to it on the way.
  for (const one of seen) follow(one);
  return seen.has(name);
}

/** Fields whose defaults are resolved together, with the prefix of their place. */
type FieldGroup = readonly [place: string, fields: Fields];

/** The fields of a new record, and the inputs of each step and action. */
const fieldGroups = (entity: Entity): FieldGroup[] => [
  ['', entity.fields],
  ...entitySteps(entity).map(({ name, input = {} }): FieldGroup => [`lifecycle.${name}.input.`, input]),
  ...namedActions(entity).map(({ name, input = {} }): FieldGroup => [`actions.${name}.input.`, input]),
];

/** True if a field at this place may have a computed default. */
export const mayHaveComputedDefault = (entity: Entity, place: string): boolean =>
  fieldGroups(entity).some(
    ([prefix, fields]) => place.startsWith(prefix) && Object.hasOwn(fields, place.slice(prefix.length)),
  );

/** Checks that each computed default can be resolved and matches its field. */
export const checkComputedDefaults: Check = (context) =>
  fieldGroups(context.entity).flatMap(([place, fields]) => {
    let hasCircle = false;
    return Object.entries(fields).flatMap(([name, field]) => {
      if (!isComputedDefault(field.default)) return [];
      const wrong = checkComputedDefault(context, fields, name, field, field.default);
      if (wrong.length > 0) return wrong.map((what) => mistake(context.entity, place + name, what));
      // One sentence for a circle, whichever of its fields comes first.
      if (hasCircle || !isCircular(fields, name)) return [];
      hasCircle = true;
      return [mistake(context.entity, place + name, 'starts from itself; give one of them a value')];
    });
  });
