import { localStorageStore, memoryStore, type Store } from 'react-admin';
import { isChoiceKey } from '../../../contract/screens/viewPlace.ts';
import { readSession } from '../../authProvider/session.ts';
import { storedLanguage } from '../../i18n/language.ts';
import { isRecentKey, recentKey } from '../../resources/recentRecords.ts';

/** True for choices that follow the user to every browser: columns and default views of lists, and the row height. */

/** True for preferences, which outlive the page and the session. */
const isPreference = (key: string): boolean => key === 'theme' || isChoiceKey(key);

/** True for keys saved in the browser: preferences, and recent records as long as their user is signed in. */
const isSavedInBrowser = (key: string): boolean => isPreference(key) || isRecentKey(key);

/** The keys whose recent records stay: the user's, and those of the salesman who acts for them. */
function ownRecentKeys(): string[] {
  const session = readSession();
  return [session?.user.id, session?.sales_login_id].flatMap((id) => (id === undefined ? [] : [recentKey(id)]));
}

const unsavedKey = 'licence.unsaved';

/** The keys of this browser's choices that the server does not have yet. */
export function unsavedChoices(): string[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(unsavedKey) ?? '[]');
    return Array.isArray(found) ? found.filter((one) => typeof one === 'string') : [];
  } catch {
    return [];
  }
}

/** Marks a choice as unsaved, or as saved. */
export function setUnsaved(key: string, isUnsaved: boolean): void {
  const others = unsavedChoices().filter((one) => one !== key);
  localStorage.setItem(unsavedKey, JSON.stringify(isUnsaved ? [...others, key] : others));
}

/** react-admin's store; it also reports the user's choices, and applies choices from other browsers. */
export interface ConsoleStore extends Store {
  /**
   * Calls the listener after each choice.
   * @returns a function that stops it
   */
  onChoice(listener: () => void): () => void;
  /** The keys of the choices in this browser. */
  choices(): string[];
  /** Applies a choice from another browser; without a value the choice is removed. */
  setChoice(key: string, value: unknown): void;
}

/**
 * react-admin's store. Preferences are in the browser. All else (filters, pages, selections of lists) is in memory, so
 * that it ends with the page, and with `reset` when the session changes or ends. Recent records are in the browser too,
 * for every tab, until their user signs out or another one signs in.
 */
export function consoleStore(): ConsoleStore {
  const browserStore = localStorageStore('1', 'licence');
  const pageStore = memoryStore();
  const storeOf = (key: string): Store => (isSavedInBrowser(key) ? browserStore : pageStore);
  const listeners = new Set<() => void>();
  const chosen = (key: string) => {
    if (!isChoiceKey(key)) return;
    setUnsaved(key, true);
    for (const listener of listeners) listener();
  };
  const forgetOthers = () => {
    const mine = ownRecentKeys();
    for (const key of Object.keys(browserStore.listItems?.() ?? {}))
      if (isRecentKey(key) && !mine.includes(key)) browserStore.removeItem(key);
  };
  return {
    setup: () => {
      browserStore.setup();
      pageStore.setup();
      forgetOthers();
    },
    teardown: () => {
      browserStore.teardown();
      pageStore.teardown();
    },
    // The language is known before anything is drawn; react-admin waits until its store agrees with the messages.
    getItem: (key, fallback) => (key === 'locale' ? (storedLanguage() as never) : storeOf(key).getItem(key, fallback)),
    setItem: (key, value) => {
      storeOf(key).setItem(key, value);
      chosen(key);
    },
    removeItem: (key) => storeOf(key).removeItem(key),
    removeItems: (prefix) => pageStore.removeItems(prefix),
    reset: () => {
      pageStore.reset();
      forgetOthers();
    },
    subscribe: (key, callback) => storeOf(key).subscribe(key, callback),
    onChoice: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    choices: () => Object.keys(browserStore.listItems?.() ?? {}).filter(isChoiceKey),
    setChoice: (key, value) => (value === undefined ? browserStore.removeItem(key) : browserStore.setItem(key, value)),
  };
}
