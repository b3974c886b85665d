import {
  Box,
  Button,
  Paper,
  Skeleton,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableRow,
  Typography,
} from '@mui/material';
import { useState } from 'react';
import { useDelete, useGetList, useLogout } from 'react-admin';
import type { Entity } from '../../../contract/schema/entity.ts';
import type { SessionUser } from '../../authProvider/session.ts';
import { displayName, isActing, useSession } from '../../authProvider/useSession.ts';
import { defaultSort } from '../../dataProvider/lists/defaultSort.ts';
import type { RecordData } from '../../dataProvider/RecordData.ts';
import { useEndpointMutation } from '../../dataProvider/useEndpoint.ts';
import { useNotice } from '../../dataProvider/useNotice.ts';
import { text } from '../../i18n/text.ts';
import { useContract } from '../../resources/ContractContext.ts';
import { ConfirmDialog } from '../../resources/dialog/ConfirmDialog.tsx';
import { Pager } from '../../resources/paging/Pager.tsx';
import { Cell, labelOf } from '../../resources/values/Cell.tsx';
import { dateTimeText } from '../../resources/values/format.ts';
import { useOpenDialog } from '../../ui/dialog/DialogHost.tsx';
import { LoadFailed } from '../../ui/LoadFailed.tsx';

const perPage = 20;
const timeStyle = { minWidth: 92 };
/** These cells may wrap, so that the sign-out button is visible on a narrow screen. */
const cellStyles: Readonly<Record<string, object>> = {
  device: { overflowWrap: 'anywhere', minWidth: 90 },
  method: { minWidth: 76 },
  address: { overflowWrap: 'anywhere', minWidth: 90 },
  login_at: timeStyle,
  seen_at: timeStyle,
};

/** Below the name where the columns are narrow. */
const currentMarkStyle = {
  ml: { xs: 0, lg: 1 },
  display: { sm: 'block', lg: 'inline' },
  width: 'fit-content',
} as const;

/** The same style and distances as in the console's lists. */
const tableStyle = {
  '& th': { color: 'text.secondary' },
  '& th, & td': { px: 1 },
  '& tr > :first-of-type': { pl: { sm: 2 } },
  '& tr > :last-of-type': { pr: { sm: 2 } },
  '& tbody tr:last-of-type > td': { borderBottom: 0 },
  // Aligns the button's text with the end of its heading.
  '& td .MuiButton-root': { mr: { sm: -0.625 } },
} as const;

/** Tells a session from others: user, address, device and start; empty values are left out. */
const sessionText = (entity: Entity, { user, address, device, login_at }: RecordData): string => {
  const since = login_at ? `${labelOf(entity, 'login_at')} ${dateTimeText(login_at)}` : '';
  return [displayName(user as SessionUser), address, device, since].filter(Boolean).join(' · ');
};

/** Ends a session after a confirmation that names it. To end the current session is to sign out. */
function EndSessionDialog({ session, onClose }: { session: RecordData; onClose: () => void }) {
  const entity = useContract().entity('session');
  const [remove] = useDelete();
  const logout = useLogout();
  const notice = useNotice();
  const words = text().account;
  const end = async () => {
    if (session.current === true) return logout();
    const params = { id: session.id, previousData: session };
    await remove('session', params, { returnPromise: true, mutationMode: 'pessimistic' });
    notice.success(text().done.operation);
  };
  return (
    <ConfirmDialog title={words.endSession} danger yes={words.endSession} onYes={end} onClose={onClose}>
      <Typography sx={{ fontWeight: 600, mb: 1, overflowWrap: 'anywhere' }}>{sessionText(entity, session)}</Typography>
      {session.current === true ? words.askEndOwn : words.askEnd}
    </ConfirmDialog>
  );
}

/** Ends all sessions of the user but this one, after a confirmation. */
function EndOthersDialog({ onClose }: { onClose: () => void }) {
  const { mutateAsync } = useEndpointMutation('logout_others');
  const notice = useNotice();
  const words = text().account;
  const end = async () => {
    await mutateAsync({});
    notice.success(text().done.operation);
  };
  return (
    <ConfirmDialog title={words.endOthers} danger yes={words.endOthers} onYes={end} onClose={onClose}>
      {words.askEndOthers}
    </ConfirmDialog>
  );
}

function SessionRow({ session }: { session: RecordData }) {
  const entity = useContract().entity('session');
  const { columns } = entity.list;
  const openDialog = useOpenDialog();
  const words = text().account;
  return (
    <TableRow>
      {columns.map((name) => (
        <TableCell
          key={name}
          data-label={labelOf(entity, name)}
          sx={cellStyles[name] ?? { whiteSpace: { sm: 'nowrap' } }}
        >
          <Cell entity={entity} name={name} record={session} />
          {name === 'address' && (
            <Box component="span" sx={{ display: 'block', color: 'text.secondary' }}>
              <Cell entity={entity} name="place" record={session} />
            </Box>
          )}
          {name === columns[0] && session.current === true && (
            <Box component="span" className="choice good" sx={currentMarkStyle}>
              {words.current}
            </Box>
          )}
        </TableCell>
      ))}
      <TableCell align="right">
        <Button
          color="error"
          onClick={() => openDialog((close) => <EndSessionDialog session={session} onClose={close} />)}
        >
          {words.signOut}
        </Button>
      </TableCell>
    </TableRow>
  );
}

/** The user's sessions, each with a sign-out button (B25). */
export function Sessions() {
  const entity = useContract().entity('session');
  const [page, setPage] = useState(1);
  const openDialog = useOpenDialog();
  const acting = isActing(useSession());
  const params = { pagination: { page, perPage }, sort: defaultSort(entity) };
  const { data, total = 0, isPending, error, refetch } = useGetList<RecordData>('session', params);
  if (error && !data) return <LoadFailed onRetry={() => refetch()} />;
  if (isPending) return <Skeleton variant="rounded" height={160} />;
  return (
    <>
      {total > 1 && !acting && (
        <Box sx={{ display: 'flex', justifyContent: 'flex-end', mb: 2 }}>
          <Button
            color="error"
            variant="outlined"
            onClick={() => openDialog((close) => <EndOthersDialog onClose={close} />)}
          >
            {text().account.endOthers}
          </Button>
        </Box>
      )}
      <Paper variant="outlined" sx={{ overflowX: 'auto' }}>
        <Table size="small" className="stacks" sx={tableStyle}>
          <TableHead>
            <TableRow>
              {entity.list.columns.map((name) => (
                <TableCell key={name}>{labelOf(entity, name)}</TableCell>
              ))}
              <TableCell align="right">{text().list.actions}</TableCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {data?.map((session) => (
              <SessionRow key={session.id} session={session} />
            ))}
          </TableBody>
        </Table>
        <Pager total={total} page={page} perPage={perPage} onPage={setPage} />
      </Paper>
    </>
  );
}
