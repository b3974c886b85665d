import { useEffect, useSyncExternalStore } from 'react';
import { identityQuestion, subscribeIdentityQuestion } from '../../dataProvider/http/identityCheck.ts';
import { LazyDialog } from '../../ui/dialog/LazyDialog.tsx';
import { lazyChunk } from '../../ui/lazyChunk.ts';

const IdentityDialog = lazyChunk(() => import('./IdentityDialog.tsx'));

/** Asks the user again who they are, over any other dialog, while a request waits for it (issue 35, section 2). */
export function IdentityCheck() {
  const question = useSyncExternalStore(subscribeIdentityQuestion, identityQuestion);
  // The question goes with the session that it was asked of.
  useEffect(() => () => identityQuestion()?.answer(false), []);
  if (!question) return null;
  return (
    <LazyDialog onClose={() => question.answer(false)}>
      <IdentityDialog question={question} />
    </LazyDialog>
  );
}
