import { Box, Button, Table, TableBody, TableCell, TableHead, TableRow, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { assignment } from '../../../contract/entities/assignment.ts';
import type { Entity } from '../../../contract/entity.ts';
import { api, type Page } from '../../dataProvider/api.ts';
import { text } from '../../i18n/text.ts';
import { Cell, labelOf } from '../../resources/cells.tsx';
import { momentText, valueAt } from '../../resources/format.ts';
import { Pager } from '../../resources/Pager.tsx';
import { part } from '../../shell/part.ts';
import { useRole } from '../../shell/useSession.ts';
import type { RecordData } from '../registry.tsx';
import { hostsText } from './cells.tsx';

const LicenceDetail = lazy(() => part(import('../licence/LicenceDetail.tsx')));
const entity = assignment as unknown as Entity;

/** What has been allocated from an order (R-ODLG-02 to R-ODLG-04); an enterprise user may look into each. */
export function OrderHistory({ order }: { order: number }) {
  const [page, setPage] = useState(1);
  const [open, setOpen] = useState<number>();
  const enterprise = useRole() === 'Enterprise';
  const found = useQuery({
    queryKey: ['assignment', 'ofOrder', order, page],
    queryFn: () => api<Page<RecordData>>('/v1/assignment/list', { query: { filter_order_id: order, page } }),
  });
  const words = text().order;
  const heads = [
    labelOf(entity, 'project_id'),
    words.quantity,
    labelOf(entity, 'task_status'),
    words.allocatedAt,
    labelOf(entity, 'expired_at'),
  ];
  return (
    <Box sx={{ mt: 3 }}>
      <Typography component="h3" variant="h3" sx={{ mb: 1 }}>
        {words.history}
      </Typography>
      <Box
        sx={{ height: 400, overflow: 'auto', border: 1, borderColor: 'divider', borderRadius: 1 }}
        tabIndex={0}
        role="region"
        aria-label={words.history}
      >
        <Table size="small" stickyHeader>
          <TableHead>
            <TableRow>
              {heads.map((head) => (
                <TableCell key={head}>{head}</TableCell>
              ))}
              {enterprise && <TableCell align="right">{text().list.actions}</TableCell>}
            </TableRow>
          </TableHead>
          <TableBody>
            {found.data?.items.map((row) => (
              <TableRow key={row.id}>
                <TableCell>{String(valueAt(row, 'project.name'))}</TableCell>
                <TableCell>
                  {hostsText(
                    valueAt(row, 'content.hosts') ?? valueAt(row, 'content.value'),
                    valueAt(row, 'project.product'),
                  )}
                </TableCell>
                <TableCell>
                  <Cell entity={entity} name="task_status" record={row} />
                </TableCell>
                <TableCell>{momentText(row.created_at)}</TableCell>
                <TableCell>{momentText(row.expired_at)}</TableCell>
                {enterprise && (
                  <TableCell align="right">
                    <Button onClick={() => setOpen(row.id)}>{text().actions.detail}</Button>
                  </TableCell>
                )}
              </TableRow>
            ))}
          </TableBody>
        </Table>
        {found.data?.total === 0 && (
          <Typography color="text.secondary" variant="body2" sx={{ p: 4, textAlign: 'center' }}>
            {words.noHistory}
          </Typography>
        )}
      </Box>
      {found.data && <Pager total={found.data.total} page={page} perPage={found.data.per_page} onPage={setPage} />}
      <Suspense fallback={null}>
        {open !== undefined && (
          <LicenceDetail id={open} onClose={() => setOpen(undefined)} onDone={() => void found.refetch()} />
        )}
      </Suspense>
    </Box>
  );
}
