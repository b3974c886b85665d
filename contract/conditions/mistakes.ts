import { nearestName } from '../lib/editDistance.ts';
import { knownProperties } from '../roles/callerEntity.ts';
import { baseFields } from '../schema/entity.ts';
import type { Fields } from '../schema/field/field.ts';
import { describeAllowedValues, isAskedForEmptiness } from './comparable.ts';
import {
  type AvailableData,
  type ConditionMistake,
  type ConditionScope,
  type Incomparable,
  isAvailable,
  type MistakeDetails,
  parseCondition,
  presents,
} from './compile.ts';
import type { Condition } from './condition.ts';

/** The sentence about a condition that holds for every record. */
export const emptyCondition = 'is empty; write { status: [0, 1] }, or leave it out';

/** Sentences for the mistakes in conditions. Only the checks of declarations need them. */

const namesIn = (fields: Fields, prefix = ''): string[] =>
  Object.entries(fields).flatMap(([name, field]) =>
    field.fields ? namesIn(field.fields, `${prefix}${name}.`) : [prefix + name],
  );

/** A field that a condition cannot ask for, with the one that is probably meant. */
function missing({ over, name, available }: MistakeDetails['unknownField'], why: string): string {
  const names = namesIn({ ...over.fields, ...baseFields }).filter((one) => isAvailable(over, available, one));
  return `asks for ${over.name}.${name}, ${why}; write one of its fields, such as "${nearestName(name, names)}"`;
}

const incomparable: Record<Incomparable, (details: MistakeDetails['incomparable']) => string> = {
  inside: () => 'one of which is inside an object; write two fields beside it',
  itself: () => 'which is the field itself; write another one',
  encrypted: () => 'one of which is encrypted; write another field',
  noValue: () => 'which has no single value; write other fields',
  size: ({ otherName }) =>
    `by size; write two integers, decimals, amounts, days or points in time, or fromRecord('${otherName}') alone`,
  otherValues: ({ label }) => `which has other values; write a field that has the same as ${label}`,
  otherCurrency: () => 'an amount in another currency; write amounts with the same "currency"',
};

const sentences: { readonly [Word in keyof MistakeDetails]: (details: MistakeDetails[Word]) => string } = {
  unknownField: (details) => missing(details, 'which does not exist'),
  hiddenField: (details) =>
    missing(details, details.available === 'row' ? 'which no column stores' : 'which no answer shows'),
  computedField: ({ label }) => `asks for ${label}, which code computes; write a stored field`,
  emptyList: ({ label }) => `compares ${label} with an empty list; write at least one value`,
  noSingleValue({ label, at }) {
    const inside = Object.keys(at.field.fields ?? {})[0];
    const instead = inside ? `one of its fields, such as "${at.path.join('.')}.${inside}"` : 'another field';
    return `compares ${label}, which has no single value; write ${isAskedForEmptiness(at) ? 'null or not(null), or ' : ''}${instead}`;
  },
  encrypted: ({ label, instead }) =>
    `compares ${label}, which is encrypted; write ${instead ? `${instead}, or ` : ''}another field`,
  strangeValue: ({ label, field, value }) =>
    `compares ${label} with ${JSON.stringify(value)}; write ${describeAllowedValues(field)}`,
  unknownProperty: ({ property }) =>
    `asks for the caller's "${property}", which nobody has; write ${knownProperties()}`,
  otherOwner: ({ label, property, owner }) =>
    `compares ${label} with the caller's "${property}"; write a field that refers to ${owner}`,
  noTime: ({ label }) => `compares ${label} with the present; write a field that is a date or a dateTime`,
  badSpan({ label, type, within }) {
    const cure = type === 'day' ? 'write before(plus(today, { days: 30 }))' : "write within('15m'), '2h' or '3d'";
    return `has ${label} within "${within}"; ${cure}`;
  },
  badDistance: ({ label, type }) =>
    `compares ${label} at a distance that ${type === 'day' ? 'is no number of days' : 'has no fixed length'}; write plus(${presents[type]}, { days: 30 })`,
  otherTime: ({ label, type, lies }) => `compares ${label} with another type of time; write ${lies}(${presents[type]})`,
  incomparable: (details) => `compares ${details.label} with ${details.other}, ${incomparable[details.why](details)}`,
  noNumber: ({ label }) => `compares ${label} by size; write a field that is an integer, a decimal or an amount`,
  badBound({ label, type, side, bound }) {
    const instead = type === 'decimal' ? `${side}(1) or ${side}('1.5')` : `a whole number, such as ${side}(1)`;
    return `compares ${label} with ${JSON.stringify(bound)}; write ${instead}`;
  },
  oppositeOfCondition: ({ label }) =>
    `has ${label} not(…) of another condition; write a value, a list of values, me(…) or a comparison`,
  unknownEntity: ({ entity }) => `goes through "${entity}", which is not an entity; write the name of one`,
  unknownColumn({ entity, field }) {
    const such = nearestName(field, [...Object.keys(entity.fields), 'id']);
    return `goes through ${entity.name}.${field}, which does not exist; write a field such as "${such}"`;
  },
  otherColumn: ({ label, column, entity }) =>
    `compares ${label} with ${column}; write a field of ${entity} that has the same values`,
  noReference: ({ label }) =>
    `reads a record through ${label}, which is not a reference; write a value, a list of values or null`,
  otherRecord: ({ label }) =>
    `reads a record through ${label}, but only the record's own values are available there; write a value, a list of values or null`,
  anyOfNoList: () => 'has an anyOf that is not a list of conditions; write anyOf: [{ … }, { … }]',
  anyOfEmpty: () => 'has an empty anyOf; write at least one condition',
  emptyCondition: () => emptyCondition,
};

const sentenceOf = <Word extends keyof MistakeDetails>(
  found: { readonly mistake: Word } & MistakeDetails[Word],
): string => sentences[found.mistake](found);

/**
 * The mistakes in a condition.
 * @param available The data that is available where the condition is evaluated.
 * @returns Sentences with a cure each, which need the place of the condition in front.
 */
export const conditionMistakes = (
  over: ConditionScope,
  condition: Condition,
  available: AvailableData = 'row',
): string[] => parseCondition(over, condition, available).mistakes.map((found: ConditionMistake) => sentenceOf(found));
