import { Button } from '@mui/material';
import { lazy, Suspense, useState } from 'react';
import { taskStates } from '../../../contract/choices.ts';
import { ChoiceChip } from '../../resources/ChoiceChip.tsx';
import { part } from '../../shell/part.ts';
import { useRole } from '../../shell/useSession.ts';
import type { CellProps } from '../cell.ts';

const FailureDialog = lazy(() => part(import('./FailureDialog.tsx')));

/** How far the issue is; an enterprise user may look into a failed one (R-TASK-02). */
export function TaskStatus({ value, record }: CellProps) {
  const [open, setOpen] = useState(false);
  const enterprise = useRole() === 'Enterprise';
  const chip = <ChoiceChip choices={taskStates} value={value} />;
  if (!enterprise || value !== 'failed') return chip;
  return (
    <>
      <Button onClick={() => setOpen(true)} aria-haspopup="dialog" sx={{ p: 0, minWidth: 0 }}>
        {chip}
      </Button>
      <Suspense fallback={null}>{open && <FailureDialog licence={record} onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}
