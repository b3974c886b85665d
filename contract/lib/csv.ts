/** Characters that begin a formula in a spreadsheet, also in full width, optionally after apostrophes. */
const formula = /^'*(\s*[=+\-@＝＋－＠]|[\t\r])/;
const number = /^-?\d+(\.\d+)?$/;

/** Puts an apostrophe before a text that a spreadsheet would read as a formula. Numbers are not changed. */
export const escapeFormula = (text: string): string => (formula.test(text) && !number.test(text) ? `'${text}` : text);

/** Reverses `escapeFormula`. */
export const unescapeFormula = (text: string): string =>
  text.startsWith("'") && formula.test(text) ? text.slice(1) : text;

const needsQuotes = /[",;\t\r\n]/;

/** A cell according to RFC 4180, with formulas escaped. */
export function csvCell(text: string): string {
  const safe = escapeFormula(text);
  return needsQuotes.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export const csvLine = (cells: readonly string[]): string => `${cells.map(csvCell).join(',')}\r\n`;

/** The byte order mark by which spreadsheets recognise UTF-8. */
export const byteOrderMark = '\uFEFF';
