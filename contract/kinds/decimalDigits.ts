import type { Field } from '../schema/field/field.ts';

/**
 * Decimals are exact: they are sent, kept and compared as texts of digits, never as binary fractions. `12.50` and `12.5`
 * are the same number; an answer has as many digits behind the point as the field's scale.
 */

/** How many digits a decimal may have in all, and how many of them behind the point. */
export const digitsOf = ({ precision = 15, scale = 2 }: Field): { precision: number; scale: number } => ({
  precision,
  scale,
});

/** Any decimal of the field as a pattern of its text, without its bounds. A nought has no sign. */
export function decimalPattern(field: Field): RegExp {
  const { precision, scale } = digitsOf(field);
  const whole = precision - scale;
  const integer = whole > 0 ? `(0|[1-9][0-9]{0,${whole - 1}})` : '0';
  return new RegExp(`^(?!-0([.]0+)?(?![0-9.]))-?${integer}${scale > 0 ? `([.][0-9]{1,${scale}})?` : ''}$`, 'u');
}

/** A decimal as a whole number of its smallest parts: `12.5` at a scale of 2 is 1250n. In: a text of the pattern. */
export function partsOf(text: string, scale: number): bigint {
  const [whole = '0', fraction = ''] = text.split('.');
  return BigInt(`${whole}${fraction.padEnd(scale, '0')}`);
}

/** A decimal with all digits of its scale, as the database answers it: `12.5` is `12.50`. In: a text of the pattern. */
export function decimalText(text: string, scale: number): string {
  if (scale === 0) return text;
  const [whole = '0', fraction = ''] = text.split('.');
  return `${whole}.${fraction.padEnd(scale, '0')}`;
}

/** A bound of a declaration as a text of digits; undefined for what a number cannot write without an exponent. */
export function boundText(bound: number): string | undefined {
  const text = String(bound);
  return /^-?\d+(\.\d+)?$/.test(text) ? text : undefined;
}

/** The least and the most of a field, as texts: its own bounds, and 0 where it says nothing of the least. */
export const decimalLimits = ({ min = 0, max }: Field): { least: string; most: string | undefined } => ({
  least: boundText(min) ?? '0',
  most: max === undefined ? undefined : boundText(max),
});

/** Is the first decimal below the second? Exactly, whatever their digits. */
export function isBelow(one: string, other: string): boolean {
  const scale = Math.max(...[one, other].map((text) => text.split('.')[1]?.length ?? 0));
  return partsOf(one, scale) < partsOf(other, scale);
}
