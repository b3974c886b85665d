import { Button } from '@mui/material';
import { text } from '../../../i18n/text.ts';
import { useDialogFrame } from '../../../ui/dialog/DialogFrameContext.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { LoadFailed } from '../../../ui/LoadFailed.tsx';

const goneStatuses: readonly (number | undefined)[] = [403, 404];

/** True if the record does not exist, or not for this reader. */
export const isRecordGone = (error: unknown): boolean =>
  goneStatuses.includes((error as { status?: number } | null)?.status);

/** Shown in place of a record that does not exist for this reader or could not be loaded. */
export function RecordMissing({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { close } = useDialogFrame();
  if (!isRecordGone(error)) return <LoadFailed onRetry={onRetry} />;
  return (
    <EmptyState kind="search" title={text().record.missing} hint={text().record.missingHint}>
      <Button variant="outlined" onClick={close}>
        {text().record.toList}
      </Button>
    </EmptyState>
  );
}
