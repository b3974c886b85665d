/** A pattern of serial numbers, `T-{000000}`: what stands around the number, and the digits that it has at least. */
export interface SerialPattern {
  readonly before: string;
  readonly digits: number;
  readonly after: string;
}

/** As many digits as a sequence of the database counts with. */
export const maxSerialDigits = 18;

/** A pattern in its parts; undefined where it does not have the number once, as 1 to 12 noughts in braces. */
export function serialPattern(pattern: string): SerialPattern | undefined {
  const [, before = '', noughts = '', after = ''] = /^([^{}]*)\{(0{1,12})\}([^{}]*)$/u.exec(pattern) ?? [];
  return noughts === '' ? undefined : { before, digits: noughts.length, after };
}

/** The most characters that a serial number of the pattern has. */
export const maxSerialLength = ({ before, after }: SerialPattern): number =>
  before.length + maxSerialDigits + after.length;

const literal = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);

/** What every serial number of the pattern matches. */
export const serialMatch = ({ before, digits, after }: SerialPattern): RegExp =>
  new RegExp(`^${literal(before)}[0-9]{${digits},${maxSerialDigits}}${literal(after)}$`, 'u');
