import { Alert, Box, Button, DialogActions, DialogContent, Typography } from '@mui/material';
import { text } from '../../i18n/text.ts';
import type { CreatedProps } from '../../resources/overrides.ts';
import { codeBlock } from '../programs/codeBlock.ts';
import { ShownOnce } from '../programs/ShownOnce.tsx';

/** The address of the product's public keys. */
const keysAddress = (): string => `${window.location.origin}/.well-known/jwks.json`;

/** The secret of a new webhook, which is shown only now; or where the keys are, for one with a public key. */
export default function NewSecret({ record, onClose }: CreatedProps) {
  const words = text().webhook;
  if (record.signature === 'v1a')
    return (
      <>
        <DialogContent>
          <Alert severity="success" sx={{ mb: 2 }}>
            {words.publicKey}
          </Alert>
          <Box component="code" translate="no" sx={codeBlock}>
            {keysAddress()}
          </Box>
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>{text().actions.close}</Button>
        </DialogActions>
      </>
    );
  return (
    <ShownOnce
      name={String(record.name)}
      value={String(record.secret ?? '')}
      warning={words.once}
      testId="secret"
      onClose={onClose}
    >
      <Typography component="h3" variant="h3" sx={{ mt: 3, mb: 0.5 }}>
        {words.guide}
      </Typography>
      <Box component="code" translate="no" sx={codeBlock}>
        {"import { Webhook } from 'standardwebhooks';\n\nconst event = new Webhook(secret).verify(body, headers);"}
      </Box>
    </ShownOnce>
  );
}
