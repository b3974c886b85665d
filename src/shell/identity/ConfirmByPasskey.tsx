import { Alert, Button } from '@mui/material';
import { useState } from 'react';
import { callEndpoint } from '../../dataProvider/callEndpoint.ts';
import { failureText } from '../../dataProvider/http/failure.ts';
import { useEndpointQuery } from '../../dataProvider/useEndpoint.ts';
import { promptPasskey } from '../secondFactor/passkeyPrompt.ts';
import { passkeyObstacle } from '../secondFactor/passkeySupport.ts';
import { passkeyTexts } from '../secondFactor/passkeyTexts.ts';

/** Shows by a passkey that the user is who signed in, where passkeys work. */
export default function ConfirmByPasskey({ onDone }: { onDone: () => void }) {
  const words = passkeyTexts();
  const { data } = useEndpointQuery('passkey_list', { quiet: true });
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState('');
  if (!data || passkeyObstacle(data.origin)) return null;
  const confirm = async () => {
    setBusy(true);
    setError('');
    try {
      const { options } = await callEndpoint('passkey_confirm_begin', { quiet: true });
      const credential = await promptPasskey(options ?? {});
      await callEndpoint('passkey_confirm', { body: { credential }, quiet: true });
      onDone();
    } catch (failure) {
      setError(failureText(failure));
      setBusy(false);
    }
  };
  return (
    <>
      <Button variant="outlined" fullWidth loading={busy} onClick={confirm} sx={{ mb: 2 }}>
        {words.use}
      </Button>
      {error && (
        <Alert severity="error" sx={{ mb: 2 }}>
          {error}
        </Alert>
      )}
    </>
  );
}
