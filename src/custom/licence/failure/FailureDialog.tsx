import type { RecordData } from '../../../dataProvider/RecordData.ts';
import { useContract } from '../../../resources/ContractContext.ts';
import type { DialogProps } from '../../../resources/overrides.ts';
import { labelOf } from '../../../resources/values/Cell.tsx';
import { AppDialog, DialogBody } from '../../../ui/dialog/AppDialog.tsx';
import { Failure } from './Failure.tsx';

/** Why a licence could not be issued, with a button to try again. */
export default function FailureDialog({ licence, onClose }: DialogProps & { licence: RecordData }) {
  return (
    <AppDialog title={labelOf(useContract().entity('assignment'), 'task_status')} onClose={onClose}>
      <DialogBody>
        <Failure licence={licence} onRetried={onClose} />
      </DialogBody>
    </AppDialog>
  );
}
