/** The two languages of the product, as the `X-LANG` header names them (A24). */
export type Language = 'en' | 'zh';

/** A text in both languages; the type demands both. */
export type Label = Readonly<Record<Language, string>>;

/**
 * A text with its values. `{days}` stands for a value; `{days|day|days}` for the first word when the value is 1, else
 * the second. What has no value stays as it is.
 */
export const fillPlaceholders = (text: string, read: (name: string) => string | undefined): string =>
  text.replace(/\{(\w+)(?:\|([^|}]*)\|([^|}]*))?\}/g, (whole, name: string, one?: string, other?: string) => {
    const value = read(name);
    if (value === undefined || one === undefined || other === undefined) return value ?? whole;
    return value === '1' ? one : other;
  });

/** The stored form of a language setting (A24, C18). */
export const storedLanguages = ['zh-CN', 'en'] as const;
export type StoredLanguage = (typeof storedLanguages)[number];

/** `zh-CN` to `zh`, anything else to `en`. */
export const languageOf = (stored: string | null | undefined): Language => (stored === 'zh-CN' ? 'zh' : 'en');
