import { Box, Button, Chip, Paper, Table, TableBody, TableCell, TableHead, TableRow } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { session as declaration } from '../../../contract/entities/session.ts';
import type { Entity } from '../../../contract/entity.ts';
import { endSession } from '../../authProvider/leave.ts';
import { api, type Page } from '../../dataProvider/api.ts';
import { toast } from '../../dataProvider/notices.ts';
import { text } from '../../i18n/text.ts';
import { ConfirmDialog } from '../../resources/ConfirmDialog.tsx';
import { Cell, labelOf } from '../../resources/cells.tsx';
import { useSession } from '../../shell/useSession.ts';
import type { RecordData } from '../registry.tsx';

const entity = declaration as unknown as Entity;
const columns = ['user_id', 'address', 'agent', 'login_at', 'seen_at'];
const moment = { minWidth: 92 };
/** What may wrap, so that the sign-out is in sight on a narrow screen too. */
const looks: Readonly<Record<string, object>> = {
  agent: { overflowWrap: 'anywhere', minWidth: 110 },
  login_at: moment,
  seen_at: moment,
};

/** Where one is signed in, each with its sign-out (B25). */
export function Sessions() {
  const [ending, setEnding] = useState<RecordData>();
  const key = useSession()?.api_key;
  const words = text().account;
  const found = useQuery({
    queryKey: ['session', key],
    queryFn: () => api<Page<RecordData>>('/v1/session/list', { query: { is_paginate: false } }),
  });
  const end = async (session: RecordData) => {
    await api(`/v1/session/${session.id}`, { method: 'DELETE' });
    if (session.current === true) return endSession();
    toast(text().done.operation, 'success');
    await found.refetch();
  };
  return (
    <Paper variant="outlined" sx={{ overflowX: 'auto' }}>
      <Table size="small" sx={{ '& th, & td': { px: 1 } }}>
        <TableHead>
          <TableRow>
            {columns.map((name) => (
              <TableCell key={name}>{labelOf(entity, name)}</TableCell>
            ))}
            <TableCell align="right">{text().list.actions}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {found.data?.items.map((session) => (
            <TableRow key={session.id}>
              {columns.map((name) => (
                <TableCell key={name} sx={looks[name] ?? { whiteSpace: 'nowrap' }}>
                  <Cell entity={entity} name={name} record={session} />
                  {name === 'user_id' && session.current === true && (
                    <Chip size="small" label={words.current} color="success" variant="outlined" sx={{ ml: 1 }} />
                  )}
                </TableCell>
              ))}
              <TableCell align="right">
                <Button color="error" onClick={() => setEnding(session)}>
                  {words.signOut}
                </Button>
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
      {ending && (
        <ConfirmDialog title={words.signOut} danger onYes={() => end(ending)} onClose={() => setEnding(undefined)}>
          <Box>{words.askSignOut}</Box>
        </ConfirmDialog>
      )}
    </Paper>
  );
}
