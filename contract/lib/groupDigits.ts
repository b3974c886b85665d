/** Digits in groups of three: `-1234567` is `-1,234,567`. */
export const grouped = (digits: string): string => digits.replace(/\B(?=(\d{3})+$)/g, ',');

/** A decimal with its thousands in groups and all its digits. In: its text, which no number of JavaScript holds. */
export function groupedDecimal(text: string): string {
  const [whole = '', fraction] = text.split('.');
  return fraction === undefined ? grouped(whole) : `${grouped(whole)}.${fraction}`;
}
