import type { I18nProvider } from 'react-admin';
import { type Language, languageOf, type storedLanguages } from '../../contract/messages/label.ts';
import { type Contract, type Entity, fieldOf } from '../../contract/schema/entity.ts';
import { storedLanguage } from './language.ts';
import { fillPhrase } from './phrase.ts';
import { type MessageTree, reactAdminTexts } from './reactAdminTexts.ts';

const resourceName = ({ label, labels }: Entity, language: Language): string =>
  `${label[language]} |||| ${labels[language]}`;

const flatten = (tree: MessageTree, path = ''): [string, string][] =>
  Object.entries(tree).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' ? [[path + name, value]] : flatten(value, `${path}${name}.`),
  );

/**
 * The catalogue for react-admin and its components in a language, by key: their own texts, and the names of the
 * declared entities. The labels of fields come from the declarations as they are asked for.
 */
export const reactAdminCatalogue = ({ entities }: Contract, language: Language): ReadonlyMap<string, string> =>
  new Map([
    ...flatten(reactAdminTexts(language)),
    ...entities.map((entity): [string, string] => [`resources.${entity.name}.name`, resourceName(entity, language)]),
  ]);

/** The label of a field by the key that react-admin looks for: `resources.order.fields.params.comment`. */
function fieldLabel(contract: Contract, key: string, language: Language): string | undefined {
  const [, name = '', path = ''] = /^resources\.(\w+)\.fields\.(.+)$/.exec(key) ?? [];
  const entity = contract.byName.get(name);
  return entity && fieldOf(entity, path)?.label[language];
}

const locales = [
  { locale: 'zh-CN', name: '中文' },
  { locale: 'en', name: 'English' },
] satisfies { locale: (typeof storedLanguages)[number]; name: string }[];

/** react-admin's I18nProvider; it begins with the user's language. */
export function createI18nProvider(contract: Contract): I18nProvider {
  let locale: string = storedLanguage();
  let catalogue = reactAdminCatalogue(contract, languageOf(locale));
  return {
    translate(key, options = {}) {
      const language = languageOf(locale);
      const phrase = catalogue.get(key) ?? fieldLabel(contract, key, language) ?? options._;
      return typeof phrase === 'string' ? fillPhrase(phrase, options, language === 'en' ? 2 : 1) : key;
    },
    async changeLocale(next) {
      locale = next;
      catalogue = reactAdminCatalogue(contract, languageOf(next));
    },
    getLocale: () => locale,
    getLocales: () => locales,
  };
}
