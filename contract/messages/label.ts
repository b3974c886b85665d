/** The two languages of the product, as the `X-LANG` header names them (A24). */
export type Language = 'en' | 'zh';

/** A text in both languages. The type requires both. */
export type Label = Readonly<Record<Language, string>>;

/**
 * Replaces the names in braces by values. `{days}` becomes the value; `{days|day|days}` becomes the first word if the
 * value is 1, otherwise the second. A name without a value is not replaced.
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

/** `zh-CN` becomes `zh`, anything else `en`. */
export const languageOf = (stored: string | null | undefined): Language => (stored === 'zh-CN' ? 'zh' : 'en');
