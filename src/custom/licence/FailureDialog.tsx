import { assignment } from '../../../contract/entities/assignment.ts';
import type { RecordData } from '../../dataProvider/record.ts';
import { labelOf } from '../../resources/cells.tsx';
import { AppDialog, DialogBody } from '../../resources/dialog/AppDialog.tsx';
import type { DialogProps } from '../../resources/overrides.ts';
import { Failure } from './Failure.tsx';

/** Why a licence could not be issued, and another try. */
export default function FailureDialog({ licence, onClose }: DialogProps & { licence: RecordData }) {
  return (
    <AppDialog title={labelOf(assignment, 'task_status')} onClose={onClose}>
      <DialogBody>
        <Failure licence={licence} onRetried={onClose} />
      </DialogBody>
    </AppDialog>
  );
}
