import * as yup from 'yup';
import { message } from '../messages/message.ts';
import type { Field } from '../schema/field/field.ts';
import type { ColumnCheck, JsonSchema } from './kind.ts';

/** The largest number that an integer column holds. */
export const mostOfColumn = 2_147_483_647;

/** The least and the most that a number may be. */
export interface NumberLimits {
  readonly least: number;
  readonly most: number;
}

/** The limits of a field: its own, and those of its kind where it says none. */
export const limitsWithin = ({ min, max }: Field, { least, most }: NumberLimits): NumberLimits => ({
  least: min ?? least,
  most: max ?? most,
});

/** The message of a number beyond a bound, with what it counts where that is always the same. */
export const boundMessage = (key: 'min' | 'max', value: number | string, { unit }: Field): string =>
  unit ? message(`${key}_of`, { value, unit_en: unit.en, unit_zh: unit.zh }) : message(key, { value });

/** The rule of a whole number. */
export const numberRule = (field: Field, { least, most }: NumberLimits): yup.Schema =>
  yup
    .number()
    .strict()
    .nullable()
    .typeError(message('integer'))
    .integer(message('integer'))
    .min(least, boundMessage('min', least, field))
    .max(most, boundMessage('max', most, field));

export const numberSchema = ({ least, most }: NumberLimits): JsonSchema => ({
  type: 'integer',
  minimum: least,
  maximum: most,
});

/** The whole numbers from 0 to this one as a pattern of their text. */
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

/** The whole numbers within limits as a pattern of their text. */
export const numberPattern = ({ least, most }: NumberLimits): string =>
  least < 0 ? `(${upTo(most)}|-${upTo(-least)})` : upTo(most);

/** The number that the text of a parameter means; undefined where it means none within the limits. */
export const numberOfParameter = (text: string, { least, most }: NumberLimits): number | undefined =>
  /^-?\d{1,10}$/.test(text) && Number(text) >= Math.min(least, 0) && Number(text) <= most ? Number(text) : undefined;

/** What a column of numbers is checked for; the most of the kind is that of its type. */
export const numberCheck = ({ max }: Field, { least, most }: NumberLimits): ColumnCheck => ({
  least,
  most: max === undefined ? undefined : most,
});

/** Do limits let in numbers that others do not? */
export const isWiderNumber = (mine: NumberLimits, theirs: NumberLimits): boolean =>
  mine.least < theirs.least || mine.most > theirs.most;
