/**
 * Several records as the text of one cell, as an export writes them and an import reads them: what they are called, with
 * commas between, or their numbers as JSON.
 */

const comma = /[,，]/;

/** Would a name be read as it is where it stands among others? */
const isPlain = (name: string): boolean => name !== '' && name.trim() === name && !comma.test(name) && name[0] !== '[';

/** The text for records. In: their numbers, and what each is called. Where a name would not be read back they are numbers. */
export function formatNames(ids: readonly number[], names: readonly string[]): string {
  const isReadBack = names.every(isPlain) && new Set(names.map((name) => name.toLowerCase())).size === names.length;
  return isReadBack ? names.join(', ') : JSON.stringify(ids);
}

/** What a text calls records by; undefined where it has their numbers as JSON. */
export function parseNames(text: string): string[] | undefined {
  if (text.trimStart().startsWith('[')) return undefined;
  return text
    .split(comma)
    .map((one) => one.trim())
    .filter(Boolean);
}
