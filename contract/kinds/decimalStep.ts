import type { Field } from '../schema/field/field.ts';
import { boundText, decimalLimits, digitsOf, isBelow, toScaledInteger } from './decimalDigits.ts';

/**
 * The step of a decimal: only its multiples are allowed, counted from 0. Everything is counted in whole numbers of the
 * smallest unit, so that 0.3 is a multiple of 0.1.
 */

/** The step of a field as a text of digits; undefined if it has none. */
export const stepText = ({ step }: Field): string | undefined => (step === undefined ? undefined : boundText(step));

/** The step in units of the scale; undefined if the field has none, or one that its scale cannot hold. */
function scaledStep(field: Field): bigint | undefined {
  const text = stepText(field);
  const { scale } = digitsOf(field);
  if (text === undefined || (text.split('.')[1]?.length ?? 0) > scale) return undefined;
  const step = toScaledInteger(text, scale);
  return step > 0n ? step : undefined;
}

/** A whole number of the smallest unit as a text, without trailing zeros: 1250n at a scale of 2 is `12.5`. */
function unscaled(value: bigint, scale: number): string {
  const digits = String(value < 0n ? -value : value).padStart(scale + 1, '0');
  const [whole, fraction] = [digits.slice(0, digits.length - scale), digits.slice(digits.length - scale)];
  const short = fraction.replace(/0+$/, '');
  return `${value < 0n ? '-' : ''}${whole}${short && `.${short}`}`;
}

/**
 * The nearest multiples of the step around a decimal, within the limits of the field.
 * @param text A text that matches `decimalPattern`.
 * @returns undefined if the decimal is a multiple itself, or the field has no step
 */
export function nearestSteps(text: string, field: Field): string[] | undefined {
  const step = scaledStep(field);
  const { precision, scale } = digitsOf(field);
  if (step === undefined) return undefined;
  const value = toScaledInteger(text, scale);
  const rest = ((value % step) + step) % step;
  if (rest === 0n) return undefined;
  const { least, most } = decimalLimits(field);
  return [value - rest, value - rest + step]
    .filter((one) => String(one < 0n ? -one : one).length <= precision)
    .map((one) => unscaled(one, scale))
    .filter((one) => !isBelow(one, least) && (most === undefined || !isBelow(most, one)));
}

/** True if a field allows decimals between the multiples that the other one allows. */
export function hasFinerDecimalStep(field: Field, other: Field): boolean {
  const [mine, theirs] = [stepText(field), stepText(other)];
  if (theirs === undefined) return false;
  if (mine === undefined) return true;
  const scale = Math.max(digitsOf(field).scale, digitsOf(other).scale);
  return toScaledInteger(mine, scale) % toScaledInteger(theirs, scale) !== 0n;
}

/** The most digits after the point that a pattern lists. */
const mostListed = 3;

/**
 * A pattern for the multiples of the step among the texts of decimals, where the digits after the point alone decide:
 * for a step that goes into 1 without a rest and has at most three digits, such as 0.05, 0.25 or 0.5.
 */
export function stepPatterns(field: Field): string[] {
  const step = scaledStep(field);
  const { scale } = digitsOf(field);
  const one = 10n ** BigInt(scale);
  if (step === undefined || step === 1n || scale === 0 || one % step !== 0n) return [];
  const listed = [...Array(scale + 1).keys()].find((digits) => 10n ** BigInt(digits) % step === 0n) ?? scale;
  if (listed > mostListed) return [];
  const free = scale - listed;
  const ends = Array.from({ length: listed }, (_, at) => at + 1).flatMap((digits) =>
    Array.from({ length: 10 ** digits }, (_, end) => String(end).padStart(digits, '0')).filter(
      (end) => BigInt(end.padEnd(listed, '0')) % step === 0n,
    ),
  );
  const short = free > 0 ? `[.][0-9]{1,${free}}|` : '';
  const before = free > 0 ? `[0-9]{${free}}` : '';
  return [`^[^.]*(${short}[.]${before}(${ends.join('|')}))?$`];
}
