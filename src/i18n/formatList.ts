import { language } from './language.ts';

/** Joins words to a list in the current language: "a, b, and c", 「a、b和c」. */
export const formatList = (words: readonly string[]): string =>
  new Intl.ListFormat(language(), { type: 'conjunction' }).format(words);
