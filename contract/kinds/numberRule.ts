import type { Schema } from 'yup';
import { message } from '../messages/message.ts';
import type { Field } from '../schema/field/field.ts';
import type { ColumnCheck, JsonSchema } from './kind.ts';
import { yup } from './yup.ts';

/** The largest number of an integer column. */
export const mostOfColumn = 2_147_483_647;

export interface NumberLimits {
  readonly least: number;
  readonly most: number;
}

/** The limits of a field: its own, otherwise those of its kind. */
export const limitsWithin = ({ min, max }: Field, { least, most }: NumberLimits): NumberLimits => ({
  least: min ?? least,
  most: max ?? most,
});

/** The message for a number outside its limits, with the unit if the field has a fixed one. */
export const boundMessage = (key: 'min' | 'max', value: number | string, { unit }: Field): string =>
  unit ? message(`${key}_of`, { value, unit_en: unit.en, unit_zh: unit.zh }) : message(key, { value });

/**
 * The message for a number that is no multiple of the step of its field.
 * @param nearest the nearest multiples within the limits, the smaller one first
 */
export function stepMessage(step: number | string, nearest: readonly (number | string)[]): string {
  const [below = step, above] = nearest;
  return above === undefined
    ? message('step_nearest', { value: step, nearest: below })
    : message('step', { value: step, below, above });
}

/** The nearest multiples of a step around a whole number, as far as they are within the limits. */
function nearestMultiples(value: number, step: number, { least, most }: NumberLimits): number[] {
  const below = Math.floor(value / step) * step;
  return [below, below + step].filter((one) => one >= least && one <= most);
}

/** The validation rule of a whole number. */
export const numberRule = (field: Field, { least, most }: NumberLimits): Schema =>
  yup
    .number()
    .strict()
    .nullable()
    .typeError(message('integer'))
    .integer(message('integer'))
    .min(least, boundMessage('min', least, field))
    .max(most, boundMessage('max', most, field))
    .test('step', (value, context) => {
      const { step } = field;
      if (step === undefined || value == null || value % step === 0 || value < least || value > most) return true;
      return context.createError({ message: stepMessage(step, nearestMultiples(value, step, { least, most })) });
    });

export const numberSchema = ({ least, most }: NumberLimits, step?: number): JsonSchema => ({
  type: 'integer',
  minimum: least,
  maximum: most,
  ...(step !== undefined && { multipleOf: step }),
});

/** A pattern for the whole numbers from 0 to this one. */
function upTo(most: number): string {
  const digits = [...String(most)];
  const below = digits.flatMap((digit, index) => {
    const rest = digits.length - index - 1;
    const smaller = digit === '0' ? [] : [`[0-${Number(digit) - 1}]`];
    return smaller.map((one) => `${digits.slice(0, index).join('')}${one}${rest > 0 ? `[0-9]{${rest}}` : ''}`);
  });
  const shorter = digits.length > 1 ? [`[0-9]{1,${digits.length - 1}}`] : [];
  return `(${[...shorter, ...below, digits.join('')].join('|')})`;
}

/** A pattern for the whole numbers within limits. */
export const numberPattern = ({ least, most }: NumberLimits): string =>
  least < 0 ? `(${upTo(most)}|-${upTo(-least)})` : upTo(most);

/** Parses the text of a parameter; undefined if it is not a number within the limits, or longer than the longest of them. */
export function numberOfParameter(text: string, { least, most }: NumberLimits): number | undefined {
  const digits = Math.max(String(most).length, String(Math.abs(least)).length);
  if (!/^-?\d+$/.test(text) || text.replace('-', '').length > digits) return undefined;
  const value = Number(text);
  return value >= Math.min(least, 0) && value <= most ? value : undefined;
}

/** The check constraint of a number column. The maximum of the kind needs none, because the column type enforces it. */
export const numberCheck = ({ max, step }: Field, { least, most }: NumberLimits): ColumnCheck => ({
  least,
  most: max === undefined ? undefined : most,
  step,
});

/** True if the limits allow numbers that the others do not. */
export const isWiderNumber = (mine: NumberLimits, theirs: NumberLimits): boolean =>
  mine.least < theirs.least || mine.most > theirs.most;

/** True if a field allows whole numbers between the multiples that the other one allows. */
export const hasFinerStep = ({ step = 1 }: Field, other: Field): boolean => step % (other.step ?? 1) !== 0;
