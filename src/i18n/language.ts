import { type Language, languageOf, type StoredLanguage } from '../../contract/messages/label.ts';

const key = 'licence.language';

/** The browser's language as the product reads it: cn, zh and zh-cn are Chinese, the rest English (SPEC 1). */
export const languageOfBrowser = (tag: string): StoredLanguage =>
  ['cn', 'zh', 'zh-cn'].includes(tag.toLowerCase()) ? 'zh-CN' : 'en';

/** The stored language, else the browser's (A24, B31). */
export function storedLanguage(): StoredLanguage {
  const stored = localStorage.getItem(key);
  return stored === 'zh-CN' || stored === 'en' ? stored : languageOfBrowser(navigator.language);
}

export const language = (): Language => languageOf(storedLanguage());

export function keepLanguage(chosen: StoredLanguage): void {
  localStorage.setItem(key, chosen);
}

/** Loads the page anew when another tab changes the language (B35). */
export function followLanguage(): void {
  window.addEventListener('storage', (event) => {
    if (event.key === key && storedLanguage() !== document.documentElement.lang) window.location.reload();
  });
}

/** Sets the page's own language and title (R-I18N-06), and by which name it is installed. */
export function dressDocument(): void {
  document.querySelector('link[rel=manifest]')?.setAttribute('href', `/manifest.${language()}.webmanifest`);
  document.documentElement.lang = storedLanguage();
  document.title = language() === 'zh' ? '许可管理系统' : 'License';
}
