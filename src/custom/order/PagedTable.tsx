import { Box, CircularProgress, Table, TableBody, TableHead, TableRow, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import type { RecordData } from '../../dataProvider/RecordData.ts';
import { NewRowsNotice } from '../../resources/paging/NewRowsNotice.tsx';
import { Pager } from '../../resources/paging/Pager.tsx';
import { LoadFailed } from '../../ui/LoadFailed.tsx';
import { usePagedList } from './usePagedList.ts';

interface Props {
  resource: string;
  /** The filter of the list. */
  filter: Readonly<Record<string, unknown>>;
  /** The cells of the heading. */
  head: ReactNode;
  /** The cells of a record's row. */
  row: (record: RecordData) => ReactNode;
  /** Shown if the list has no rows. */
  empty: string;
  /** If given, the table is a framed region with this name. */
  label?: string;
}

/** As high as its rows on paper, where nothing scrolls. */
const heightStyle = { height: 400, '@media print': { height: 'auto' }, overflow: 'auto' } as const;

const framedProps = (label: string) => ({
  role: 'region',
  tabIndex: 0,
  'aria-label': label,
  sx: { ...heightStyle, border: 1, borderColor: 'divider', borderRadius: 1 },
});
const plainProps = { sx: heightStyle };

/** A list in a dialog, 400 px high (SPEC 9), with its pages below. */
export function PagedTable({ resource, filter, head, row, empty, label }: Props) {
  const { data, error, isPending, refetch, pager } = usePagedList(resource, filter);
  return (
    <>
      <NewRowsNotice rows={data} isInner />
      <Box {...(label === undefined ? plainProps : framedProps(label))}>
        <Table size="small" stickyHeader className="stacks">
          <TableHead>
            <TableRow>{head}</TableRow>
          </TableHead>
          <TableBody>
            {data?.map((record) => (
              <TableRow key={record.id}>{row(record)}</TableRow>
            ))}
          </TableBody>
        </Table>
        <Box sx={{ p: 4, display: 'grid', justifyItems: 'center' }}>
          {isPending && <CircularProgress size={24} />}
          {error && !data && <LoadFailed onRetry={() => void refetch()} />}
          {data?.length === 0 && (
            <Typography color="text.secondary" variant="body2">
              {empty}
            </Typography>
          )}
        </Box>
      </Box>
      {data && <Pager {...pager} />}
    </>
  );
}
