import type { ItemTraits, ListTraits } from './kind.ts';

/** The separator between several values in one text. */
export const commas = /[,，;；]/;

/** A value as text, independent of the language. Objects are written as JSON. */
export const plainText = (value: unknown): string =>
  typeof value === 'object' ? JSON.stringify(value) : String(value);

/**
 * The first name that occurs twice in an object. `JSON.parse` would lose the first of the two values.
 * @param json valid JSON
 */
export function repeatedName(json: string): string | undefined {
  const open: Set<unknown>[] = [];
  for (const [sign, name] of json.matchAll(/[{}]|("(?:[^"\\]|\\.)*")\s*:|"(?:[^"\\]|\\.)*"/g)) {
    if (sign === '{') open.push(new Set());
    if (sign === '}') open.pop();
    const read: unknown = name === undefined ? undefined : JSON.parse(name);
    if (typeof read !== 'string') continue;
    if (open.at(-1)?.has(read)) return read;
    open.at(-1)?.add(read);
  }
  return undefined;
}

/** Parses JSON. A text that is not valid JSON, or has a name twice in an object, is returned as it is. */
export function readJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return repeatedName(text) === undefined ? value : text;
  } catch {
    return text;
  }
}

/** A value that lists only show. */
export const onlyShown: ListTraits = {
  sum: undefined,
  grouped: false,
  summarized: false,
  searched: false,
  short: false,
  sortedByHeading: false,
};

/** A list item that neither a text nor an input can hold several of. */
export const noItem: ItemTraits = { separator: undefined, required: false, hasInput: false };

/** The source of a pattern without its anchors, for use inside another pattern. */
export const unanchored = ({ source }: RegExp): string => `(${source.replace(/^\^|\$$/g, '')})`;
