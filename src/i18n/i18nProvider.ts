import polyglotI18nProvider from 'ra-i18n-polyglot';
import type { I18nProvider, TranslationMessages } from 'react-admin';
import { type Language, languageOf, type storedLanguages } from '../../contract/messages/label.ts';
import { baseFields, type Contract, type Entity } from '../../contract/schema/entity.ts';
import type { Fields } from '../../contract/schema/field/field.ts';
import { storedLanguage } from './language.ts';
import { type MessageTree, mergeMessages, reactAdminTexts } from './reactAdminTexts.ts';

/** The labels of fields by the source of their inputs; labels inside an object are nested below its name. */
const fieldLabels = (fields: Fields, language: Language): MessageTree =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      name,
      field.fields && Object.keys(field.fields).length > 0
        ? fieldLabels(field.fields, language)
        : field.label[language],
    ]),
  );

/** The messages of an entity under react-admin's `resources.*` keys, from its declaration. */
const resourceMessages = (entity: Entity, language: Language): MessageTree => ({
  name: `${entity.label[language]} |||| ${entity.labels[language]}`,
  fields: fieldLabels({ ...baseFields, ...entity.fields }, language),
});

/**
 * The catalogue for react-admin and its components in a language: their own texts, and the labels of the declared
 * entities.
 */
export const reactAdminCatalogue = ({ entities }: Contract, language: Language): TranslationMessages =>
  mergeMessages(reactAdminTexts(language), {
    resources: Object.fromEntries(entities.map((entity) => [entity.name, resourceMessages(entity, language)])),
  }) as unknown as TranslationMessages;

const locales = [
  { locale: 'zh-CN', name: '中文' },
  { locale: 'en', name: 'English' },
] satisfies { locale: (typeof storedLanguages)[number]; name: string }[];

/** react-admin's I18nProvider; it begins with the user's language. */
export const createI18nProvider = (contract: Contract): I18nProvider =>
  polyglotI18nProvider((locale) => reactAdminCatalogue(contract, languageOf(locale)), storedLanguage(), locales);
