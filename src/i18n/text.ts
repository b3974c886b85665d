import type { Label, Language } from '../../contract/messages/label.ts';
import type { Catalogue } from './en.ts';
import { language } from './language.ts';
import { givenProductName } from './page/productName.ts';
import { addReactAdminTexts } from './reactAdminTexts.ts';

const catalogues = new Map<Language, Catalogue>();

/** Adds the texts of a language; `loadTexts` calls it, and tests that switch between languages. */
export function addTexts(added: Language, catalogue: Catalogue): void {
  const product = givenProductName(added);
  catalogues.set(added, product === undefined ? catalogue : { ...catalogue, product });
}

/** Loads the texts of the current language. Nothing can be drawn before they are there. */
export async function loadTexts(): Promise<void> {
  const wanted = language();
  if (wanted === 'zh') {
    const { zh, reactAdmin } = await import('./zh.ts');
    addTexts(wanted, zh);
    addReactAdminTexts(wanted, reactAdmin);
  } else {
    const { en, reactAdmin } = await import('./en.ts');
    addTexts(wanted, en);
    addReactAdminTexts(wanted, reactAdmin);
  }
}

/**
 * The texts of the current language. Where another tab has just changed it, these stay as they are until the page has
 * been reloaded.
 * @throws If no texts are loaded
 */
export function text(): Catalogue {
  const [first] = catalogues.values();
  const found = catalogues.get(language()) ?? first;
  if (!found) throw new Error('i18n: the texts are not loaded');
  return found;
}

/** A label of the contract in the current language. */
export const translate = (label: Label): string => label[language()];
