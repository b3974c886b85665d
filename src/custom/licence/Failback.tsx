import { Box, Button, TextField, Typography } from '@mui/material';
import { type FormEvent, useState } from 'react';
import { message, say as sayMessage } from '../../../contract/message.ts';
import { ApiError } from '../../dataProvider/api.ts';
import { call } from '../../dataProvider/call.ts';
import { toast } from '../../dataProvider/notices.ts';
import { language } from '../../i18n/language.ts';
import { text } from '../../i18n/text.ts';
import type { RecordData } from '../registry.tsx';
import { Secret } from './Secret.tsx';

/** The failback licence of a disaster recovery licence: made with its key, once, and then shown (R-ADLG-05). */
export function Failback({ licence, onDone }: { licence: RecordData; onDone: () => void }) {
  const [key, setKey] = useState('');
  const [error, setError] = useState('');
  const [busy, setBusy] = useState(false);
  const words = text().licence;
  const secret = licence.failback_secret as string | null;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    if (!key.trim()) return setError(sayMessage(message('required'), language()));
    setBusy(true);
    try {
      await call('fail_back', { body: { assignment_id: licence.id, failback_key: key.trim() } });
      toast(words.generated, 'success');
      onDone();
    } catch (failure) {
      setError((failure instanceof ApiError && failure.fields.failback_key?.[0]) || '');
    } finally {
      setBusy(false);
    }
  };
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
            setError('');
          }}
          error={Boolean(error)}
          helperText={error || ' '}
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
