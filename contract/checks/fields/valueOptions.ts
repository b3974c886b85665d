import {
  boundText,
  decimalLimits,
  decimalPattern,
  digitsOf,
  isBelow,
  toScaledInteger,
} from '../../kinds/decimalDigits.ts';
import { schemaOf } from '../../kinds/fieldSchema.ts';
import { kinds } from '../../kinds/index.ts';
import { isText } from '../../kinds/limits.ts';
import { mostOfColumn } from '../../kinds/numberRule.ts';
import type { Entity } from '../../schema/entity.ts';
import { isComputedDefault } from '../../schema/field/default.ts';
import type { Field } from '../../schema/field/field.ts';
import type { Choice } from '../../schema/field/options.ts';
import { type Check, mistake, repeated } from '../support/mistake.ts';
import { everyField } from '../support/walkFields.ts';
import { mayHaveComputedDefault } from './defaults.ts';
import { whyInvalid } from './sampleValues.ts';

/** The limits in the field's JSON schema: its own or those of its kind. */
function schemaLimits(field: Field): { min: number; max: number } {
  const { minimum, maximum, minLength, maxLength, maxItems } = schemaOf(field);
  return {
    min: (minimum ?? minLength ?? 0) as number,
    max: (maximum ?? maxLength ?? maxItems ?? Number.POSITIVE_INFINITY) as number,
  };
}

/** Checks the precision and scale of a decimal, and its limits. */
function checkDigits(entity: Entity, place: string, field: Field): string[] {
  const { precision, scale } = digitsOf(field);
  const has = (what: string) => [mistake(entity, place, `has ${what}`)];
  if (!Number.isInteger(precision) || precision < 1 || precision > maxPrecision)
    return has(`the precision ${precision}; write a whole number from 1 to ${maxPrecision}`);
  if (!Number.isInteger(scale) || scale < 0 || scale > precision)
    return has(`the scale ${scale}; write a whole number from 0 to its precision, which is ${precision}`);
  const wrong = (['min', 'max'] as const).filter((bound) => {
    const value = field[bound];
    return value !== undefined && !decimalPattern({ ...field, min: 0 }).test(boundText(value) ?? '');
  });
  if (wrong.length > 0)
    return wrong.flatMap((bound) =>
      has(
        `the ${bound} ${field[bound]}; write a number with at most ${precision - scale} digits before and ${scale} behind the point`,
      ),
    );
  const { least, most } = decimalLimits(field);
  if (most === undefined || !isBelow(most, least)) return [];
  return has(`the min ${least} above the max ${most}; no value is left between`);
}

/** A practical maximum; PostgreSQL supports more digits. */
const maxPrecision = 30;

/** Checks that the limits are valid numbers for the kind and allow at least one value. */
function checkLimits(entity: Entity, place: string, field: Field): string[] {
  const { limits } = kinds[field.kind];
  if (limits.of === 'digits') return checkDigits(entity, place, field);
  const isLength = limits.of === 'characters' || limits.of === 'items';
  const most = limits.of === 'value' ? limits.most : mostOfColumn;
  const { min, max } = schemaLimits(field);
  const wanted = isLength ? 'a whole number from 0 on' : `a whole number that a column of ${field.kind} holds`;
  const wrong = (['min', 'max'] as const).filter((bound) => {
    const value = field[bound];
    if (value === undefined) return false;
    return !Number.isSafeInteger(value) || (isLength ? value < 0 : Math.abs(value) > most);
  });
  return [
    ...wrong.map((bound) => mistake(entity, place, `has the ${bound} ${field[bound]}; write ${wanted}`)),
    ...(min > max ? [mistake(entity, place, `has the min ${min} above the max ${max}; no value is left between`)] : []),
    ...(isLength && max === 0 ? [mistake(entity, place, 'has the max 0 and is always empty; write 1 or more')] : []),
  ];
}

/** Checks that the step is a number that the kind can store, and that the limits are multiples of it. */
function checkStep(entity: Entity, place: string, field: Field): string[] {
  const { step, formula, rollup } = field;
  if (step === undefined) return [];
  const has = (what: string) => [mistake(entity, place, what)];
  if (formula || rollup) return has('has a step, but the database computes it; leave out "step"');
  const scale = kinds[field.kind].limits.of === 'digits' ? digitsOf(field).scale : 0;
  const text = boundText(step) ?? '';
  const isFitting = /^\d+(\.\d+)?$/.test(text) && (text.split('.')[1]?.length ?? 0) <= scale && step > 0;
  if (!isFitting)
    return has(
      `has the step ${step}; write a number above 0 ${scale === 0 ? 'without a point' : `with at most ${scale} digits behind the point`}`,
    );
  const isMultiple = (bound: number) =>
    toScaledInteger(boundText(bound) ?? '0', maxPrecision) % toScaledInteger(text, maxPrecision) === 0n;
  return (['min', 'max'] as const).flatMap((bound) => {
    const value = field[bound];
    return value === undefined || isMultiple(value)
      ? []
      : has(`has the ${bound} ${value}, which is no multiple of its step; write a multiple of ${step}`);
  });
}

/**
 * Computed defaults are allowed only for fields of a record, a step or an action; checkComputedDefaults checks their
 * values.
 */
const checkDefaultPlace = (entity: Entity, place: string): string[] =>
  mayHaveComputedDefault(entity, place)
    ? []
    : [mistake(entity, place, 'has a default that is worked out, and begins with nothing; write a value')];

/** @returns Why the field cannot have a default, or undefined if it can. */
function whyNoDefault(field: Field, start: unknown): string | undefined {
  if (start === null) return 'and a field without a default starts as null; leave it out';
  if (!kinds[field.kind].scalar) return `and every ${field.kind} starts empty; leave it out`;
  if (field.kind === 'reference') return 'and no record must have that id; let the server set it (beforeCreate)';
  if (field.unique) return 'which is unique: no second record could start with it; leave one of them out';
  return isText(field) && String(start).trim() === ''
    ? 'and a text without a default starts empty; leave it out'
    : undefined;
}

/** Finds defaults that the field would not accept or its column cannot store. */
function checkDefault(entity: Entity, place: string, field: Field): string[] {
  const start = field.default;
  if (start === undefined) return [];
  if (isComputedDefault(start)) return checkDefaultPlace(entity, place);
  const { kind, choices = [] } = field;
  if (kind === 'choice')
    return choices.some(({ id }) => id === start)
      ? []
      : [
          mistake(
            entity,
            place,
            `has the default ${start}, which is not among its choices; write one of ${choices.map(({ id }) => id).join(', ')}`,
          ),
        ];
  const why = whyNoDefault(field, start) ?? whyInvalid(field, start);
  return why === undefined ? [] : [mistake(entity, place, `has the default ${JSON.stringify(start)}, ${why}`)];
}

/** Labels that two choices have, in one language or in both, each once. */
function sameLabels(choices: readonly Choice[]): string[] {
  const same = repeated(choices.map(({ label }) => label?.en));
  const inChinese = repeated(choices.filter(({ label }) => !same.includes(label?.en)).map(({ label }) => label?.zh));
  return [...same, ...inChinese].filter((label) => label !== undefined);
}

/** Values of a choice must be unique, of one type, and usable in a filter parameter. */
function checkChoiceIds(entity: Entity, place: string, { choices = [] }: Field): string[] {
  const ids = choices.map(({ id }) => id);
  const types = new Set(ids.map((id) => typeof id));
  const invalid = ids.filter((id) =>
    typeof id === 'number' ? !Number.isSafeInteger(id) : !/^[^,\s]+$/.test(String(id)),
  );
  const large = ids.filter((id) => Number.isSafeInteger(id) && Math.abs(Number(id)) > mostOfColumn);
  return [
    ...repeated(ids).map((id) => mistake(entity, place, `has the choice ${id} twice; leave one out`)),
    ...(repeated(ids).length > 0 ? [] : sameLabels(choices)).map((label) =>
      mistake(entity, place, `has two choices with the label "${label}", which nobody could tell apart; write another`),
    ),
    ...(types.size > 1
      ? [mistake(entity, place, 'mixes numbers and words among its choices; write all as numbers or all as words')]
      : []),
    ...large.map((id) => {
      const what = `which no column of numbers keeps; write a whole number up to ${mostOfColumn}, or a word`;
      return mistake(entity, place, `has the choice ${id}, ${what}`);
    }),
    ...invalid.map((id) => {
      const what = 'which a filter cannot name; write a whole number, or a word without commas and spaces';
      return mistake(entity, place, `has the choice "${id}", ${what}`);
    }),
  ];
}

function checkValues(entity: Entity, place: string, field: Field): string[] {
  return [
    ...checkLimits(entity, place, field),
    ...checkStep(entity, place, field),
    ...checkDefault(entity, place, field),
    ...checkChoiceIds(entity, place, field),
  ];
}

/** Checks limits, defaults and choices of every field. */
export const checkFieldValues: Check = ({ entity }) =>
  everyField(entity).flatMap(([place, field]) => checkValues(entity, place, field));
