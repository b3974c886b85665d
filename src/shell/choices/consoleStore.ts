import { localStorageStore, memoryStore, type Store } from 'react-admin';
import { readSession } from '../../authProvider/session.ts';
import { storedLanguage } from '../../i18n/language.ts';
import { isRecentKey, recentKey } from '../../resources/recentRecords.ts';

/** What follows its user to any browser: how the lists stand and what they open with, and how high their rows are. */
export const isChoice = (key: string): boolean => key === 'density' || /^(columns|opens) /.test(key);

/** What the user chose for themselves outlives the page and the session. */
const isPreference = (key: string): boolean => key === 'theme' || isChoice(key);

/** What is kept in the browser: preferences, and what was opened last, as long as somebody is signed in. */
const isKept = (key: string): boolean => isPreference(key) || isRecentKey(key);

/** Whose last records stay: the user's, and those of the salesman who acts for them. */
function keepers(): string[] {
  const session = readSession();
  return [session?.user.id, session?.sales_login_id].flatMap((id) => (id === undefined ? [] : [recentKey(id)]));
}

const unsavedKey = 'licence.unsaved';

/** The choices of this browser that the server does not have yet, by key. */
export function unsavedChoices(): string[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(unsavedKey) ?? '[]');
    return Array.isArray(found) ? found.filter((one) => typeof one === 'string') : [];
  } catch {
    return [];
  }
}

/** Notes that a choice is to be saved, or that it is. */
export function noteUnsaved(key: string, isUnsaved: boolean): void {
  const others = unsavedChoices().filter((one) => one !== key);
  localStorage.setItem(unsavedKey, JSON.stringify(isUnsaved ? [...others, key] : others));
}

/** react-admin's store, which also tells what the user chooses, and takes what was chosen elsewhere. */
export interface ConsoleStore extends Store {
  /** Calls back after each choice, with its key. Out: what ends that. */
  onChoice(listener: () => void): () => void;
  /** The keys of the choices that this browser has. */
  choices(): string[];
  /** Puts a choice in place that was made elsewhere; without a value, none is left. */
  take(key: string, value: unknown): void;
}

/**
 * react-admin's store: preferences in the browser, all else (filters, pages, selections of lists) in memory, so that it
 * goes with the page, and with `reset` when the session changes or ends. What a user opened last is in the browser too, for
 * every tab, and goes when they sign out or another one signs in.
 */
export function consoleStore(): ConsoleStore {
  const kept = localStorageStore('1', 'licence');
  const fleeting = memoryStore();
  const storeOf = (key: string): Store => (isKept(key) ? kept : fleeting);
  const listeners = new Set<() => void>();
  const chosen = (key: string) => {
    if (!isChoice(key)) return;
    noteUnsaved(key, true);
    for (const listener of listeners) listener();
  };
  const forgetOthers = () => {
    const mine = keepers();
    for (const key of Object.keys(kept.listItems?.() ?? {}))
      if (isRecentKey(key) && !mine.includes(key)) kept.removeItem(key);
  };
  return {
    setup: () => {
      kept.setup();
      fleeting.setup();
      forgetOthers();
    },
    teardown: () => {
      kept.teardown();
      fleeting.teardown();
    },
    // The language is known before anything is drawn: react-admin draws nothing until its store agrees with the messages.
    getItem: (key, fallback) => (key === 'locale' ? (storedLanguage() as never) : storeOf(key).getItem(key, fallback)),
    setItem: (key, value) => {
      storeOf(key).setItem(key, value);
      chosen(key);
    },
    removeItem: (key) => storeOf(key).removeItem(key),
    removeItems: (prefix) => fleeting.removeItems(prefix),
    reset: () => {
      fleeting.reset();
      forgetOthers();
    },
    subscribe: (key, callback) => storeOf(key).subscribe(key, callback),
    onChoice: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    choices: () => Object.keys(kept.listItems?.() ?? {}).filter(isChoice),
    take: (key, value) => (value === undefined ? kept.removeItem(key) : kept.setItem(key, value)),
  };
}
