import { Box, Button, Paper, Typography } from '@mui/material';
import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useAuthProvider, useDelete } from 'react-admin';
import { useSearchParams } from 'react-router';
import type { ConsoleAuthProvider } from '../../authProvider/authProvider.ts';
import { followProviderJump, type ProviderJump } from '../../authProvider/jump.ts';
import { isActing, useSession } from '../../authProvider/useSession.ts';
import { failureText } from '../../dataProvider/http/failure.ts';
import { useConsoleDataProvider, useEndpointQuery } from '../../dataProvider/useEndpoint.ts';
import { useNotice } from '../../dataProvider/useNotice.ts';
import { text } from '../../i18n/text.ts';
import { ConfirmDialog } from '../../resources/dialog/ConfirmDialog.tsx';
import { useOpenDialog } from '../../ui/dialog/DialogHost.tsx';

/**
 * Handles the return from DingTalk with a code: binds the account to the user who started, and starts a session with a
 * new key.
 */
function useBindOnReturn(): void {
  const [parameters, setParameters] = useSearchParams();
  const provider = useAuthProvider<ConsoleAuthProvider>();
  const notice = useNotice();
  const authCode = parameters.get('authCode');
  const state = parameters.get('state');
  useEffect(() => {
    if (!authCode || !state || !provider) return;
    setParameters({}, { replace: true });
    provider.login({ authCode, state }).then(
      () => notice.success(text().done.operation),
      (failure: unknown) => notice.error(failureText(failure)),
    );
  }, []);
}

/** Goes to DingTalk, which returns to this page. */
function useBind() {
  const data = useConsoleDataProvider();
  return useMutation({
    mutationFn: async () => {
      const input = { query: { uri: '/userinfo' }, accept: 'application/json' } as const;
      followProviderJump((await data.call('dingtalk_jump', input)) as unknown as ProviderJump);
    },
  });
}

function UnbindDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const [remove] = useDelete();
  const notice = useNotice();
  const words = text().account;
  const unbind = async () => {
    await remove('user_oauth', { id }, { returnPromise: true, mutationMode: 'pessimistic' });
    notice.success(text().done.operation);
  };
  return (
    <ConfirmDialog title={words.unbind} danger yes={words.unbind} onYes={unbind} onClose={onClose}>
      {words.askUnbind}
    </ConfirmDialog>
  );
}

/** The user's DingTalk binding (B25, C19); not shown where DingTalk is not configured. */
export function DingtalkBinding() {
  const openDialog = useOpenDialog();
  const acting = isActing(useSession());
  const words = text().account;
  const config = useEndpointQuery('auth_config', { quiet: true });
  const { data: bound } = useEndpointQuery('user_oauth_relation', { quiet: true });
  const bind = useBind();
  useBindOnReturn();
  if (!config.data?.dingtalk && !bound?.bound) return null;
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
          <Button
            color="error"
            onClick={() => openDialog((close) => <UnbindDialog id={bound.id ?? 0} onClose={close} />)}
            disabled={acting}
          >
            {words.unbind}
          </Button>
        ) : (
          <Button variant="outlined" onClick={() => bind.mutate()} disabled={acting || bind.isPending}>
            {words.bind}
          </Button>
        )}
      </Box>
    </Paper>
  );
}
