import type { Language } from '../../../contract/messages/label.ts';
import { pageData } from './pageData.ts';

/** The names that the product was given in the settings, as the server writes them into the page. */
type GivenNames = Readonly<Partial<Record<Language, string>>>;

/** The names that the product has by itself. */
export const ownProductNames: Readonly<Record<Language, string>> = { en: 'License', zh: '许可管理系统' };

let names: GivenNames | undefined;

/** The name that the settings give the product in a language; undefined: it has its own. */
export function givenProductName(wanted: Language): string | undefined {
  names ??= pageData<GivenNames>('product-name', {});
  return names[wanted] || undefined;
}
