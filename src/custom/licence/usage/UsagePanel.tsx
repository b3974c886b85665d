import { Box, Skeleton, Table, TableBody, TableCell, TableHead, TableRow } from '@mui/material';
import { Suspense } from 'react';
import type { EndpointAnswer } from '../../../../contract/endpoints/index.ts';
import { valueAt } from '../../../../contract/lib/dottedPath.ts';
import type { RecordData } from '../../../dataProvider/RecordData.ts';
import { useEndpointQuery } from '../../../dataProvider/useEndpoint.ts';
import { text } from '../../../i18n/text.ts';
import { dateTimeText, quantityText } from '../../../resources/values/format.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { LoadFailed } from '../../../ui/LoadFailed.tsx';
import { lazyChunk } from '../../../ui/lazyChunk.ts';
import type { ProductUse } from './UseChart.tsx';

type Month = EndpointAnswer<'assignment_usage'>['items'][number];

const right = { align: 'right' } as const;

const UseChart = lazyChunk(() => import('./UseChart.tsx'));

const waiting = <Skeleton variant="rounded" height={340} />;

/** The usage and the seats of a licence by day, and the usage by month (B38, issue 36). */
export function UsagePanel({ licence }: { licence: RecordData }) {
  const request = { path: { id: licence.id }, quiet: true } as const;
  const months = useEndpointQuery('assignment_usage', request);
  const days = useEndpointQuery('assignment_usage_days', request);
  const words = text().licence;
  if (!months.data || !days.data) {
    const failed = [months, days].filter(({ error }) => error);
    if (failed.length === 0) return waiting;
    return <LoadFailed onRetry={() => Promise.all(failed.map(({ refetch }) => refetch()))} />;
  }
  const [use] = days.data.items as unknown as readonly ProductUse[];
  const { items } = months.data;
  if (!use && items.length === 0)
    return <EmptyState kind="empty" thing="licence" title={words.noUsage} hint={words.usageHint} />;
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      {use && (
        <Suspense fallback={waiting}>
          <UseChart use={use} title={words.useByDay} />
        </Suspense>
      )}
      {items.length > 0 && <MonthTable months={items} product={valueAt(licence, 'project.product')} />}
    </Box>
  );
}

function MonthTable({ months, product }: { months: readonly Month[]; product: unknown }) {
  const { month, peak, last, reportedAt } = text().licence.usageHeads;
  return (
    <Table size="small" className="stacks">
      <TableHead>
        <TableRow>
          <TableCell>{month}</TableCell>
          <TableCell {...right}>{peak}</TableCell>
          <TableCell {...right}>{last}</TableCell>
          <TableCell {...right}>{reportedAt}</TableCell>
        </TableRow>
      </TableHead>
      <TableBody>
        {months.map((one) => (
          <TableRow key={one.month}>
            <TableCell component="th" scope="row" data-label={month}>
              {one.month}
            </TableCell>
            <TableCell {...right} data-label={peak}>
              {quantityText(one.peak, product)}
            </TableCell>
            <TableCell {...right} data-label={last}>
              {quantityText(one.used, product)}
            </TableCell>
            <TableCell {...right} data-label={reportedAt}>
              {dateTimeText(one.told_at)}
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}
