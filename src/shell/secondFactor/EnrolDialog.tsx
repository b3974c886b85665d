import { Box, Button, Typography } from '@mui/material';
import { useState } from 'react';
import { authEndpoints } from '../../../contract/endpoints/auth.ts';
import type { EndpointAnswer } from '../../../contract/endpoints/index.ts';
import { useEndpointMutation, useEndpointQuery } from '../../dataProvider/useEndpoint.ts';
import { text } from '../../i18n/text.ts';
import { InputDialog } from '../../resources/dialog/InputDialog.tsx';
import { QrCode } from '../../ui/QrCode.tsx';
import { AddPasskeyDialog } from './AddPasskeyDialog.tsx';
import { codeInputs, passwordInputs } from './factorInputs.tsx';
import { factorTexts } from './factorTexts.ts';
import { passkeyObstacle } from './passkeySupport.ts';
import { passkeyTexts } from './passkeyTexts.ts';
import { RecoveryCodes } from './RecoveryCodes.tsx';

type Begun = EndpointAnswer<'second_factor_begin'>;

const passwordFields = authEndpoints.second_factor_begin.body;
const codeFields = authEndpoints.second_factor_confirm.body;

/** The secret as a QR code and as text. */
function SecretView({ secret, uri }: Begun) {
  const words = factorTexts();
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr', sm: 'auto 1fr' }, gap: 2, alignItems: 'center' }}>
      <QrCode text={uri} label={words.picture} size={200} />
      <div>
        <Typography sx={{ mb: 2 }}>{words.scan}</Typography>
        <Typography variant="body2" color="text.secondary">
          {words.byKey}
        </Typography>
        <Box
          component="code"
          translate="no"
          data-testid="factor-secret"
          sx={{ overflowWrap: 'anywhere', fontSize: 15, userSelect: 'all' }}
        >
          {secret.match(/.{1,4}/g)?.join(' ')}
        </Box>
      </div>
    </Box>
  );
}

/** Leads to a passkey in place of the app, where passkeys work. */
function PasskeyInstead({ onClick }: { onClick: () => void }) {
  const { data } = useEndpointQuery('passkey_list', { quiet: true });
  if (!data || passkeyObstacle(data.origin)) return null;
  return (
    <Button variant="outlined" onClick={onClick} sx={{ mb: 2 }}>
      {passkeyTexts().instead}
    </Button>
  );
}

interface Props {
  /** True if the user must set it up before anything else. */
  due?: boolean;
  /** Called after the recovery codes were shown. */
  onDone: () => void;
  onClose: () => void;
}

/** Sets up the second factor: the password, the code of the app, and the recovery codes (issue 35, section 2). */
export default function EnrolDialog({ due = false, onDone, onClose }: Props) {
  const words = factorTexts();
  const begin = useEndpointMutation('second_factor_begin');
  const confirm = useEndpointMutation('second_factor_confirm');
  const [begun, setBegun] = useState<Begun>();
  const [codes, setCodes] = useState<readonly string[]>();
  const dueProps = due ? { stays: true, leave: text().header.logout } : {};
  const title = due ? words.dueTitle : words.title;
  const [isPasskey, setPasskey] = useState(false);
  if (isPasskey) return <AddPasskeyDialog leave={text().header.logout} onDone={onDone} onClose={onClose} />;
  if (codes) return <RecoveryCodes codes={codes} onClose={onDone} />;
  if (begun)
    return (
      <InputDialog
        key="code"
        {...dueProps}
        title={title}
        width={640}
        action={words.confirm}
        fields={codeFields}
        inputs={codeInputs}
        question={<SecretView {...begun} />}
        send={async (body) =>
          setCodes((await confirm.mutateAsync({ body: body as { code: string } })).recovery_codes as string[])
        }
        onClose={onClose}
      />
    );
  return (
    <InputDialog
      key="password"
      {...dueProps}
      title={title}
      width={560}
      action={words.next}
      fields={passwordFields}
      inputs={passwordInputs}
      question={
        <>
          {due && <Typography sx={{ mb: 1 }}>{words.dueWhy}</Typography>}
          {due && <PasskeyInstead onClick={() => setPasskey(true)} />}
          <Typography color="text.secondary">{words.whyPassword}</Typography>
        </>
      }
      send={async (body) => setBegun(await begin.mutateAsync({ body: body as { password?: string } }))}
      onClose={onClose}
    />
  );
}
