import { useSyncExternalStore } from 'react';
import { LeaveQuestion } from './AppDialog.tsx';
import { keepUnsaved, openQuestion, subscribeUnsaved } from './unsaved.ts';

/** Asks before a change of session, by this tab, discards unsaved input. */
export function UnsavedQuestion() {
  const goOn = useSyncExternalStore(subscribeUnsaved, openQuestion);
  return goOn && <LeaveQuestion onStay={keepUnsaved} onLeave={goOn} />;
}
