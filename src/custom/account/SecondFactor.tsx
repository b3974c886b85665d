import { Alert, Box, Button, Paper, Typography } from '@mui/material';
import { useState } from 'react';
import { isActing, useSession } from '../../authProvider/useSession.ts';
import { endpointBodyFields } from '../../dataProvider/callEndpoint.ts';
import { useEndpointMutation, useEndpointQuery } from '../../dataProvider/useEndpoint.ts';
import { useNotice } from '../../dataProvider/useNotice.ts';
import { zonedMomentText } from '../../i18n/timeZone.ts';
import { InputDialog } from '../../resources/dialog/InputDialog.tsx';
import EnrolDialog from '../../shell/secondFactor/EnrolDialog.tsx';
import { anyCodeInputs } from '../../shell/secondFactor/factorInputs.tsx';
import { factorTexts } from '../../shell/secondFactor/factorTexts.ts';
import { RecoveryCodes } from '../../shell/secondFactor/RecoveryCodes.tsx';
import { useOpenDialog } from '../../ui/dialog/DialogHost.tsx';

const codeFields = endpointBodyFields('second_factor_remove');

/** Replaces the recovery codes, on the proof of a code, and shows the new ones. */
function RenewDialog({ onClose }: { onClose: () => void }) {
  const words = factorTexts();
  const { mutateAsync } = useEndpointMutation('second_factor_recovery_codes');
  const [codes, setCodes] = useState<readonly string[]>();
  if (codes) return <RecoveryCodes codes={codes} onClose={onClose} />;
  return (
    <InputDialog
      title={words.renew}
      width={560}
      action={words.renew}
      fields={codeFields}
      inputs={anyCodeInputs}
      question={words.askRenew}
      send={async (body) =>
        setCodes((await mutateAsync({ body: body as { code: string } })).recovery_codes as string[])
      }
      onClose={onClose}
    />
  );
}

function TurnOffDialog({ onClose }: { onClose: () => void }) {
  const words = factorTexts();
  const notice = useNotice();
  const { mutateAsync } = useEndpointMutation('second_factor_remove');
  const send = async (body: Record<string, unknown>) => {
    await mutateAsync({ body: body as { code: string } });
    notice.success(words.doneOff);
    onClose();
  };
  return (
    <InputDialog
      title={`${words.turnOff} · ${words.title}`}
      width={560}
      action={words.turnOff}
      danger
      fields={codeFields}
      inputs={anyCodeInputs}
      question={words.askOff}
      send={send}
      onClose={onClose}
    />
  );
}

/** The user's second factor: its state, and what can be done with it (issue 35, section 2). */
export default function SecondFactor() {
  const openDialog = useOpenDialog();
  const acting = isActing(useSession());
  const { data, refetch } = useEndpointQuery('second_factor', { quiet: true }, { enabled: !acting });
  const words = factorTexts();
  if (acting || !data) return null;
  const enrol = () =>
    openDialog((close) => {
      const done = () => {
        close();
        void refetch();
      };
      return <EnrolDialog onDone={done} onClose={close} />;
    });
  const state = data.enabled ? words.on(zonedMomentText(data.enabled_at ?? new Date())) : words.off;
  return (
    <Paper variant="outlined" sx={{ p: 3 }}>
      <Typography component="h2" variant="h2">
        {words.title}
      </Typography>
      <Typography component="div" variant="body2" color="text.secondary" sx={{ mb: 2 }}>
        {state}
        {data.enabled && <Box sx={{ mt: 0.5 }}>{words.left(data.recovery_codes_left)}</Box>}
      </Typography>
      {data.due_at && (
        <Alert severity="warning" sx={{ mb: 2 }}>
          {words.due(zonedMomentText(data.due_at))}
        </Alert>
      )}
      <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap' }}>
        <Button variant="outlined" onClick={enrol}>
          {data.enabled ? words.replace : words.setUp}
        </Button>
        {data.enabled && (
          <Button onClick={() => openDialog((close) => <RenewDialog onClose={close} />)}>{words.renew}</Button>
        )}
        {data.enabled && !data.required && (
          <Button color="error" onClick={() => openDialog((close) => <TurnOffDialog onClose={close} />)}>
            {words.turnOff}
          </Button>
        )}
      </Box>
    </Paper>
  );
}
