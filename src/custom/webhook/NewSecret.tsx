import { Alert, Button, DialogActions, DialogContent, Typography } from '@mui/material';
import { text } from '../../i18n/text.ts';
import type { CreatedProps } from '../../resources/overrides.ts';
import { CodeExample } from '../programs/CodeExample.tsx';
import { ShownOnce } from '../programs/ShownOnce.tsx';
import { GuideLinks } from './GuideLinks.tsx';

/** The address of the product's public keys. */
const keysAddress = (): string => `${window.location.origin}/.well-known/jwks.json`;

/** How a program verifies a delivery by the secret. */
const verification = `import { Webhook } from 'standardwebhooks';

const webhook = new Webhook(process.env.WEBHOOK_SECRET);
const event = webhook.verify(body, headers);`;

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
          <CodeExample name="JSON Web Key Set" code={keysAddress()} />
          <GuideLinks />
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
      <CodeExample name="TypeScript" code={verification} />
      <GuideLinks />
    </ShownOnce>
  );
}
