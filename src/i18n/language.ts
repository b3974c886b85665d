import { type Language, languageOf, type StoredLanguage } from '../../contract/messages/label.ts';
import { givenProductName, ownProductNames } from './page/productName.ts';

const languageKey = 'licence.language';

/** The language for a browser's language tag: cn, zh and zh-cn are Chinese, all others English (SPEC 1). */
export const languageOfBrowser = (tag: string): StoredLanguage =>
  ['cn', 'zh', 'zh-cn'].includes(tag.toLowerCase()) ? 'zh-CN' : 'en';

/** The language that this page keeps until its unsaved input is saved. */
let pageLanguage: StoredLanguage | undefined;

/** The stored language, or else the browser's (A24, B31). */
export function storedLanguage(): StoredLanguage {
  if (pageLanguage) return pageLanguage;
  const stored = localStorage.getItem(languageKey);
  return stored === 'zh-CN' || stored === 'en' ? stored : languageOfBrowser(navigator.language);
}

export const language = (): Language => languageOf(storedLanguage());

/** The locale in which dates are written out. */
export const locale = (): 'zh-CN' | 'en-US' => (language() === 'zh' ? 'zh-CN' : 'en-US');

export function saveLanguage(chosen: StoredLanguage): void {
  pageLanguage = undefined;
  localStorage.setItem(languageKey, chosen);
}

/** Lets the language follow the browser again. */
export function forgetLanguage(): void {
  pageLanguage = undefined;
  localStorage.removeItem(languageKey);
}

/**
 * Reloads the page when another tab changes the language (B35).
 * @param whenSaved Calls back once the page has no unsaved input; until then it keeps its language.
 */
export function reloadOnLanguageChange(whenSaved: (go: () => void) => void): void {
  const shown = storedLanguage();
  window.addEventListener('storage', (event) => {
    if (event.key !== languageKey || pageLanguage) return;
    pageLanguage = shown;
    whenSaved(() => {
      pageLanguage = undefined;
      if (storedLanguage() !== document.documentElement.lang) window.location.reload();
    });
  });
}

/** Sets the language and title of the page (R-I18N-06), and the manifest by which it is installed. */
export function setDocumentLanguage(): void {
  document.querySelector('link[rel=manifest]')?.setAttribute('href', `/manifest.${language()}.webmanifest`);
  document.documentElement.lang = storedLanguage();
  document.title = givenProductName(language()) ?? ownProductNames[language()];
}
