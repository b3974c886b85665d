import { Button } from '@mui/material';
import { useState } from 'react';
import { call } from '../../dataProvider/call.ts';
import { toast } from '../../dataProvider/notices.ts';
import { text } from '../../i18n/text.ts';
import { ConfirmDialog } from '../../resources/ConfirmDialog.tsx';
import { useRole } from '../../shell/useSession.ts';
import type { RowActionProps } from '../registry.tsx';
import { ActivateDialog } from './ActivateDialog.tsx';
import { RenewDialog } from './RenewDialog.tsx';

/** What may be done with a subscription: administrators activate and cancel, its enterprise renews (C17). */
export default function SubscriptionActions({ record, onDone }: RowActionProps) {
  const [asking, setAsking] = useState<'activate' | 'cancel' | 'renew'>();
  const enterprise = useRole() === 'Enterprise';
  const words = text().account;
  const close = () => setAsking(undefined);
  const done = () => {
    toast(text().done.operation, 'success');
    onDone();
  };
  const open = record.status === 0 || record.status === 1;
  const cancel = async () => {
    await call('subscription_update_status', { body: { id: record.id, status: 8 } });
    done();
  };
  const stopRenewal = async () => {
    await call('subscription_update_status', { body: { id: record.id, auto_renew: false } });
    done();
  };
  const renewing = record.auto_renew === true;
  return (
    <>
      {enterprise && open && (
        <Button onClick={() => (renewing ? stopRenewal().catch(() => undefined) : setAsking('renew'))}>
          {renewing ? words.renewOff : words.renewOn}
        </Button>
      )}
      {!enterprise && record.status === 0 && <Button onClick={() => setAsking('activate')}>{words.activate}</Button>}
      {!enterprise && open && (
        <Button color="error" onClick={() => setAsking('cancel')}>
          {words.cancel}
        </Button>
      )}
      {asking === 'renew' && <RenewDialog id={record.id} onClose={close} onDone={done} />}
      {asking === 'activate' && <ActivateDialog subscription={record} onClose={close} onDone={done} />}
      {asking === 'cancel' && (
        <ConfirmDialog title={words.cancel} danger yes={words.cancel} onYes={cancel} onClose={close}>
          {text().ask.sure(`${words.cancel} ${String(record.code)}`)}
        </ConfirmDialog>
      )}
    </>
  );
}
