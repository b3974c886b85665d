import { groupDecimalDigits } from '../lib/groupDigits.ts';

/** The two languages of the product, as the `X-LANG` header names them (A24). */
export type Language = 'en' | 'zh';

/** A text in both languages. The type requires both. */
export type Label = Readonly<Record<Language, string>>;

/** A number within a text, with separators between its thousands, which both languages write the same way. */
export const numberInText = (value: number): string => groupDecimalDigits(String(value));

/**
 * Replaces the names in braces by values. `{days}` becomes the value; `{days|day|days}` becomes the first word if the
 * value is 1, otherwise the second. A name without a value is not replaced.
 * @param read the value of a name: a number gets separators, a text stays as it is
 */
export const fillPlaceholders = (text: string, read: (name: string) => string | number | undefined): string =>
  text.replace(/\{(\w+)(?:\|([^|}]*)\|([^|}]*))?\}/g, (whole, name: string, one?: string, other?: string) => {
    const value = read(name);
    const shown = typeof value === 'number' ? numberInText(value) : value;
    if (shown === undefined || one === undefined || other === undefined) return shown ?? whole;
    return shown === '1' ? one : other;
  });

/** The stored form of a language setting (A24, C18). */
export const storedLanguages = ['zh-CN', 'en'] as const;
export type StoredLanguage = (typeof storedLanguages)[number];

/** `zh-CN` becomes `zh`, anything else `en`. */
export const languageOf = (stored: string | null | undefined): Language => (stored === 'zh-CN' ? 'zh' : 'en');

/** A label that begins with a capital letter, as a heading does. */
export const capitalized = ({ en, zh }: Label): Label => ({ en: en.charAt(0).toUpperCase() + en.slice(1), zh });

/** A label inside an English sentence: its first word begins with a small letter, unless it is an abbreviation. */
export const inSentence = (label: string): string =>
  label.replace(/^\p{Lu}(?=[\p{Ll}\s]|$)/u, (first) => first.toLowerCase());

/** Several labels as one part of a sentence: `salesman, product and quarter`. */
export function nounList(labels: readonly Label[]): Label {
  const listed = (nouns: readonly string[], comma: string, last: string): string =>
    nouns.length < 2 ? nouns.join('') : `${nouns.slice(0, -1).join(comma)}${last}${nouns.at(-1)}`;
  return {
    en: listed(
      labels.map(({ en }) => inSentence(en)),
      ', ',
      ' and ',
    ),
    zh: listed(
      labels.map(({ zh }) => zh),
      '、',
      '和',
    ),
  };
}
