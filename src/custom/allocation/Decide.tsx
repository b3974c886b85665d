import { Button, TextField } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../dataProvider/call.ts';
import { toast } from '../../dataProvider/notices.ts';
import { text } from '../../i18n/text.ts';
import { ConfirmDialog } from '../../resources/ConfirmDialog.tsx';
import { numberText } from '../../resources/format.ts';
import { useRole } from '../../shell/useSession.ts';
import type { RowActionProps } from '../registry.tsx';
import { ServeDialog } from './ServeDialog.tsx';

type Asking = 'approve' | 'reject' | 'serve';

/** The enterprise's answer to an application: the orders at hand, chosen orders, or no (C15). */
export default function Decide({ record, onDone }: RowActionProps) {
  const [asking, setAsking] = useState<Asking>();
  const queries = useQueryClient();
  const [reply, setReply] = useState('');
  const enterprise = useRole() === 'Enterprise';
  if (!enterprise || record.status !== 0) return null;
  const words = text().licence;
  const close = () => setAsking(undefined);
  const done = () => {
    void queries.invalidateQueries({ queryKey: ['allocation'] });
    onDone();
  };
  const decide = async (status: 1 | 9) => {
    await call('allocation_approve', { path: { id: record.id }, body: { status, comment: reply.trim() || null } });
    toast(text().done.operation, 'success');
    done();
  };
  return (
    <>
      <Button onClick={() => setAsking('approve')} sx={{ minWidth: 0 }}>
        {words.approve}
      </Button>
      <Button onClick={() => setAsking('serve')} sx={{ minWidth: 0 }}>
        {words.serve}
      </Button>
      <Button color="error" onClick={() => setAsking('reject')} sx={{ minWidth: 0 }}>
        {words.reject}
      </Button>
      {asking === 'serve' && <ServeDialog application={record} onClose={close} onDone={done} />}
      {(asking === 'approve' || asking === 'reject') && (
        <ConfirmDialog
          title={asking === 'approve' ? words.approve : words.reject}
          yes={asking === 'approve' ? words.approve : words.reject}
          danger={asking === 'reject'}
          onYes={() => decide(asking === 'approve' ? 1 : 9)}
          onClose={close}
        >
          {asking === 'approve' && words.approveText(numberText(record.hosts))}
          <TextField
            name="reply"
            label={words.reply}
            multiline
            minRows={2}
            value={reply}
            onChange={(event) => setReply(event.target.value)}
            sx={{ mt: 2 }}
            slotProps={{ htmlInput: { maxLength: 500 } }}
          />
        </ConfirmDialog>
      )}
    </>
  );
}
