import { Alert, Box, Button, Paper, Typography } from '@mui/material';
import { authEndpoints } from '../../../contract/endpoints/auth.ts';
import { isActing, useSession } from '../../authProvider/useSession.ts';
import { useEndpointMutation, useEndpointQuery } from '../../dataProvider/useEndpoint.ts';
import { useNotice } from '../../dataProvider/useNotice.ts';
import { zonedMomentText } from '../../i18n/timeZone.ts';
import { InputDialog } from '../../resources/dialog/InputDialog.tsx';
import EnrolDialog from '../../shell/secondFactor/EnrolDialog.tsx';
import { anyCodeInputs } from '../../shell/secondFactor/factorInputs.tsx';
import { factorTexts } from '../../shell/secondFactor/factorTexts.ts';
import { useOpenDialog } from '../../ui/dialog/DialogHost.tsx';
import { RenewDialog } from './RenewDialog.tsx';

const codeFields = authEndpoints.second_factor_remove.body;

function TurnOffDialog({ question, onClose }: { question: string; onClose: () => void }) {
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
      question={question}
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
  const off = data.passkeys > 0 ? words.passkeysOnly : words.off;
  const state = data.enabled ? words.on(zonedMomentText(data.enabled_at ?? new Date())) : off;
  const hasFactor = data.enabled || data.passkeys > 0;
  return (
    <Paper variant="outlined" sx={{ p: 3 }}>
      <Typography component="h2" variant="h2">
        {words.title}
      </Typography>
      <Typography component="div" variant="body2" color="text.secondary" sx={{ mb: 2 }}>
        {state}
        {hasFactor && <Box sx={{ mt: 0.5 }}>{words.left(data.recovery_codes_left)}</Box>}
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
        {hasFactor && (
          <Button onClick={() => openDialog((close) => <RenewDialog withCode={data.enabled} onClose={close} />)}>
            {words.renew}
          </Button>
        )}
        {data.enabled && (!data.required || data.passkeys > 0) && (
          <Button
            color="error"
            onClick={() =>
              openDialog((close) => (
                <TurnOffDialog question={data.passkeys > 0 ? words.askOffApp : words.askOff} onClose={close} />
              ))
            }
          >
            {words.turnOff}
          </Button>
        )}
      </Box>
    </Paper>
  );
}
