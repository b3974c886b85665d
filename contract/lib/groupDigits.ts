/** Digits in groups of three: `-1234567` is `-1,234,567`. */
export const groupDigits = (digits: string): string => digits.replace(/\B(?=(\d{3})+$)/g, ',');

/** A decimal with its thousands in groups and all its digits. In: its text, which no number of JavaScript holds. */
export function groupDecimalDigits(text: string): string {
  const [whole = '', fraction] = text.split('.');
  return fraction === undefined ? groupDigits(whole) : `${groupDigits(whole)}.${fraction}`;
}
