import { Alert, Box, Button, Paper, Typography } from '@mui/material';
import { followLinkJump } from '../../authProvider/jump.ts';
import { isActing, useSession } from '../../authProvider/useSession.ts';
import { useEndpointMutation, useEndpointQuery } from '../../dataProvider/useEndpoint.ts';
import { useNotice } from '../../dataProvider/useNotice.ts';
import { zonedMomentText } from '../../i18n/timeZone.ts';
import { ConfirmDialog } from '../../resources/dialog/ConfirmDialog.tsx';
import { useOpenDialog } from '../../ui/dialog/DialogHost.tsx';
import { type OfferedProvider, providerLabel } from '../login/provider/providers.ts';
import { linkTexts } from './linkTexts.ts';

/** A linked account, with the texts of its provider. */
interface Link extends OfferedProvider {
  readonly name: string;
  readonly created_at: string;
}

function UnlinkDialog({ link, onClose }: { link: Link; onClose: () => void }) {
  const words = linkTexts();
  const notice = useNotice();
  const { mutateAsync } = useEndpointMutation('oidc_unlink');
  const unlink = async () => {
    await mutateAsync({ body: { id: link.id } });
    notice.success(words.done);
  };
  return (
    <ConfirmDialog title={words.unlink} danger yes={words.unlink} onYes={unlink} onClose={onClose}>
      {words.askUnlink(link.name)}
    </ConfirmDialog>
  );
}

/** A linked account: what it is called at the provider, and the way to unlink it. */
function LinkLine({ link }: { link: Link }) {
  const words = linkTexts();
  const openDialog = useOpenDialog();
  return (
    <Box component="li" sx={{ display: 'flex', alignItems: 'center', gap: 2, flexWrap: 'wrap' }}>
      <Box sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
        <Typography variant="body1">{link.name}</Typography>
        <Typography variant="body2" color="text.secondary">
          {words.linked(providerLabel(link), zonedMomentText(link.created_at))}
        </Typography>
      </Box>
      <Button
        color="error"
        aria-label={words.unlinkOf(link.name)}
        onClick={() => openDialog((close) => <UnlinkDialog link={link} onClose={close} />)}
      >
        {words.unlink}
      </Button>
    </Box>
  );
}

/** The user's accounts at sign-in providers (issue 35, section 1); not shown where there are none. */
export default function LinkedAccounts() {
  const acting = isActing(useSession());
  const words = linkTexts();
  const { data } = useEndpointQuery('oidc_identities', { quiet: true }, { enabled: !acting });
  const { mutateAsync, isPending } = useEndpointMutation('oidc_begin');
  const items = (data?.items ?? []) as unknown as readonly Link[];
  const providers = (data?.providers ?? []) as unknown as readonly OfferedProvider[];
  const closedBy = data?.password_closed_by as Omit<OfferedProvider, 'id'> | null | undefined;
  if (acting || items.length + providers.length === 0) return null;
  const link = async (provider_id: number) => followLinkJump(await mutateAsync({ body: { provider_id } }));
  return (
    <Paper variant="outlined" sx={{ p: 3 }}>
      <Typography component="h2" variant="h2">
        {words.title}
      </Typography>
      {closedBy && (
        <Alert severity="info" sx={{ my: 1 }}>
          {words.closed(providerLabel(closedBy))}
        </Alert>
      )}
      {items.length === 0 && (
        <Typography variant="body2" color="text.secondary">
          {words.none}
        </Typography>
      )}
      {items.length > 0 && (
        <Box component="ul" sx={{ listStyle: 'none', p: 0, my: 1, display: 'grid', gap: 1 }}>
          {items.map((one) => (
            <LinkLine key={one.id} link={one} />
          ))}
        </Box>
      )}
      <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap', mt: 2 }}>
        {providers.map((provider) => (
          <Button
            key={provider.id}
            variant="outlined"
            disabled={isPending}
            onClick={() => void link(provider.id).catch(() => undefined)}
          >
            {words.link(providerLabel(provider))}
          </Button>
        ))}
      </Box>
    </Paper>
  );
}
