import { foldText } from '../lib/foldText.ts';

/**
 * Several records as the text of one cell in exports and imports: their names separated by commas, or their ids as
 * JSON.
 */

const comma = /[,，]/;

/** True if a name can be read back from a list of names. */
const isPlain = (name: string): boolean => name !== '' && name.trim() === name && !comma.test(name) && name[0] !== '[';

/** The text for a list of records: their names, or their ids if the names could not be read back. */
export function formatNames(ids: readonly number[], names: readonly string[]): string {
  const isReadBack = names.every(isPlain) && new Set(names.map(foldText)).size === names.length;
  return isReadBack ? names.join(', ') : JSON.stringify(ids);
}

/** The names in a text; undefined if it contains ids as JSON. */
export function parseNames(text: string): string[] | undefined {
  if (text.trimStart().startsWith('[')) return undefined;
  return text
    .split(comma)
    .map((one) => one.trim())
    .filter(Boolean);
}
