import { assignment } from '../../../contract/entities/assignment.ts';
import { labelOf } from '../../resources/cells.tsx';
import { AppDialog, DialogBody } from '../../resources/dialog/AppDialog.tsx';
import type { DialogProps } from '../../resources/overrides.ts';
import { type FailedTask, Failure } from './Failure.tsx';

/** Why a licence could not be issued, and another try. */
export default function FailureDialog({
  licence,
  onClose,
}: DialogProps & { licence: Readonly<Record<string, unknown>> }) {
  return (
    <AppDialog title={labelOf(assignment, 'task_status')} onClose={onClose}>
      <DialogBody>
        <Failure task={licence.task as FailedTask} onRetried={onClose} />
      </DialogBody>
    </AppDialog>
  );
}
