import { type ComponentType, lazy, Suspense, useSyncExternalStore } from 'react';
import { type Session, sessionElsewhere, subscribeSession } from '../../authProvider/session.ts';

/** Without this script nothing is lost: the tab keeps its session, and what was typed. */
const ElsewhereDialog = lazy<ComponentType<{ other: Session | null }>>(() =>
  import('./ElsewhereDialog.tsx').then(
    (found) => ({ default: found.ElsewhereDialog }),
    () => ({ default: () => null }),
  ),
);

/** Says that another tab has another user now, while this tab has unsaved input (issue 33). */
export function SessionElsewhere() {
  const other = useSyncExternalStore(subscribeSession, sessionElsewhere);
  return (
    other !== undefined && (
      <Suspense fallback={null}>
        <ElsewhereDialog key={other?.api_key ?? ''} other={other} />
      </Suspense>
    )
  );
}
