import { Button } from '@mui/material';
import { taskStates } from '../../../../contract/choices/assignment.ts';
import { isPermitted } from '../../../authProvider/authProvider.ts';
import type { RecordData } from '../../../dataProvider/RecordData.ts';
import { useContract } from '../../../resources/ContractContext.ts';
import type { CellProps } from '../../../resources/overrides.ts';
import { ChoiceChip } from '../../../resources/values/ChoiceChip.tsx';
import { useOpenDialog } from '../../../ui/dialog/DialogHost.tsx';
import { lazyChunk } from '../../../ui/lazyChunk.ts';

const FailureDialog = lazyChunk(() => import('./FailureDialog.tsx'));

/** The state of the issue; a user who may retry can open a failed one (R-TASK-02). */
export function TaskStatus({ value, record }: CellProps) {
  const entity = useContract().entity('assignment');
  const openDialog = useOpenDialog();
  const chip = <ChoiceChip choices={taskStates} value={value} />;
  if (value !== 'failed' || !isPermitted(entity, 'retry')) return chip;
  return (
    <Button
      onClick={() => openDialog((close) => <FailureDialog licence={record as RecordData} onClose={close} />)}
      aria-haspopup="dialog"
      sx={{ p: 0, minWidth: 0 }}
    >
      {chip}
    </Button>
  );
}
