import { Dialog } from '@mui/material';
import { type ReactNode, Suspense } from 'react';
import { text } from '../../i18n/text.ts';
import { ErrorBoundary } from '../ErrorBoundary.tsx';
import { DialogLoading } from './DialogLoading.tsx';

interface Props {
  /** Shown, with the focus, while the script loads; a spinner by default. */
  waiting?: ReactNode;
  /** Cancels the dialog. */
  onClose: () => void;
  /** The dialog, or null while it is closed. */
  children: ReactNode;
}

/**
 * A dialog whose script may still have to load. If it cannot be loaded or drawn, a dialog over the page says so; the
 * page is unchanged.
 */
export function LazyDialog({ waiting, onClose, children }: Props) {
  if (!children) return null;
  return (
    <ErrorBoundary
      frame={(failureMessage) => (
        <Dialog open onClose={onClose} aria-label={text().errors.partFailed} fullWidth maxWidth="sm">
          {failureMessage}
        </Dialog>
      )}
    >
      <Suspense fallback={waiting ?? <DialogLoading onClose={onClose} />}>{children}</Suspense>
    </ErrorBoundary>
  );
}
