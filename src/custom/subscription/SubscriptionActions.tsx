import { Button } from '@mui/material';
import { useRole } from '../../authProvider/useSession.ts';
import type { RecordData } from '../../dataProvider/record.ts';
import { useCallMutation } from '../../dataProvider/useCall.ts';
import { useNotice } from '../../dataProvider/useNotice.ts';
import { text } from '../../i18n/text.ts';
import { ConfirmDialog } from '../../resources/dialog/ConfirmDialog.tsx';
import { useOpenDialog } from '../../resources/dialog/DialogHost.tsx';
import type { RowActionProps } from '../../resources/overrides.ts';
import { ActivateDialog } from './ActivateDialog.tsx';
import { RenewDialog } from './RenewDialog.tsx';

/** The enterprise turns its auto-renewal on, after it has typed Yes, and off. */
function Renewal({ record }: RowActionProps) {
  const openDialog = useOpenDialog();
  const notice = useNotice();
  const { mutate, isPending } = useCallMutation('subscription_update_status');
  const words = text().account;
  const stop = () =>
    mutate({ body: { id: record.id, auto_renew: false } }, { onSuccess: () => notice.success(text().done.operation) });
  if (record.auto_renew === true)
    return (
      <Button onClick={stop} disabled={isPending}>
        {words.renewOff}
      </Button>
    );
  return (
    <Button onClick={() => openDialog((close) => <RenewDialog id={record.id} onClose={close} />)}>
      {words.renewOn}
    </Button>
  );
}

function CancelDialog({ record, onClose }: { record: RecordData; onClose: () => void }) {
  const notice = useNotice();
  const { mutateAsync } = useCallMutation('subscription_update_status');
  const words = text().account;
  const cancel = async () => {
    await mutateAsync({ body: { id: record.id, status: 8 } });
    notice.success(text().done.operation);
  };
  return (
    <ConfirmDialog title={words.cancel} danger yes={words.cancel} onYes={cancel} onClose={onClose}>
      {text().ask.sure(`${words.cancel} ${String(record.code)}`)}
    </ConfirmDialog>
  );
}

/** What may be done with a subscription: administrators activate and cancel, its enterprise renews (C17). */
export default function SubscriptionActions({ record }: RowActionProps) {
  const openDialog = useOpenDialog();
  const enterprise = useRole() === 'Enterprise';
  const words = text().account;
  const open = record.status === 0 || record.status === 1;
  if (!open) return null;
  if (enterprise) return <Renewal record={record} />;
  return (
    <>
      {record.status === 0 && (
        <Button onClick={() => openDialog((close) => <ActivateDialog subscription={record} onClose={close} />)}>
          {words.activate}
        </Button>
      )}
      <Button color="error" onClick={() => openDialog((close) => <CancelDialog record={record} onClose={close} />)}>
        {words.cancel}
      </Button>
    </>
  );
}
