import {
  Box,
  Button,
  Link,
  Paper,
  Skeleton,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableRow,
  Typography,
} from '@mui/material';
import type { ReactNode } from 'react';
import { signingKeyStates } from '../../../contract/choices/signingKey.ts';
import { useEndpointMutation, useEndpointQuery } from '../../dataProvider/useEndpoint.ts';
import { useNotice } from '../../dataProvider/useNotice.ts';
import { ConfirmDialog } from '../../resources/dialog/ConfirmDialog.tsx';
import { ChoiceChip } from '../../resources/values/ChoiceChip.tsx';
import { CodeText } from '../../resources/values/CodeText.tsx';
import { dateTimeText, numberText } from '../../resources/values/format.ts';
import { useOpenDialog } from '../../ui/dialog/DialogHost.tsx';
import { LoadFailed } from '../../ui/LoadFailed.tsx';
import { signingKeyTexts } from './signingKeyTexts.ts';

/** A key as it is answered. */
interface SigningKey {
  readonly kid: string;
  readonly state: (typeof signingKeyStates)[number]['id'];
  readonly created_at: Date;
  readonly activated_at?: Date | null;
  readonly retired_at?: Date | null;
  /** The licences that were issued while it signed. */
  readonly licences: number;
  /** The issuing profiles that name it. */
  readonly profiles: number;
}

const publicKeys = '/.well-known/jwks.json';
const stateOf = (keys: readonly SigningKey[], state: SigningKey['state']) => keys.find((key) => key.state === state);

/** The sentences of a dialog, each in its own line. */
const Sentences = ({ children }: { children: readonly (string | false | undefined)[] }) => (
  <Box component="ul" sx={{ m: 0, pl: 2.5, '& li': { mb: 0.75, overflowWrap: 'anywhere' } }}>
    {children.filter(Boolean).map((sentence) => (
      <li key={String(sentence)}>{sentence}</li>
    ))}
  </Box>
);

function PrepareDialog({ onClose }: { onClose: () => void }) {
  const words = signingKeyTexts();
  const notice = useNotice();
  const { mutateAsync } = useEndpointMutation('signing_key_prepare');
  const prepare = async () => {
    await mutateAsync({});
    notice.success(words.prepared);
  };
  return (
    <ConfirmDialog title={words.prepare} yes={words.prepare} onYes={prepare} onClose={onClose}>
      <Sentences>{words.prepareAsk}</Sentences>
    </ConfirmDialog>
  );
}

/** Asks before the key is changed: what follows for licences, profiles and products. */
function RotateDialog({
  keys,
  current,
  onClose,
}: {
  keys: readonly SigningKey[];
  current: SigningKey;
  onClose: () => void;
}) {
  const words = signingKeyTexts();
  const notice = useNotice();
  const { mutateAsync } = useEndpointMutation('signing_key_rotate');
  const prepared = stateOf(keys, 'prepared');
  const rotate = async () => {
    const answer = await mutateAsync({ body: { kid: current.kid } });
    notice.success(words.rotated(stateOf(answer.keys as readonly SigningKey[], 'current')?.kid ?? ''));
  };
  return (
    <ConfirmDialog title={words.rotate} yes={words.rotate} danger onYes={rotate} onClose={onClose}>
      <Sentences>
        {[
          prepared ? words.isPrepared(prepared.kid) : words.isNew,
          !prepared && words.unprepared,
          words.stay(current.licences),
          current.profiles > 0 && words.profiles(current.profiles),
          words.final,
        ]}
      </Sentences>
    </ConfirmDialog>
  );
}

function KeyRow({ signingKey }: { signingKey: SigningKey }) {
  const words = signingKeyTexts();
  const { kid, state, created_at, activated_at, retired_at, licences } = signingKey;
  const cells: readonly (readonly [string, ReactNode])[] = [
    [
      words.key,
      <Box key="kid" component="code" sx={{ overflowWrap: 'anywhere' }}>
        <CodeText>{kid}</CodeText>
      </Box>,
    ],
    [words.state, <ChoiceChip key="state" choices={signingKeyStates} value={state} />],
    [words.created, dateTimeText(created_at)],
    [words.from, dateTimeText(activated_at)],
    [words.until, dateTimeText(retired_at)],
    [words.licences, numberText(licences)],
  ];
  return (
    <TableRow>
      {cells.map(([label, value]) => (
        <TableCell key={label} data-label={label} align={label === words.licences ? 'right' : 'left'}>
          {value}
        </TableCell>
      ))}
    </TableRow>
  );
}

function Keys({ keys }: { keys: readonly SigningKey[] }) {
  const words = signingKeyTexts();
  const openDialog = useOpenDialog();
  const current = stateOf(keys, 'current');
  const isPrepared = stateOf(keys, 'prepared') !== undefined;
  return (
    <>
      <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap', mb: 2 }}>
        {!isPrepared && (
          <Button variant="outlined" onClick={() => openDialog((close) => <PrepareDialog onClose={close} />)}>
            {words.prepare}
          </Button>
        )}
        {current && (
          <Button
            variant={isPrepared ? 'contained' : 'outlined'}
            onClick={() => openDialog((close) => <RotateDialog keys={keys} current={current} onClose={close} />)}
          >
            {words.rotate}
          </Button>
        )}
      </Box>
      <Paper variant="outlined" sx={{ overflowX: 'auto' }}>
        <Table size="small" className="stacks" sx={{ '& th': { color: 'text.secondary' } }}>
          <TableHead>
            <TableRow>
              {[words.key, words.state, words.created, words.from, words.until].map((label) => (
                <TableCell key={label}>{label}</TableCell>
              ))}
              <TableCell align="right">{words.licences}</TableCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {keys.map((one) => (
              <KeyRow key={one.kid} signingKey={one} />
            ))}
          </TableBody>
        </Table>
      </Paper>
    </>
  );
}

/** The keys that sign licences: which signs now, which is next, and which only verify (issue 35, section 6). */
export default function SigningKeysPage() {
  const words = signingKeyTexts();
  const { data, error, refetch } = useEndpointQuery('signing_key_list');
  const keys = data?.keys as readonly SigningKey[] | undefined;
  return (
    <Box>
      <Typography component="h1" variant="h1" sx={{ mb: 0.5 }}>
        {words.title}
      </Typography>
      <Typography color="text.secondary" sx={{ mb: 2.5, maxWidth: 960, overflowWrap: 'anywhere' }}>
        {words.intro}{' '}
        <Link href={publicKeys} target="_blank" rel="noreferrer">
          {`${window.location.origin}${publicKeys}`}
        </Link>
      </Typography>
      {keys && <Keys keys={keys} />}
      {!keys && (error ? <LoadFailed onRetry={() => refetch()} /> : <Skeleton variant="rounded" height={160} />)}
    </Box>
  );
}
