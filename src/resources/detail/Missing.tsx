import { Button } from '@mui/material';
import { text } from '../../i18n/text.ts';
import { useDialogFrame } from '../dialog/frame.ts';
import { EmptyState } from '../EmptyState.tsx';
import { LoadFailed } from './LoadFailed.tsx';

const goneStates: readonly (number | undefined)[] = [403, 404];

/** Stands where a record would: it is not there for this reader, or it could not be loaded. */
export function Missing({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { close } = useDialogFrame();
  if (!goneStates.includes((error as { status?: number }).status)) return <LoadFailed onRetry={onRetry} />;
  return (
    <EmptyState kind="search" title={text().record.missing} hint={text().record.missingHint}>
      <Button variant="outlined" onClick={close}>
        {text().record.toList}
      </Button>
    </EmptyState>
  );
}
