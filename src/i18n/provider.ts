import polyglotI18nProvider from 'ra-i18n-polyglot';
import chinese from 'ra-language-chinese';
import english from 'ra-language-english';
import type { I18nProvider, TranslationMessages } from 'react-admin';
import { entities } from '../../contract/index.ts';
import { type Language, languageOf, type storedLanguages } from '../../contract/messages/label.ts';
import { baseFields, type Entity } from '../../contract/schema/entity.ts';
import type { Fields } from '../../contract/schema/field/field.ts';
import { storedLanguage } from './language.ts';
import { reactAdminZh } from './reactAdminZh.ts';

type Messages = { readonly [key: string]: string | Messages };

const isObject = (value: unknown): value is Messages => typeof value === 'object' && value !== null;

const merge = (base: Messages, over: Messages): Messages =>
  Object.fromEntries(
    Object.entries({ ...base, ...over }).map(([key, value]) => {
      const inner = base[key];
      return [key, isObject(inner) && isObject(value) ? merge(inner, value) : value];
    }),
  );

/** The labels of fields by the source of their inputs; those inside an object below its name. */
const fieldLabels = (fields: Fields, language: Language): Messages =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      name,
      field.fields && Object.keys(field.fields).length > 0
        ? fieldLabels(field.fields, language)
        : field.label[language],
    ]),
  );

/** react-admin's `resources.*` keys of an entity, from its declaration. */
const resourceMessages = (entity: Entity, language: Language): Messages => ({
  name: `${entity.label[language]} |||| ${entity.labels[language]}`,
  fields: fieldLabels({ ...baseFields, ...entity.fields }, language),
});

const reactAdmin: Readonly<Record<Language, Messages>> = {
  en: english as unknown as Messages,
  zh: merge(chinese as unknown as Messages, reactAdminZh),
};

/** What react-admin and its components say in a language: their own words, and those of the declared entities. */
export const messagesOf = (language: Language): TranslationMessages =>
  merge(reactAdmin[language], {
    resources: Object.fromEntries(entities.map((entity) => [entity.name, resourceMessages(entity, language)])),
  }) as unknown as TranslationMessages;

const locales = [
  { locale: 'zh-CN', name: '中文' },
  { locale: 'en', name: 'English' },
] satisfies { locale: (typeof storedLanguages)[number]; name: string }[];

export const i18nProvider: I18nProvider = polyglotI18nProvider(
  (locale) => messagesOf(languageOf(locale)),
  storedLanguage(),
  locales,
);
