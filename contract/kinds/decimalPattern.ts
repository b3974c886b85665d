import type { Field } from '../schema/field/field.ts';
import { decimalLimits, digitsOf } from './decimalDigits.ts';

/** The bounds of a decimal as patterns of its text: JSON schema compares numbers alone, and a decimal is a text. */

type Way = 'below' | 'above';

/** Digits that are smaller or larger than this one; nothing where there are none. */
function beyond(digit: string, way: Way): string | undefined {
  const value = Number(digit);
  if (way === 'below') return value === 0 ? undefined : `[0-${value - 1}]`;
  return value === 9 ? undefined : `[${value + 1}-9]`;
}

const some = (least: number, most: number, digits = '[0-9]'): string => (most > 0 ? `${digits}{${least},${most}}` : '');

/** Whole numbers that lie beyond this one; up to so many digits. */
function wholesBeyond(whole: string, way: Way, digits: number): string[] {
  const same = [...whole].flatMap((digit, at) => {
    const found = beyond(digit, way);
    const rest = whole.length - at - 1;
    const isLeadingNought = at === 0 && way === 'below' && whole.length > 1;
    const first = isLeadingNought ? (digit === '1' ? undefined : `[1-${Number(digit) - 1}]`) : found;
    return first ? [`${whole.slice(0, at)}${first}${some(rest, rest)}`] : [];
  });
  if (way === 'below') return whole.length > 1 ? [...same, '0', `[1-9]${some(0, whole.length - 2)}`] : same;
  return whole.length < digits ? [...same, `[1-9]${some(whole.length, digits - 1)}`] : same;
}

/** What may stand behind the whole number of a bound so that the decimal lies beyond it or is the bound itself. */
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

/** Decimals without a sign that lie beyond a bound or are it. In: the bound without its sign. */
function magnitudes(bound: string, way: Way, { precision, scale }: { precision: number; scale: number }): string {
  const [whole = '0', digits = ''] = bound.split('.');
  const fraction = digits.replace(/0+$/, '');
  const any = scale > 0 ? `([.]${some(1, scale)})?` : '';
  const near = scale > 0 ? fractionsFrom(fraction, way, scale) : [''];
  const far = wholesBeyond(whole, way, Math.max(1, precision - scale));
  return [...far.map((one) => `${one}${any}`), `${whole}(${near.join('|')})`].join('|');
}

/** The patterns that hold a decimal to the bounds of its field, one for each bound that it has. */
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
