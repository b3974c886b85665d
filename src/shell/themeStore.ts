import type { Store } from 'react-admin';

const key = 'licence.theme';

/** react-admin's store, of which the theme alone outlives the page; a logout does not change it. */
export function themeStore(store: Store): Store {
  const kept = localStorage.getItem(key);
  const setup = () => {
    store.setup();
    if (kept === 'light' || kept === 'dark') store.setItem('theme', kept);
  };
  return {
    ...store,
    setup,
    setItem(name, value) {
      if (name === 'theme') localStorage.setItem(key, String(value));
      store.setItem(name, value);
    },
  };
}
