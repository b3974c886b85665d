/** Signs that begin a formula, also in full width, and what spreadsheets read as one; an apostrophe may be before it. */
const formula = /^'*(\s*[=+\-@＝＋－＠]|[\t\r])/;
const number = /^-?\d+(\.\d+)?$/;

/** A text for a spreadsheet: what it would take for a formula begins with an apostrophe, and numbers stay numbers. */
export const escapeFormula = (text: string): string => (formula.test(text) && !number.test(text) ? `'${text}` : text);

/** The text that `guarded` was given. */
export const unescapeFormula = (text: string): string =>
  text.startsWith("'") && formula.test(text) ? text.slice(1) : text;

const needsQuotes = /[",;\t\r\n]/;

/** A cell as RFC 4180 has it; what a spreadsheet would take for a formula begins with an apostrophe. */
export function csvCell(text: string): string {
  const safe = escapeFormula(text);
  return needsQuotes.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A line of a CSV. */
export const csvLine = (cells: readonly string[]): string => `${cells.map(csvCell).join(',')}\r\n`;

/** The mark by which spreadsheets know UTF-8. */
export const byteOrderMark = '\uFEFF';
