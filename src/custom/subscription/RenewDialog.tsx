import { Button, TextField, Typography } from '@mui/material';
import { type FormEvent, useState } from 'react';
import { call } from '../../dataProvider/call.ts';
import { text } from '../../i18n/text.ts';
import { AppDialog } from '../../resources/AppDialog.tsx';

interface Props {
  id: number;
  onClose: () => void;
  onDone: () => void;
}

/** Auto-renewal is turned on by typing Yes, exactly (R-VALID-25). */
export function RenewDialog({ id, onClose, onDone }: Props) {
  const [typed, setTyped] = useState('');
  const [busy, setBusy] = useState(false);
  const words = text().account;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy || typed !== 'Yes') return;
    setBusy(true);
    try {
      await call('subscription_update_status', { body: { id, auto_renew: true, confirm: typed } });
      onDone();
      onClose();
    } catch {
      setBusy(false);
    }
  };
  const actions = (
    <>
      <Button onClick={onClose} disabled={busy}>
        {text().actions.cancel}
      </Button>
      <Button type="submit" variant="contained" disabled={busy || typed !== 'Yes'}>
        {words.renewOn}
      </Button>
    </>
  );
  return (
    <AppDialog title={words.renew} width={480} onClose={onClose} form={submit} busy={busy} actions={actions}>
      <Typography sx={{ mb: 2 }}>{words.renewText}</Typography>
      <TextField
        name="confirm"
        label={words.renewType}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        autoFocus
        autoComplete="off"
      />
    </AppDialog>
  );
}
