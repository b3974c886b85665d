/** Groups digits by thousands: `-1234567` becomes `-1,234,567`. */
export const groupDigits = (digits: string): string => digits.replace(/\B(?=(\d{3})+$)/g, ',');

/**
 * Groups the thousands of a decimal and keeps all its digits.
 * @param text The decimal as a text, because a number of JavaScript would lose digits.
 */
export function groupDecimalDigits(text: string): string {
  const [whole = '', fraction] = text.split('.');
  return fraction === undefined ? groupDigits(whole) : `${groupDigits(whole)}.${fraction}`;
}
