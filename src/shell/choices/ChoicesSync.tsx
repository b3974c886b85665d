import { useEffect } from 'react';
import { useDataProvider, useStoreContext } from 'react-admin';
import { isActing, useSession } from '../../authProvider/useSession.ts';
import { useNotice } from '../../dataProvider/useNotice.ts';
import { text } from '../../i18n/text.ts';
import { type ConsoleStore, unsavedChoices } from './consoleStore.ts';
import { SavedChoices } from './savedChoices.ts';

/** Delay before a choice is saved, in milliseconds, so that several are saved together. */
const saveDelay = 500;

/**
 * Saves the user's choices as they change, and reports a failure once.
 * @returns a function that stops it
 */
function syncChoices(choices: SavedChoices, store: ConsoleStore, onFailure: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let [isOver, isWarned, isLoaded] = [false, false, false];
  const sync = async () => {
    try {
      if (!isLoaded) await choices.load();
      isLoaded = true;
      if (!isOver) await choices.save();
      isWarned = false;
    } catch {
      if (!isOver && !isWarned && unsavedChoices().length > 0) onFailure();
      isWarned = unsavedChoices().length > 0;
    }
  };
  let syncing = sync();
  const scheduleSync = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      syncing = syncing.then(sync);
    }, saveDelay);
  };
  const unsubscribe = store.onChoice(scheduleSync);
  window.addEventListener('online', scheduleSync);
  return () => {
    isOver = true;
    clearTimeout(timer);
    unsubscribe();
    window.removeEventListener('online', scheduleSync);
  };
}

/** Syncs the user's choices with their other browsers. While acting for another user, nothing is synced. */
export function ChoicesSync() {
  const session = useSession();
  const data = useDataProvider();
  const store = useStoreContext() as ConsoleStore;
  const notice = useNotice();
  const user = session && !isActing(session) ? session.user.id : undefined;
  useEffect(() => {
    if (user === undefined) return;
    return syncChoices(new SavedChoices(data, store, user), store, () =>
      notice.warning(text().views.savedInBrowserOnly),
    );
  }, [user, data, store, notice]);
  return null;
}
