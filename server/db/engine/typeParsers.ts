import { types } from 'pg';

/** Turns the text that PostgreSQL sends into a JavaScript value. */
export type TypeParser = (text: string) => unknown;

const oid = { date: 1082, int8: 20, int8Array: 1016, timestamptz: 1184 } as const;

const parseInt8Array: TypeParser = (text) =>
  (types.getTypeParser(oid.int8Array as number)(text) as string[]).map(Number);

const parseAnyMoment = types.getTypeParser(oid.timestamptz as number) as TypeParser;

/** The number that the digits of a text make. */
function digits(text: string, from: number, to: number): number {
  let number = 0;
  for (let at = from; at < to; at += 1) number = number * 10 + text.charCodeAt(at) - 48;
  return number;
}

/**
 * True for a point in time as a connection in UTC sends it, from the year 100 to 9999: `2026-11-24 09:18:16.208123+00`.
 */
const isUsualMoment = (text: string): boolean =>
  text.length >= 22 &&
  text.length <= 29 &&
  text.endsWith('+00') &&
  text[4] === '-' &&
  text[10] === ' ' &&
  text[16] === ':' &&
  !text.startsWith('00') &&
  (text.length === 22 || (text[19] === '.' && text.length > 23));

/**
 * The same result as the parser of `pg`, without its slow regular expressions: an export has a million points in time.
 */
const parseMoment: TypeParser = (text) => {
  if (!isUsualMoment(text)) return parseAnyMoment(text);
  // To the millisecond; further digits are cut off.
  const fraction = Math.min(text.length - 3 - 20, 3);
  const ms = fraction > 0 ? digits(text, 20, 20 + fraction) * 10 ** (3 - fraction) : 0;
  const [month, day] = [digits(text, 5, 7) - 1, digits(text, 8, 10)];
  const [hour, minute, second] = [digits(text, 11, 13), digits(text, 14, 16), digits(text, 17, 19)];
  return new Date(Date.UTC(digits(text, 0, 4), month, day, hour, minute, second, ms));
};

/** The differences from `pg`: an int8 is a number, and a day stays text, so that no time zone shifts it. */
const parsers = new Map<number, TypeParser>([
  [oid.int8, Number],
  [oid.int8Array, parseInt8Array],
  [oid.date, (text) => text],
  [oid.timestamptz, parseMoment],
]);

/**
 * The parser of a column's type. Both engines use this table, so a row looks the same on both.
 * @param type the oid of the type
 * @returns its parser; an unknown type stays text
 */
export function typeParser(type: number): TypeParser {
  return parsers.get(type) ?? (types.getTypeParser(type) as TypeParser);
}

const escaped = (text: string): string => `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;

function arrayText(values: readonly unknown[]): string {
  const items = values.map((value) => {
    if (Array.isArray(value)) return arrayText(value);
    const text = parameterText(value);
    return text === null ? 'NULL' : escaped(text);
  });
  return `{${items.join(',')}}`;
}

/**
 * A parameter as the text that PostgreSQL reads, by the rules of `pg`: an array is an SQL array, any other object is
 * JSON. (A JSON array has to be stringified by the caller, on both engines.)
 * @throws on an invalid date
 */
export function parameterText(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string') return value;
  if (typeof value !== 'object') return String(value);
  // ISO 8601 writes years beyond 9999 with a sign, which PostgreSQL does not read.
  if (value instanceof Date) return value.toISOString().replace(/^[+]0*/, '');
  if (ArrayBuffer.isView(value))
    return `\\x${Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('hex')}`;
  return Array.isArray(value) ? arrayText(value) : JSON.stringify(value);
}
