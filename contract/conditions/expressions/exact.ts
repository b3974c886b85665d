/** Numbers without rounding, as the database calculates with them. */

/** 12.50 is 1250 with two digits after the decimal point. */
export interface ExactNumber {
  readonly units: bigint;
  readonly scale: number;
}

/** How many digits after the decimal point a quotient has. `quotientSql` in server/db/schema/arithmetic.ts has as many. */
export const quotientScale = 10;

/** @returns null for a value that is not written as a number */
export function toExact(value: unknown): ExactNumber | null {
  const [, whole, fraction = ''] = /^(-?\d+)(?:\.(\d+))?$/.exec(String(value)) ?? [];
  return whole === undefined ? null : { units: BigInt(whole + fraction), scale: fraction.length };
}

const unitsAt = ({ units, scale }: ExactNumber, wanted: number): bigint => units * 10n ** BigInt(wanted - scale);

/** Divides whole numbers; a half is rounded away from zero, as the database does. */
function divideRounded(one: bigint, other: bigint): bigint {
  const [top, bottom] = other < 0n ? [-one, -other] : [one, other];
  const half = top < 0n ? -bottom : bottom;
  return (2n * top + half) / (2n * bottom);
}

/** Rounds a number to a number of digits after the decimal point. */
export const rounded = (number: ExactNumber, scale: number): ExactNumber =>
  number.scale <= scale
    ? { units: unitsAt(number, scale), scale }
    : { units: divideRounded(number.units, 10n ** BigInt(number.scale - scale)), scale };

/** The digits of a number: `12.50`. */
export function exactText({ units, scale }: ExactNumber): string {
  if (scale === 0) return String(units);
  const digits = String(units < 0n ? -units : units).padStart(scale + 1, '0');
  return `${units < 0n ? '-' : ''}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}

/** @returns null for a division by zero */
function divide(left: ExactNumber, right: ExactNumber): ExactNumber | null {
  if (right.units === 0n) return null;
  const scale = Math.max(left.scale, right.scale);
  const [top, bottom] = [unitsAt(left, scale), unitsAt(right, scale)];
  return { units: divideRounded(top * 10n ** BigInt(quotientScale), bottom), scale: quotientScale };
}

/** The result of `+`, `-`, `*` or `/`; null for a division by zero. */
export function calculate(operator: '+' | '-' | '*' | '/', left: ExactNumber, right: ExactNumber): ExactNumber | null {
  if (operator === '*') return { units: left.units * right.units, scale: left.scale + right.scale };
  if (operator === '/') return divide(left, right);
  const scale = Math.max(left.scale, right.scale);
  const [one, other] = [unitsAt(left, scale), unitsAt(right, scale)];
  return { units: operator === '+' ? one + other : one - other, scale };
}

/** @returns -1, 0 or 1 */
export function orderOf(one: ExactNumber, other: ExactNumber): number {
  const scale = Math.max(one.scale, other.scale);
  const [left, right] = [unitsAt(one, scale), unitsAt(other, scale)];
  return left < right ? -1 : Number(left > right);
}
