import { Button } from '@mui/material';
import { useState } from 'react';
import { taskStates } from '../../../contract/choices.ts';
import { assignment } from '../../../contract/entities/assignment.ts';
import type { Entity } from '../../../contract/entity.ts';
import { AppDialog } from '../../resources/AppDialog.tsx';
import { ChoiceChip, labelOf } from '../../resources/cells.tsx';
import { useRole } from '../../shell/useSession.ts';
import type { CellProps } from '../cell.ts';
import { type FailedTask, Failure } from './Failure.tsx';

const entity = assignment as unknown as Entity;

/** How far the issue is; an enterprise user may look into a failed one (R-TASK-02). */
export default function TaskStatus({ value, record }: CellProps) {
  const [open, setOpen] = useState(false);
  const enterprise = useRole() === 'Enterprise';
  const chip = <ChoiceChip choices={taskStates} value={value} />;
  if (!enterprise || value !== 'failed') return chip;
  const close = () => setOpen(false);
  return (
    <>
      <Button
        onClick={() => setOpen(true)}
        aria-haspopup="dialog"
        sx={{ p: 0, minWidth: 0, '& *': { cursor: 'pointer' } }}
      >
        {chip}
      </Button>
      {open && (
        <AppDialog title={labelOf(entity, 'task_status')} onClose={close}>
          <Failure task={record.task as FailedTask} onDone={close} />
        </AppDialog>
      )}
    </>
  );
}
