import { localStorageStore, memoryStore, type Store } from 'react-admin';

/** What the user chose for themselves outlives the page and the session: light or dark, and the columns of lists. */
const isPreference = (key: string): boolean => key === 'theme' || key.startsWith('columns ');

/**
 * react-admin's store: preferences in the browser, all else (filters, pages, selections of lists) in memory, so that it
 * goes with the page, and with `reset` when the session changes or ends.
 */
export function consoleStore(): Store {
  const kept = localStorageStore('1', 'licence');
  const fleeting = memoryStore();
  const storeOf = (key: string): Store => (isPreference(key) ? kept : fleeting);
  return {
    setup: () => {
      kept.setup();
      fleeting.setup();
    },
    teardown: () => {
      kept.teardown();
      fleeting.teardown();
    },
    getItem: (key, fallback) => storeOf(key).getItem(key, fallback),
    setItem: (key, value) => storeOf(key).setItem(key, value),
    removeItem: (key) => storeOf(key).removeItem(key),
    removeItems: (prefix) => fleeting.removeItems(prefix),
    reset: () => fleeting.reset(),
    subscribe: (key, callback) => storeOf(key).subscribe(key, callback),
  };
}
