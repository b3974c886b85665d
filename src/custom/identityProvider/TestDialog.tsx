import { Alert, Box, Button, LinearProgress, Typography } from '@mui/material';
import { useEffect, useState } from 'react';
import { testOutcomes } from '../../../contract/choices/identityProvider.ts';
import { accountRoles } from '../../../contract/choices/serviceAccount.ts';
import type { EndpointAnswer } from '../../../contract/endpoints/index.ts';
import { awaitProviderTest } from '../../authProvider/providerTest.ts';
import { failureBody, failureText } from '../../dataProvider/http/failure.ts';
import type { RecordData } from '../../dataProvider/RecordData.ts';
import { useEndpointMutation } from '../../dataProvider/useEndpoint.ts';
import { text, translate } from '../../i18n/text.ts';
import { DescriptionList } from '../../resources/values/DescriptionList.tsx';
import { AppDialog, DialogBody } from '../../ui/dialog/AppDialog.tsx';
import { type OfferedProvider, providerLabel } from '../login/provider/providers.ts';
import { testTexts } from './testTexts.ts';

type Begun = EndpointAnswer<'oidc_test'>;
type Result = EndpointAnswer<'oidc_test_finish'>;
type Lines = readonly { readonly name: string; readonly value: string | null }[];

const windowSize = 'popup,width=560,height=760';

/** Names and values as the provider writes them, one below the other. */
function NamedLines({ title, lines }: { title: string; lines: Lines }) {
  return (
    <Box sx={{ mt: 2 }}>
      <Typography component="h3" variant="h3" sx={{ mb: 1 }}>
        {title}
      </Typography>
      <DescriptionList lines={lines.map(({ name, value }) => ({ label: name, value, wide: true }))} />
    </Box>
  );
}

/** What the sign-in would have done, and the claims by which it was decided. */
function TestResult({ result }: { result: Result }) {
  const words = testTexts();
  const outcome = testOutcomes.find(({ id }) => id === result.outcome);
  const role = accountRoles.find(({ id }) => id === result.role);
  const lines = [
    ...(result.user_name ? [{ label: words.user, value: result.user_name }] : []),
    ...(role ? [{ label: words.role, value: translate(role.label) }] : []),
    ...(result.enterprise ? [{ label: words.enterprise, value: result.enterprise }] : []),
  ];
  return (
    <>
      <Alert severity={result.outcome === 'refuse' ? 'warning' : 'success'} role="status">
        <Typography component="h3" variant="h3">
          {words.would(outcome ? translate(outcome.label) : result.outcome)}
        </Typography>
        {result.reason && <Typography variant="body2">{result.reason}</Typography>}
        {result.second_factor && <Typography variant="body2">{words.code}</Typography>}
        <Typography variant="body2">{words.nothing}</Typography>
      </Alert>
      {lines.length > 0 && (
        <Box sx={{ mt: 2 }}>
          <DescriptionList lines={lines} />
        </Box>
      )}
      <NamedLines title={words.claims} lines={result.claims as unknown as Lines} />
    </>
  );
}

interface Props {
  record: RecordData;
  onClose: () => void;
}

/** Runs the test of a provider: reads its configuration, waits for the window of the sign-in, and keeps what came of it. */
function useProviderTest(provider_id: number, onDeclined: () => void) {
  const { mutateAsync: begin } = useEndpointMutation('oidc_test');
  const { mutateAsync: finish } = useEndpointMutation('oidc_test_finish');
  const [begun, setBegun] = useState<Begun>();
  const [result, setResult] = useState<Result>();
  const [failure, setFailure] = useState('');
  const start = async () => {
    setBegun(undefined);
    setResult(undefined);
    setFailure('');
    try {
      setBegun(await begin({ body: { provider_id }, quiet: true }));
    } catch (error) {
      if (failureBody(error).declined) onDeclined();
      setFailure(failureText(error));
    }
  };
  useEffect(() => {
    void start();
  }, []);
  useEffect(() => {
    if (!begun) return undefined;
    return awaitProviderTest(begun.state, (parameters) => {
      finish({ body: { parameters, verifier: begun.verifier }, quiet: true })
        .then(setResult)
        .catch((error: unknown) => setFailure(failureText(error)));
    });
  }, [begun]);
  return { begun, result, failure, start };
}

/** "Test it" of a sign-in provider (issue 35, section 1). */
export default function TestDialog({ record, onClose }: Props) {
  const words = testTexts();
  const { begun, result, failure, start } = useProviderTest(Number(record.id), onClose);
  const [opened, setOpened] = useState<'' | 'open' | 'blocked'>('');
  const isOver = result !== undefined || failure !== '';
  const openWindow = () => setOpened(window.open(begun?.url, 'provider_test', windowSize) ? 'open' : 'blocked');
  const again = () => {
    setOpened('');
    void start();
  };
  const actions = (
    <>
      <Button onClick={onClose}>{text().actions.close}</Button>
      {isOver ? (
        <Button variant="contained" onClick={again}>
          {words.again}
        </Button>
      ) : (
        <Button variant="contained" disabled={!begun} onClick={openWindow}>
          {words.open}
        </Button>
      )}
    </>
  );
  return (
    <AppDialog title={words.title(providerLabel(record as unknown as OfferedProvider))} width={640} onClose={onClose}>
      <DialogBody actions={actions} reading={words.button}>
        {failure !== '' && (
          <Alert severity="error">
            <Typography component="h3" variant="h3">
              {words.failed}
            </Typography>
            {failure}
          </Alert>
        )}
        {result && <TestResult result={result} />}
        {!isOver && !begun && (
          <Box role="status">
            <Typography sx={{ mb: 1 }}>{words.reading}</Typography>
            <LinearProgress aria-label={words.reading} />
          </Box>
        )}
        {!isOver && begun && (
          <>
            <Typography role="status">{opened === 'open' ? words.waiting : words.intro}</Typography>
            {opened === 'blocked' && (
              <Alert severity="warning" sx={{ mt: 1 }}>
                {words.blocked}
              </Alert>
            )}
          </>
        )}
        {begun && !result && <NamedLines title={words.configuration} lines={begun.configuration as unknown as Lines} />}
      </DialogBody>
    </AppDialog>
  );
}
