import { wallClock } from '../../lib/timeZone.ts';

/** A parsed serial number pattern, `T-{000000}` or `MV-{YYYY}{MM}-{0000}`. */
export interface SerialPattern {
  /** The text before the number, with `{YYYY}` and `{MM}` as they are written. */
  readonly before: string;
  /** How long the number counts on before it begins at 1 again; undefined if it always counts on. */
  readonly period?: 'year' | 'month' | undefined;
  /** The minimum number of digits. */
  readonly digits: number;
  readonly after: string;
}

/** Maximum number of digits of a database sequence. */
export const maxSerialDigits = 18;

/**
 * Parses a pattern.
 * @returns undefined unless the pattern contains the number exactly once, as 1 to 12 zeros in braces, after its year and
 * month, if it has them
 */
export function serialPattern(pattern: string): SerialPattern | undefined {
  const parts = /^(?<before>[^{}]*(?:\{YYYY\}[^{}]*(?<month>\{MM\}[^{}]*)?)?)\{(?<zeros>0{1,12})\}(?<after>[^{}]*)$/u;
  const { before = '', month, zeros = '', after = '' } = parts.exec(pattern)?.groups ?? {};
  if (zeros === '') return undefined;
  const yearly = before.includes('{YYYY}') ? 'year' : undefined;
  return { before, period: month === undefined ? yearly : 'month', digits: zeros.length, after };
}

/** The year and the month of a serial number, as texts or as SQL. */
export interface SerialPeriod {
  /** Four digits. */
  readonly year: string;
  /** Two digits. */
  readonly month: string;
}

/**
 * The year and the month of a point in time.
 * @param zone an IANA time zone
 */
export function serialPeriod(zone: string, moment: Date): SerialPeriod {
  const shown = new Date(wallClock(zone, moment.getTime())).toISOString();
  return { year: shown.slice(0, 4), month: shown.slice(5, 7) };
}

/** A part of the text before a number: fixed characters, or the year or the month. */
export type SerialPart = keyof SerialPeriod | { readonly text: string };

/** The parts of the text before a number, in order. */
export const serialParts = ({ before }: SerialPattern): SerialPart[] =>
  before
    .split(/(\{YYYY\}|\{MM\})/)
    .filter((part) => part !== '')
    .map((part) => (part === '{YYYY}' ? 'year' : part === '{MM}' ? 'month' : { text: part }));

/** The text before the numbers of a period. */
export const serialPrefix = (pattern: SerialPattern, period: SerialPeriod): string =>
  serialParts(pattern)
    .map((part) => (typeof part === 'string' ? period[part] : part.text))
    .join('');

/** The number of characters before the number, which is the same in every period. */
export const serialPrefixLength = (pattern: SerialPattern): number =>
  serialPrefix(pattern, { year: '0000', month: '00' }).length;

/** Maximum length of a serial number of the pattern. */
export const maxSerialLength = (pattern: SerialPattern): number =>
  serialPrefixLength(pattern) + maxSerialDigits + pattern.after.length;

const literal = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
const digitsOf = { year: '[0-9]{4}', month: '(0[1-9]|1[0-2])' } as const;

/** Matches every serial number of the pattern. */
export function serialMatch(pattern: SerialPattern): RegExp {
  const { digits, after } = pattern;
  const before = serialParts(pattern).map((part) => (typeof part === 'string' ? digitsOf[part] : literal(part.text)));
  return new RegExp(`^${before.join('')}[0-9]{${digits},${maxSerialDigits}}${literal(after)}$`, 'u');
}
