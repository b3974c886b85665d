import { Box, Button, TextField, Typography } from '@mui/material';
import { type FormEvent, useEffect, useState } from 'react';
import { message, say as sayMessage } from '../../../contract/message.ts';
import { call } from '../../dataProvider/call.ts';
import { toast } from '../../dataProvider/notices.ts';
import { language } from '../../i18n/language.ts';
import { text } from '../../i18n/text.ts';
import { useBusy } from '../../resources/useBusy.ts';
import { refusedBy, useErrors } from '../../resources/useErrors.ts';
import type { RecordData } from '../registry.tsx';
import { Secret } from './Secret.tsx';

interface Props {
  licence: RecordData;
  onDone: () => void;
  /** Tells whether a key was entered that closing would lose. */
  onDirty: (dirty: boolean) => void;
}

/** The failback licence of a disaster recovery licence: made with its key, once, and then shown (R-ADLG-05). */
export function Failback({ licence, onDone, onDirty }: Props) {
  const [key, setKey] = useState('');
  const { errors, show, forgive } = useErrors();
  const [busy, run] = useBusy();
  const words = text().licence;
  const secret = licence.failback_secret as string | null;
  const dirty = !secret && key.trim() !== '';
  useEffect(() => onDirty(dirty), [dirty, onDirty]);
  const send = async () => {
    if (show(key.trim() ? {} : { failback_key: message('required') })) return;
    try {
      await call('fail_back', { body: { assignment_id: licence.id, failback_key: key.trim() } });
      toast(words.generated, 'success');
      onDone();
    } catch (failure) {
      show(refusedBy(failure));
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void run(send);
  };
  const error = errors.failback_key;
  if (secret) {
    const name = `licence-${String(licence.jti)}.failback.jws`;
    return <Secret secret={secret} name={name} title={`${words.failback} · ${String(licence.failback_key)}`} />;
  }
  return (
    <Box component="form" noValidate onSubmit={submit} sx={{ mt: 3 }}>
      <Typography component="h3" variant="h3">
        {words.failback}
      </Typography>
      <Typography variant="body2" color="text.secondary" sx={{ mb: 1.5 }}>
        {words.failbackHint}
      </Typography>
      <Box sx={{ display: 'flex', gap: 1.5, alignItems: 'flex-start' }}>
        <TextField
          name="failback_key"
          label={words.failbackKey}
          value={key}
          required
          onChange={(event) => {
            setKey(event.target.value);
            forgive('failback_key');
          }}
          error={Boolean(error)}
          helperText={error ? sayMessage(error, language()) : ' '}
          sx={{ maxWidth: 360 }}
          slotProps={{ htmlInput: { maxLength: 100 } }}
        />
        <Button type="submit" variant="outlined" disabled={busy} sx={{ mt: 0.5 }}>
          {words.generate}
        </Button>
      </Box>
    </Box>
  );
}
