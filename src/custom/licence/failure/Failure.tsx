import { Alert, Button, Typography } from '@mui/material';
import { valueAt } from '../../../../contract/lib/dottedPath.ts';
import { namedActions } from '../../../../contract/schema/action.ts';
import { isPermitted } from '../../../authProvider/authProvider.ts';
import type { RecordData } from '../../../dataProvider/RecordData.ts';
import { text, translate } from '../../../i18n/text.ts';
import { useContract } from '../../../resources/ContractContext.ts';
import { useDialogSlots } from '../../../resources/dialogSlots.ts';
import { useOpenDialog } from '../../../ui/dialog/DialogHost.tsx';

interface Props {
  licence: RecordData;
  /** Called when the issue has started again. */
  onRetried?: () => void;
}

/** A failed issue: the reason, and a button that tries again after a confirmation (R-TASK-02 to R-TASK-04). */
export function Failure({ licence, onRetried }: Props) {
  const entity = useContract().entity('assignment');
  const retry = namedActions(entity).find(({ name }) => name === 'retry');
  const openDialog = useOpenDialog();
  const { ActionDialog } = useDialogSlots();
  const again = retry && isPermitted(entity, retry.name, licence) && (
    <Button
      color="inherit"
      onClick={() =>
        openDialog((close) => (
          <ActionDialog entity={entity} record={licence} action={retry} onClose={close} onDone={onRetried} />
        ))
      }
    >
      {translate(retry.label)}
    </Button>
  );
  return (
    <Alert severity="error" sx={{ mb: 2 }} action={again}>
      <Typography component="h3" variant="h3">
        {text().licence.failed}
      </Typography>
      {String(valueAt(licence, 'task.result') ?? '')}
    </Alert>
  );
}
