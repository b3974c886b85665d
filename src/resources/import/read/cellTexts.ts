const twoDigits = (part: number): string => String(part).padStart(2, '0');

/** The number of digits that spreadsheets show; they store 1.1 as `1.1000000000000001`. */
const shownDigits = 15;

/**
 * A number of a workbook as the spreadsheet shows it. An integer remains as written, since large ones lose digits as
 * JavaScript numbers.
 */
export function numberCellText(literal: string): string {
  const number = Number(Number(literal).toPrecision(shownDigits));
  if (!/[.e]/i.test(literal) || !Number.isFinite(number)) return literal;
  const text = String(number);
  return text.includes('e-') ? number.toFixed(20).replace(/0+$/, '') : text;
}

const dayMs = 86_400_000;
/** The last day that spreadsheets know, 31 December 9999, as the number of the 1900 system. */
const lastDay = 2_958_465;

/** The point in time at which a date system begins to count. */
function epochOf(days: number, is1904: boolean): number {
  if (is1904) return Date.UTC(1904, 0, 1);
  // The 1900 system counts a 29 February 1900, which never was.
  return days < 60 ? Date.UTC(1899, 11, 31) : Date.UTC(1899, 11, 30);
}

/**
 * The date and time of a number of days, which has no time zone, as the spreadsheet shows it; rounded to seconds. Without
 * a whole day it is only a time.
 * @param is1904 the date system of the workbook: days since 1904 instead of 1900
 * @returns undefined if it is no date
 */
export function dateTimeText(days: number, is1904: boolean): string | undefined {
  if (!(days >= 0 && days <= lastDay)) return undefined;
  const date = new Date(epochOf(days, is1904) + Math.round((days * dayMs) / 1000) * 1000);
  const day = `${date.getUTCFullYear()}-${twoDigits(date.getUTCMonth() + 1)}-${twoDigits(date.getUTCDate())}`;
  const time = [date.getUTCHours(), date.getUTCMinutes(), date.getUTCSeconds()].map(twoDigits).join(':');
  if (days < 1 && !is1904) return time;
  return time === '00:00:00' ? day : `${day} ${time}`;
}

const builtInDates: readonly (readonly [from: number, to: number])[] = [
  [14, 22],
  [27, 36],
  [45, 45],
  [47, 47],
  [50, 58],
];

/** True if a number format shows a date or a time. An elapsed time (`[h]:mm`) is a number. */
function isDateFormat(id: number, code: string | undefined): boolean {
  if (code === undefined) return builtInDates.some(([from, to]) => id >= from && id <= to);
  const bare = code.replace(/"[^"]*"|\\.|_.|\*./g, '').split(';')[0] ?? '';
  if (/\[[hms]+\]/i.test(bare)) return false;
  return /[ymdhs]/i.test(bare.replace(/\[[^\]]*\]/g, '').replace(/general/i, ''));
}

/**
 * How a cell shows its number: as a date, as a percentage, in the places of a pattern such as `LC-0000`, or, if undefined,
 * as it is stored.
 */
export type NumberFormat = 'date' | 'percent' | { readonly digits: string } | undefined;

const builtInPercents = [9, 10];

/**
 * The pattern of a format that writes leading zeros, with one 0 for each digit: `000000` for `000000`, `LC-0000` for
 * `"LC-"0000`. Undefined for any other format.
 */
function fixedDigits(code: string): string | undefined {
  const [positive = ''] = code.split(';');
  const signs = positive.replace(/"([^"0]*)"|\\([^0])/g, (_, quoted?: string, one?: string) => quoted ?? one ?? '');
  return /^[^0#?.,%E@[\]*_"\\/]*0{2}[^#?.,%E@[\]*_"\\/]*$/.test(signs) ? signs : undefined;
}

/**
 * How a style shows numbers.
 * @param id the number of the format
 * @param code its code, unless it is one that every spreadsheet knows
 */
export function numberFormat(id: number, code: string | undefined): NumberFormat {
  if (isDateFormat(id, code)) return 'date';
  if (code === undefined) return builtInPercents.includes(id) ? 'percent' : undefined;
  if (code.replace(/"[^"]*"|\\./g, '').includes('%')) return 'percent';
  const digits = fixedDigits(code);
  return digits === undefined ? undefined : { digits };
}

/**
 * A number as the spreadsheet shows it: 0.5 as a percentage is `50%`, and 7 in the pattern `LC-0000` is `LC-0007`. A date and
 * a number without a format are returned as they are.
 */
export function formattedNumber(number: string, format: NumberFormat): string {
  if (format === 'percent') return `${Number((Number(number) * 100).toPrecision(shownDigits))}%`;
  if (format === undefined || format === 'date' || !/^\d+$/.test(number)) return number;
  const places = format.digits.replace(/[^0]/g, '').length;
  const padded = number.padStart(places, '0');
  // The first place takes the digits for which the pattern has no place.
  const first = padded.length - places + 1;
  const digits = [padded.slice(0, first), ...padded.slice(first)];
  return format.digits.replace(/0/g, () => digits.shift() ?? '');
}

/** Texts of workbooks write some characters as `_x000D_`. */
export const unescapeCharacters = (text: string): string =>
  text.replace(/_x([0-9a-f]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
