import type { ItemTraits, ListTraits } from './kind.ts';

/** The separator between several values in one text. */
export const commas = /[,，;；]/;

/** A value as text, independent of the language. Objects are written as JSON. */
export const plainText = (value: unknown): string =>
  typeof value === 'object' ? JSON.stringify(value) : String(value);

/** Parses JSON. A text that is not valid JSON is returned as it is. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
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
