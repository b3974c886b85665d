import { TextField, Typography } from '@mui/material';
import { useState } from 'react';
import { call } from '../../dataProvider/call.ts';
import { text } from '../../i18n/text.ts';
import { FormDialog } from '../../resources/FormDialog.tsx';
import { useBusy } from '../../resources/useBusy.ts';

interface Props {
  id: number;
  onClose: () => void;
  onDone: () => void;
}

/** Auto-renewal is turned on by typing Yes, exactly (R-VALID-25). */
export function RenewDialog({ id, onClose, onDone }: Props) {
  const [typed, setTyped] = useState('');
  const [busy, run] = useBusy();
  const words = text().account;
  const ready = typed === 'Yes';
  const send = async () => {
    await call('subscription_update_status', { body: { id, auto_renew: true, confirm: typed } });
    onDone();
    onClose();
  };
  return (
    <FormDialog
      title={words.renew}
      submit={words.renewOn}
      ready={ready}
      busy={busy}
      dirty={typed !== ''}
      onSubmit={() => ready && run(send).catch(() => undefined)}
      onClose={onClose}
    >
      <Typography sx={{ mb: 2 }}>{words.renewText}</Typography>
      <TextField
        name="confirm"
        label={words.renewType}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        autoFocus
        autoComplete="off"
      />
    </FormDialog>
  );
}
