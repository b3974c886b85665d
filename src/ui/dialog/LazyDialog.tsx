import { Dialog } from '@mui/material';
import { type ReactNode, Suspense } from 'react';
import { text } from '../../i18n/text.ts';
import { ErrorBoundary } from '../ErrorBoundary.tsx';
import { DialogLoading } from './DialogLoading.tsx';

interface Props {
  /** What has the keys until the dialog is there; a mere sign of waiting unless given. */
  waiting?: ReactNode;
  /** Gives it up. */
  onClose: () => void;
  /** The dialog, or nothing while it is closed. */
  children: ReactNode;
}

/**
 * A dialog whose script may be on its way. One that does not come, or cannot be drawn, says so over the page, which stays
 * as it is.
 */
export function LazyDialog({ waiting, onClose, children }: Props) {
  if (!children) return null;
  return (
    <ErrorBoundary
      frame={(said) => (
        <Dialog open onClose={onClose} aria-label={text().errors.partFailed} fullWidth maxWidth="sm">
          {said}
        </Dialog>
      )}
    >
      <Suspense fallback={waiting ?? <DialogLoading onClose={onClose} />}>{children}</Suspense>
    </ErrorBoundary>
  );
}
