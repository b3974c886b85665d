import { type ComponentType, lazy, Suspense, useEffect, useSyncExternalStore } from 'react';
import { keepUnsaved, openQuestion, subscribeUnsaved } from './unsaved.ts';

interface QuestionProps {
  onStay: () => void;
  onLeave: () => void;
}

/** Without the script of the question, nothing is discarded. */
function NoQuestion(_: QuestionProps) {
  useEffect(keepUnsaved, []);
  return null;
}

const LeaveQuestion = lazy<ComponentType<QuestionProps>>(() =>
  import('./AppDialog.tsx').then(
    (found) => ({ default: found.LeaveQuestion }),
    () => ({ default: NoQuestion }),
  ),
);

/** Asks before a change of session, by this tab, discards unsaved input. */
export function UnsavedQuestion() {
  const goOn = useSyncExternalStore(subscribeUnsaved, openQuestion);
  return (
    goOn && (
      <Suspense fallback={null}>
        <LeaveQuestion onStay={keepUnsaved} onLeave={goOn} />
      </Suspense>
    )
  );
}
