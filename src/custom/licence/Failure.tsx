import { Alert, Button, Typography } from '@mui/material';
import { useIdempotencyKeys } from '../../dataProvider/idempotency.ts';
import { useCallMutation } from '../../dataProvider/useCall.ts';
import { useNotice } from '../../dataProvider/useNotice.ts';
import { text } from '../../i18n/text.ts';
import { ConfirmDialog } from '../../resources/dialog/ConfirmDialog.tsx';
import { useOpenDialog } from '../../resources/dialog/DialogHost.tsx';
import type { DialogProps } from '../../resources/overrides.ts';

/** The task of a licence that could not be issued. */
export interface FailedTask {
  readonly uuid: string;
  readonly result: string | null;
}

interface Props {
  task: FailedTask;
  /** Called when the issue has begun anew. */
  onRetried?: () => void;
}

function RetryDialog({ task, onRetried, onClose }: Props & DialogProps) {
  const { mutateAsync } = useCallMutation('task_retry');
  const keyFor = useIdempotencyKeys();
  const notice = useNotice();
  const words = text().licence;
  const retry = async () => {
    await mutateAsync({ path: { uuid: task.uuid }, idempotencyKey: keyFor(task.uuid) });
    notice.success(text().done.operation);
    onRetried?.();
  };
  return (
    <ConfirmDialog title={words.retry} onYes={retry} onClose={onClose}>
      {words.askRetry}
    </ConfirmDialog>
  );
}

/** A failed issue: what went wrong, and another try after a question (R-TASK-02 to R-TASK-04). */
export function Failure(props: Props) {
  const openDialog = useOpenDialog();
  const words = text().licence;
  const again = (
    <Button color="inherit" onClick={() => openDialog((close) => <RetryDialog {...props} onClose={close} />)}>
      {words.retry}
    </Button>
  );
  return (
    <Alert severity="error" sx={{ mb: 2 }} action={again}>
      <Typography component="h3" variant="h3">
        {words.failed}
      </Typography>
      {props.task.result}
    </Alert>
  );
}
