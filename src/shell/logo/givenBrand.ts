import type { Language } from '../../../contract/messages/label.ts';
import type { Brand } from '../../../contract/values/brand.ts';
import { language } from '../../i18n/language.ts';
import { pageData } from '../../i18n/page/pageData.ts';

type Brands = Readonly<Partial<Record<Language, Brand>>>;

let brands: Brands | undefined;

/** The main colour and the logo that the settings give the console in the reader's language, as the server writes them into the page. */
export function givenBrand(): Brand {
  brands ??= pageData<Brands>('product-brand', {});
  return brands[language()] ?? {};
}
