import polyglotI18nProvider from 'ra-i18n-polyglot';
import chinese from 'ra-language-chinese';
import english from 'ra-language-english';
import type { I18nProvider } from 'react-admin';
import { storedLanguage } from './language.ts';

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** What react-admin says by itself; ra-language-chinese is completed by the English of what it lacks. */
const merge = (base: object, over: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries({ ...base, ...over } as Record<string, unknown>).map(([key, value]) => {
      const inner = (base as Record<string, unknown>)[key];
      return [key, isObject(inner) && isObject(value) ? merge(inner, value) : value];
    }),
  );

export const i18nProvider: I18nProvider = polyglotI18nProvider(
  () => (storedLanguage() === 'zh-CN' ? merge(english, chinese as object) : english) as never,
  storedLanguage(),
);
