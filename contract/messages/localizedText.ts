import type { Label, Language } from './label.ts';

/** A text in one or both languages, as a field of the kind `localizedText` has it. */
export type LocalizedText = Readonly<Partial<Record<Language, string | null>>>;

/** The languages of a localized text, in the order of its inputs and of its columns in a file. */
export const textLanguages = ['en', 'zh'] as const satisfies readonly Language[];

/** The names of the languages, each in its own language, as the inputs of a localized text are labelled. */
export const languageNames = { en: 'English', zh: '中文' } as const satisfies Record<Language, string>;

/** The languages of a localized text for a reader: the reader's own first. */
export const languagesFor = (language: Language): readonly Language[] => [
  language,
  ...textLanguages.filter((one) => one !== language),
];

const isObject = (value: unknown): value is LocalizedText =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * A text for a reader: of a localized text the one in the reader's language, otherwise the other one. Any other value is
 * written as it is.
 * @returns the text; '' if the value has none
 */
export function textIn(value: unknown, language: Language): string {
  if (!isObject(value)) return String(value ?? '');
  return (
    languagesFor(language)
      .map((one) => value[one])
      .find((text) => text) ?? ''
  );
}

/** The label of the text in one language of a field: `Title (English)`, as a file has it. */
export const labelIn = (label: Label, language: Language): Label => ({
  en: `${label.en} (${language === 'en' ? 'English' : 'Chinese'})`,
  zh: `${label.zh}（${language === 'en' ? '英文' : '中文'}）`,
});
