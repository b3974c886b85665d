import { language } from './language.ts';

/** Words one after the other, as a sentence of the present language lists them: "a, b, and c", 「a、b和c」. */
export const formatList = (words: readonly string[]): string =>
  new Intl.ListFormat(language(), { type: 'conjunction' }).format(words);
