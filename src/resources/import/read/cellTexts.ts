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
  [50, 58],
];

/** True if a number format shows a date or a time. An elapsed time (`[h]:mm`) is a number. */
export function isDateFormat(id: number, code: string | undefined): boolean {
  if (code === undefined) return builtInDates.some(([from, to]) => id >= from && id <= to);
  const bare = code.replace(/"[^"]*"|\\.|_.|\*./g, '').split(';')[0] ?? '';
  if (/\[[hms]+\]/i.test(bare)) return false;
  return /[ymdhs]/i.test(bare.replace(/\[[^\]]*\]/g, '').replace(/general/i, ''));
}

/** Texts of workbooks write some characters as `_x000D_`. */
export const unescapeCharacters = (text: string): string =>
  text.replace(/_x([0-9a-f]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
