import { Alert, Button, Typography } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../dataProvider/call.ts';
import { toast } from '../../dataProvider/notices.ts';
import { text } from '../../i18n/text.ts';
import { ConfirmDialog } from '../../resources/ConfirmDialog.tsx';

/** The task of a licence that could not be issued. */
export interface FailedTask {
  readonly uuid: string;
  readonly result: string | null;
}

/** A failed issue: what went wrong, and another try after a question (R-TASK-02 to R-TASK-04). */
export function Failure({ task, onDone }: { task: FailedTask; onDone?: () => void }) {
  const [asking, setAsking] = useState(false);
  const queries = useQueryClient();
  const words = text().licence;
  const retry = async () => {
    await call('task_retry', { path: { uuid: task.uuid } });
    toast(text().done.operation, 'success');
    await queries.invalidateQueries({ queryKey: ['assignment'] });
    onDone?.();
  };
  const again = (
    <Button color="inherit" onClick={() => setAsking(true)}>
      {words.retry}
    </Button>
  );
  return (
    <Alert severity="error" sx={{ mb: 2 }} action={again}>
      <Typography component="h3" variant="h3">
        {words.failed}
      </Typography>
      {task.result}
      {asking && (
        <ConfirmDialog title={words.retry} onYes={retry} onClose={() => setAsking(false)}>
          {words.askRetry}
        </ConfirmDialog>
      )}
    </Alert>
  );
}
