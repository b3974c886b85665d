import { Button, Chip, Paper, Skeleton, Table, TableBody, TableCell, TableHead, TableRow } from '@mui/material';
import { useState } from 'react';
import { useDelete, useGetList, useLogout } from 'react-admin';
import { entityNamed } from '../../../contract/index.ts';
import type { RecordData } from '../../dataProvider/record.ts';
import { useNotice } from '../../dataProvider/useNotice.ts';
import { text } from '../../i18n/text.ts';
import { Cell, labelOf } from '../../resources/cells.tsx';
import { LoadFailed } from '../../resources/detail/LoadFailed.tsx';
import { ConfirmDialog } from '../../resources/dialog/ConfirmDialog.tsx';
import { useOpenDialog } from '../../resources/dialog/DialogHost.tsx';
import { Pager } from '../../resources/list/Pager.tsx';
import { sortOf } from '../../resources/list/sort.ts';

const entity = entityNamed('session');
const columns = entity.list.columns;
const perPage = 20;
const moment = { minWidth: 92 };
/** What may wrap, so that the sign-out is in sight on a narrow screen too. */
const looks: Readonly<Record<string, object>> = {
  agent: { overflowWrap: 'anywhere', minWidth: 110 },
  login_at: moment,
  seen_at: moment,
};

/** Ends a session after a question; one's own ends as by signing out. */
function EndDialog({ session, onClose }: { session: RecordData; onClose: () => void }) {
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
    <ConfirmDialog title={words.signOut} danger onYes={end} onClose={onClose}>
      {words.askSignOut}
    </ConfirmDialog>
  );
}

function SessionRow({ session }: { session: RecordData }) {
  const openDialog = useOpenDialog();
  const words = text().account;
  return (
    <TableRow>
      {columns.map((name) => (
        <TableCell key={name} data-label={labelOf(entity, name)} sx={looks[name] ?? { whiteSpace: 'nowrap' }}>
          <Cell entity={entity} name={name} record={session} />
          {name === columns[0] && session.current === true && (
            <Chip size="small" label={words.current} color="success" variant="outlined" sx={{ ml: 1 }} />
          )}
        </TableCell>
      ))}
      <TableCell align="right">
        <Button color="error" onClick={() => openDialog((close) => <EndDialog session={session} onClose={close} />)}>
          {words.signOut}
        </Button>
      </TableCell>
    </TableRow>
  );
}

/** Where one is signed in, each with its sign-out (B25). */
export function Sessions() {
  const [page, setPage] = useState(1);
  const params = { pagination: { page, perPage }, sort: sortOf(entity) };
  const { data, total = 0, isPending, error, refetch } = useGetList<RecordData>('session', params);
  if (error && !data) return <LoadFailed onRetry={() => refetch()} />;
  if (isPending) return <Skeleton variant="rounded" height={160} />;
  return (
    <Paper variant="outlined" sx={{ overflowX: 'auto' }}>
      <Table size="small" className="stacks" sx={{ '& th, & td': { px: 1 } }}>
        <TableHead>
          <TableRow>
            {columns.map((name) => (
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
  );
}
