import { Box, Button, Paper, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { sessionOf, type Welcome, writeSession } from '../../authProvider/session.ts';
import { api } from '../../dataProvider/api.ts';
import { call } from '../../dataProvider/call.ts';
import { toast } from '../../dataProvider/notices.ts';
import { text } from '../../i18n/text.ts';
import { ConfirmDialog } from '../../resources/ConfirmDialog.tsx';
import { isActing, useSession } from '../../shell/useSession.ts';

/** Back from the provider with a code: the account is bound to who started, and the page is told a fresh key. */
function useReturn(onDone: () => void): void {
  const [parameters, setParameters] = useSearchParams();
  const authCode = parameters.get('authCode');
  const state = parameters.get('state');
  useEffect(() => {
    if (!authCode || !state) return;
    setParameters({}, { replace: true });
    call('dingtalk_login', { query: { authCode, state } })
      .then((welcome) => {
        writeSession(sessionOf(welcome as unknown as Welcome));
        toast(text().done.operation, 'success');
        onDone();
      })
      .catch(() => undefined);
  }, []);
}

/** The own DingTalk binding (B25, C19); nothing where DingTalk is not set up. */
export function Binding() {
  const [asking, setAsking] = useState(false);
  const session = useSession();
  const words = text().account;
  const config = useQuery({ queryKey: ['auth config'], queryFn: () => call('auth_config', { quiet: true }) });
  const relation = useQuery({
    queryKey: ['oauth relation', session?.api_key],
    queryFn: () => call('user_oauth_relation', { quiet: true }),
  });
  useReturn(() => void relation.refetch());
  const bound = relation.data;
  if (!config.data?.dingtalk && !bound?.bound) return null;
  const bind = async () => {
    const address = '/v1/oauth/jump/dingtalk';
    const { url } = await api<{ url: string }>(address, { query: { uri: '/userinfo' }, accept: 'application/json' });
    window.location.assign(url);
  };
  const unbind = async () => {
    await api(`/v1/user_oauth/${bound?.id}`, { method: 'DELETE' });
    toast(text().done.operation, 'success');
    await relation.refetch();
  };
  return (
    <Paper variant="outlined" sx={{ p: 3 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, flexWrap: 'wrap' }}>
        <Box sx={{ flex: 1 }}>
          <Typography component="h2" variant="h2">
            {words.dingtalk}
          </Typography>
          <Typography variant="body2" color="text.secondary">
            {bound?.bound ? words.bound(bound.nick ?? '') : words.unbound}
          </Typography>
        </Box>
        {bound?.bound ? (
          <Button color="error" onClick={() => setAsking(true)} disabled={isActing(session)}>
            {words.unbind}
          </Button>
        ) : (
          <Button variant="outlined" onClick={() => bind().catch(() => undefined)} disabled={isActing(session)}>
            {words.bind}
          </Button>
        )}
      </Box>
      {asking && (
        <ConfirmDialog title={words.unbind} danger yes={words.unbind} onYes={unbind} onClose={() => setAsking(false)}>
          {words.askUnbind}
        </ConfirmDialog>
      )}
    </Paper>
  );
}
