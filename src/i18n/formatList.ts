import { language } from './language.ts';

/** Joins words to a list in the current language: "a, b, and c", 「a、b和c」. */
export const formatList = (words: readonly string[]): string =>
  new Intl.ListFormat(language(), { type: 'conjunction' }).format(words);

/** Enumerates the first words of a list, and says if there are more: "a, b, …", 「a、b……」. */
export function formatSome(words: readonly string[], max: number): string {
  const [comma, more] = language() === 'zh' ? ['、', '……'] : [', ', ', …'];
  return words.slice(0, max).join(comma) + (words.length > max ? more : '');
}
