import type { Field } from '../schema/field/field.ts';

/**
 * Decimals are exact: they are sent, stored and compared as texts of digits, never as binary fractions. `12.50` and
 * `12.5` are the same number; answers pad the fraction to the field's scale.
 */

/** How many digits a decimal may have in total, and how many of them after the decimal point. */
export const digitsOf = ({ precision = 15, scale = 2 }: Field): { precision: number; scale: number } => ({
  precision,
  scale,
});

/** Matches the text of any decimal of the field, without checking its limits. Zero has no sign. */
export function decimalPattern(field: Field): RegExp {
  const { precision, scale } = digitsOf(field);
  const whole = precision - scale;
  const integer = whole > 0 ? `(0|[1-9][0-9]{0,${whole - 1}})` : '0';
  return new RegExp(`^(?!-0([.]0+)?(?![0-9.]))-?${integer}${scale > 0 ? `([.][0-9]{1,${scale}})?` : ''}$`, 'u');
}

/**
 * A decimal as a whole number of its smallest unit: `12.5` at a scale of 2 is 1250n.
 * @param text A text that matches `decimalPattern`.
 */
export function toScaledInteger(text: string, scale: number): bigint {
  const [whole = '0', fraction = ''] = text.split('.');
  return BigInt(`${whole}${fraction.padEnd(scale, '0')}`);
}

/**
 * A decimal padded to its scale, as the database returns it: `12.5` is `12.50`.
 * @param text A text that matches `decimalPattern`.
 */
export function decimalText(text: string, scale: number): string {
  if (scale === 0) return text;
  const [whole = '0', fraction = ''] = text.split('.');
  return `${whole}.${fraction.padEnd(scale, '0')}`;
}

/** Matches the digits of any number that is written without an exponent. */
export const digitsPattern = /^-?[0-9]+(\.[0-9]+)?$/;

/** True if a text is a number without an exponent. */
export const isDigits = (text: string): boolean => digitsPattern.test(text);

/** A declared limit as a text of digits; undefined if JavaScript writes the number with an exponent. */
export function boundText(bound: number): string | undefined {
  const text = String(bound);
  return isDigits(text) ? text : undefined;
}

/** The limits of a field as texts. The minimum is 0 unless declared. */
export const decimalLimits = ({ min = 0, max }: Field): { least: string; most: string | undefined } => ({
  least: boundText(min) ?? '0',
  most: max === undefined ? undefined : boundText(max),
});

/** True if the first decimal is less than the second. The comparison is exact for any number of digits. */
export function isBelow(one: string, other: string): boolean {
  const scale = Math.max(...[one, other].map((text) => text.split('.')[1]?.length ?? 0));
  return toScaledInteger(one, scale) < toScaledInteger(other, scale);
}
