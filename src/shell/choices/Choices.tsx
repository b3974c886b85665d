import { useEffect } from 'react';
import { useDataProvider, useStoreContext } from 'react-admin';
import { isActing, useSession } from '../../authProvider/useSession.ts';
import { useNotice } from '../../dataProvider/useNotice.ts';
import { text } from '../../i18n/text.ts';
import { type ConsoleStore, unsavedChoices } from './consoleStore.ts';
import { SavedChoices } from './savedChoices.ts';

/** How long after a choice it is saved, in milliseconds: several of them go at once. */
const pause = 500;

/** Keeps what the user chose saved, and tells once where that cannot be. Out: what ends it. */
function keep(choices: SavedChoices, store: ConsoleStore, onFailure: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let [isOver, isTold, isLoaded] = [false, false, false];
  const work = async () => {
    try {
      if (!isLoaded) await choices.load();
      isLoaded = true;
      if (!isOver) await choices.save();
      isTold = false;
    } catch {
      if (!isOver && !isTold && unsavedChoices().length > 0) onFailure();
      isTold = unsavedChoices().length > 0;
    }
  };
  let working = work();
  const soon = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      working = working.then(work);
    }, pause);
  };
  const unfollow = store.onChoice(soon);
  window.addEventListener('online', soon);
  return () => {
    isOver = true;
    clearTimeout(timer);
    unfollow();
    window.removeEventListener('online', soon);
  };
}

/** Brings the user's choices to each of their browsers; who acts for another leaves that one's alone. */
export function Choices() {
  const session = useSession();
  const data = useDataProvider();
  const store = useStoreContext() as ConsoleStore;
  const notice = useNotice();
  const user = session && !isActing(session) ? session.user.id : undefined;
  useEffect(() => {
    if (user === undefined) return;
    return keep(new SavedChoices(data, store, user), store, () => notice.warning(text().views.keptHere));
  }, [user, data, store, notice]);
  return null;
}
