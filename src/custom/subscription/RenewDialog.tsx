import { Typography } from '@mui/material';
import { otherEndpoints } from '../../../contract/endpoints/other.ts';
import { useCallMutation } from '../../dataProvider/useCall.ts';
import { useNotice } from '../../dataProvider/useNotice.ts';
import { text } from '../../i18n/text.ts';
import { AppDialog } from '../../resources/dialog/AppDialog.tsx';
import { DialogForm } from '../../resources/form/DialogForm.tsx';
import { TextInput } from '../../resources/input/TextInput.tsx';

const { confirm } = otherEndpoints.subscription_update_status.body;

/** Auto-renewal is turned on by typing Yes, exactly (R-VALID-25). */
export function RenewDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const notice = useNotice();
  const { mutateAsync } = useCallMutation('subscription_update_status');
  const words = text().account;
  const send = async (values: Record<string, unknown>) => {
    await mutateAsync({ body: { id, auto_renew: true, confirm: String(values.confirm) } });
    notice.success(text().done.operation);
    onClose();
  };
  return (
    <AppDialog title={words.renew} onClose={onClose}>
      <DialogForm submit={words.renewOn} isReady={({ confirm: typed }) => typed === 'Yes'} onSubmit={send}>
        <Typography sx={{ mb: 2 }}>{words.renewText}</Typography>
        <TextInput source="confirm" field={confirm} label={words.renewType} autoFocus />
      </DialogForm>
    </AppDialog>
  );
}
