/**
 * The letters of a column of a spreadsheet.
 * @param at its index from 0
 * @returns `A`, `XFD`
 */
export function columnLetters(at: number): string {
  const rest = Math.floor(at / 26);
  return (rest > 0 ? columnLetters(rest - 1) : '') + String.fromCharCode(65 + (at % 26));
}
