/** A parsed serial number pattern, `T-{000000}`: the text around the number, and its minimum number of digits. */
export interface SerialPattern {
  readonly before: string;
  readonly digits: number;
  readonly after: string;
}

/** Maximum number of digits of a database sequence. */
export const maxSerialDigits = 18;

/**
 * Parses a pattern.
 * @returns undefined unless the pattern contains the number exactly once, as 1 to 12 zeros in braces.
 */
export function serialPattern(pattern: string): SerialPattern | undefined {
  const [, before = '', noughts = '', after = ''] = /^([^{}]*)\{(0{1,12})\}([^{}]*)$/u.exec(pattern) ?? [];
  return noughts === '' ? undefined : { before, digits: noughts.length, after };
}

/** Maximum length of a serial number of the pattern. */
export const maxSerialLength = ({ before, after }: SerialPattern): number =>
  before.length + maxSerialDigits + after.length;

const literal = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);

/** Matches every serial number of the pattern. */
export const serialMatch = ({ before, digits, after }: SerialPattern): RegExp =>
  new RegExp(`^${literal(before)}[0-9]{${digits},${maxSerialDigits}}${literal(after)}$`, 'u');
