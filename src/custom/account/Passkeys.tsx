import { Alert, Box, Button, Link, Paper, Typography } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import type { EndpointAnswer, EndpointBody, EndpointName } from '../../../contract/endpoints/index.ts';
import { isActing, useSession } from '../../authProvider/useSession.ts';
import { useEndpointMutation, useEndpointQuery } from '../../dataProvider/useEndpoint.ts';
import { useNotice } from '../../dataProvider/useNotice.ts';
import { joinSentences } from '../../i18n/joinSentences.ts';
import { zonedMomentText } from '../../i18n/timeZone.ts';
import { ConfirmDialog } from '../../resources/dialog/ConfirmDialog.tsx';
import { InputDialog } from '../../resources/dialog/InputDialog.tsx';
import { AddPasskeyDialog, passkeyFields, passkeyInputs } from '../../shell/secondFactor/AddPasskeyDialog.tsx';
import { passkeyObstacle } from '../../shell/secondFactor/passkeySupport.ts';
import { passkeyTexts } from '../../shell/secondFactor/passkeyTexts.ts';
import { touchLinkStyle } from '../../ui/breakpoints.ts';
import { useOpenDialog } from '../../ui/dialog/DialogHost.tsx';

type Passkey = NonNullable<EndpointAnswer<'passkey_list'>['items'][number]>;

interface PasskeyProps {
  passkey: Passkey;
  onDone: () => void;
  onClose: () => void;
}

function RenamePasskeyDialog({ passkey: { id = 0, name }, onDone, onClose }: PasskeyProps) {
  const words = passkeyTexts();
  const { mutateAsync } = useEndpointMutation('passkey_rename');
  const send = async (body: Record<string, unknown>) => {
    await mutateAsync({ path: { id }, body: body as EndpointBody<'passkey_rename'> });
    onDone();
  };
  return (
    <InputDialog
      title={words.rename}
      width={480}
      action={words.save}
      fields={passkeyFields}
      inputs={passkeyInputs}
      start={{ name }}
      send={send}
      onClose={onClose}
    />
  );
}

function RemovePasskeyDialog({ passkey: { id = 0, name = '' }, onDone, onClose }: PasskeyProps) {
  const words = passkeyTexts();
  const notice = useNotice();
  const { mutateAsync } = useEndpointMutation('passkey_remove');
  const remove = async () => {
    await mutateAsync({ path: { id } });
    notice.success(words.removed);
    onDone();
  };
  return (
    <ConfirmDialog title={words.remove} danger yes={words.remove} onYes={remove} onClose={onClose}>
      {words.askRemove(name)}
    </ConfirmDialog>
  );
}

/** One passkey: its name, its times, and its buttons. */
function PasskeyLine({ passkey, onDone }: { passkey: Passkey; onDone: () => void }) {
  const words = passkeyTexts();
  const openDialog = useOpenDialog();
  const { name = '', created_at, last_used_at } = passkey;
  const used = last_used_at ? words.used(zonedMomentText(last_used_at)) : words.unused;
  const open = (Dialog: (props: PasskeyProps) => React.ReactNode) =>
    openDialog((close) => {
      const done = () => {
        close();
        onDone();
      };
      return <Dialog passkey={passkey} onDone={done} onClose={close} />;
    });
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: 1,
        py: 1,
        borderTop: 1,
        borderColor: 'divider',
      }}
    >
      <Box sx={{ flex: '1 1 220px', minWidth: 0 }}>
        <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{name}</Typography>
        <Typography variant="body2" color="text.secondary">
          <Box component="span" sx={{ display: 'inline-block' }}>
            {created_at && words.created(zonedMomentText(created_at))} ·
          </Box>{' '}
          <Box component="span" sx={{ display: 'inline-block' }}>
            {used}
          </Box>
        </Typography>
      </Box>
      <Box sx={{ display: 'flex', gap: 1, ml: -1 }}>
        <Button size="small" aria-label={words.renameOf(name)} onClick={() => open(RenamePasskeyDialog)}>
          {words.rename}
        </Button>
        <Button size="small" color="error" aria-label={words.removeOf(name)} onClick={() => open(RemovePasskeyDialog)}>
          {words.remove}
        </Button>
      </Box>
    </Box>
  );
}

/** Says why passkeys cannot be added here, and where they can. */
function Obstacle({ origin }: { origin: string | null | undefined }) {
  const words = passkeyTexts();
  const obstacle = passkeyObstacle(origin);
  if (!obstacle) return null;
  return (
    <Alert severity="info" sx={{ mb: 2 }}>
      {words[obstacle]}{' '}
      {obstacle === 'elsewhere' && (
        <Link href={`${origin}/userinfo`} sx={touchLinkStyle}>
          {origin}
        </Link>
      )}
    </Alert>
  );
}

/** The user's passkeys: what they have, and what can be done with them (issue 35, section 2). */
export default function Passkeys() {
  const words = passkeyTexts();
  const openDialog = useOpenDialog();
  const acting = isActing(useSession());
  const client = useQueryClient();
  const { data } = useEndpointQuery('passkey_list', { quiet: true }, { enabled: !acting });
  if (acting || !data) return null;
  const items = data.items as readonly Passkey[];
  const onDone = () => {
    // The first passkey turns the second factor on.
    for (const name of ['passkey_list', 'second_factor'] satisfies EndpointName[])
      void client.invalidateQueries({ queryKey: [name] });
  };
  const add = () =>
    openDialog((close) => {
      const done = () => {
        close();
        onDone();
      };
      return <AddPasskeyDialog onDone={done} onClose={close} />;
    });
  return (
    <Paper variant="outlined" component="section" aria-labelledby="passkeys" sx={{ p: 3 }}>
      <Typography component="h2" variant="h2" id="passkeys">
        {words.title}
      </Typography>
      <Typography variant="body2" color="text.secondary" sx={{ mb: 2 }}>
        {joinSentences(words.why, items.length === 0 && words.none)}
      </Typography>
      <Obstacle origin={data.origin} />
      {items.length > 0 && (
        <Box component="ul" aria-labelledby="passkeys" sx={{ listStyle: 'none', m: 0, mb: 2, p: 0 }}>
          {items.map((passkey) => (
            <PasskeyLine key={passkey.id} passkey={passkey} onDone={onDone} />
          ))}
        </Box>
      )}
      {!passkeyObstacle(data.origin) && (
        <Button variant="outlined" onClick={add}>
          {words.add}
        </Button>
      )}
    </Paper>
  );
}
