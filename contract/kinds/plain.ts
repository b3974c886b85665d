import type { ItemTraits, ListTraits } from './kind.ts';

/** What stands between several values in one text. */
export const commas = /[,，;；]/;

/** A value as a text that needs no words: JSON of an object. */
export const plainText = (value: unknown): string =>
  typeof value === 'object' ? JSON.stringify(value) : String(value);

/** A text that may be JSON; what is none stays a text. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** A value that no list does anything with but show it. */
export const onlyShown: ListTraits = {
  sum: undefined,
  grouped: false,
  summarized: false,
  searched: false,
  short: false,
  sortedByHeading: false,
};

/** The item of a list that no text and no input holds several of. */
export const noItem: ItemTraits = { separator: undefined, required: false, hasInput: false };

/** A pattern of a whole text, to stand within another. */
export const within = ({ source }: RegExp): string => `(${source.replace(/^\^|\$$/g, '')})`;
