import type { Field } from '../schema/field/field.ts';
import { decimalLimits, digitsOf } from './decimalDigits.ts';

/**
 * Writes the limits of a decimal as patterns of its text, because JSON schema compares only numbers and a decimal is a
 * text.
 */

type Way = 'below' | 'above';

/** A pattern for the digits below or above this one; undefined if there are none. */
function beyond(digit: string, way: Way): string | undefined {
  const value = Number(digit);
  if (way === 'below') return value === 0 ? undefined : `[0-${value - 1}]`;
  return value === 9 ? undefined : `[${value + 1}-9]`;
}

const some = (least: number, most: number, digits = '[0-9]'): string => (most > 0 ? `${digits}{${least},${most}}` : '');

/** Patterns for the whole numbers below or above this one, with at most `digits` digits. */
function wholesBeyond(whole: string, way: Way, digits: number): string[] {
  const same = [...whole].flatMap((digit, at) => {
    const found = beyond(digit, way);
    const rest = whole.length - at - 1;
    const isLeadingZero = at === 0 && way === 'below' && whole.length > 1;
    const first = isLeadingZero ? (digit === '1' ? undefined : `[1-${Number(digit) - 1}]`) : found;
    return first ? [`${whole.slice(0, at)}${first}${some(rest, rest)}`] : [];
  });
  if (way === 'below') return whole.length > 1 ? [...same, '0', `[1-9]${some(0, whole.length - 2)}`] : same;
  return whole.length < digits ? [...same, `[1-9]${some(whole.length, digits - 1)}`] : same;
}

/** Patterns for the fractions that keep a decimal with the same whole part at the limit or beyond it. */
function fractionsFrom(fraction: string, way: Way, scale: number): string[] {
  const further = [...fraction].flatMap((digit, at) => {
    const found = beyond(digit, way);
    return found ? [`[.]${fraction.slice(0, at)}${found}${some(0, scale - at - 1)}`] : [];
  });
  const itself = fraction === '' ? '' : `[.]${fraction}`;
  if (way === 'above')
    return [...further, fraction === '' ? `([.]${some(1, scale)})?` : `${itself}${some(0, scale - fraction.length)}`];
  const shorter = [...fraction].map((_, at) => (at === 0 ? '' : `[.]${fraction.slice(0, at)}`));
  const noughts = some(0, scale - fraction.length, '0');
  return [...further, ...shorter, fraction === '' ? `([.]${some(1, scale, '0')})?` : `${itself}${noughts}`];
}

/**
 * A pattern for unsigned decimals at a limit or beyond it.
 * @param bound The limit without its sign.
 */
function magnitudes(bound: string, way: Way, { precision, scale }: { precision: number; scale: number }): string {
  const [whole = '0', digits = ''] = bound.split('.');
  const fraction = digits.replace(/0+$/, '');
  const any = scale > 0 ? `([.]${some(1, scale)})?` : '';
  const near = scale > 0 ? fractionsFrom(fraction, way, scale) : [''];
  const far = wholesBeyond(whole, way, Math.max(1, precision - scale));
  return [...far.map((one) => `${one}${any}`), `${whole}(${near.join('|')})`].join('|');
}

/** Patterns that enforce the limits of the field, one for each limit. */
export function rangePatterns(field: Field): string[] {
  const digits = digitsOf(field);
  const { least, most } = decimalLimits(field);
  const isNegative = (bound: string) => bound.startsWith('-');
  const size = (bound: string) => bound.replace('-', '');
  const from = isNegative(least)
    ? `[0-9].*|-(${magnitudes(size(least), 'below', digits)})`
    : magnitudes(least, 'above', digits);
  const upTo = (bound: string) =>
    isNegative(bound) ? `-(${magnitudes(size(bound), 'above', digits)})` : `-.*|${magnitudes(bound, 'below', digits)}`;
  return [`^(${from})$`, ...(most === undefined ? [] : [`^(${upTo(most)})$`])];
}
