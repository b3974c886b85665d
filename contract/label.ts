/** The two languages of the product, as the `X-LANG` header names them (A24). */
export type Language = 'en' | 'zh';

/** A text in both languages; the type demands both. */
export type Label = Readonly<Record<Language, string>>;

/** The stored form of a language setting (A24, C18). */
export const storedLanguages = ['zh-CN', 'en'] as const;
export type StoredLanguage = (typeof storedLanguages)[number];

/** `zh-CN` to `zh`, anything else to `en`. */
export const languageOf = (stored: string | null | undefined): Language => (stored === 'zh-CN' ? 'zh' : 'en');
