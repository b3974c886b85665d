import { Skeleton, Table, TableBody, TableCell, TableHead, TableRow } from '@mui/material';
import type { EndpointAnswer } from '../../../contract/endpoints/index.ts';
import { valueAt } from '../../../contract/lib/dottedPath.ts';
import type { RecordData } from '../../dataProvider/RecordData.ts';
import { useEndpointQuery } from '../../dataProvider/useEndpoint.ts';
import { text } from '../../i18n/text.ts';
import { dateTimeText, quantityText } from '../../resources/values/format.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { LoadFailed } from '../../ui/LoadFailed.tsx';

type Month = EndpointAnswer<'assignment_usage'>['items'][number];

const right = { align: 'right' } as const;

/** The usage of a licence that the installed product has reported, by month (B38). */
export function UsagePanel({ licence }: { licence: RecordData }) {
  const { data, error, refetch } = useEndpointQuery('assignment_usage', { path: { id: licence.id }, quiet: true });
  const words = text().licence;
  if (!data) return error ? <LoadFailed onRetry={() => refetch()} /> : <Skeleton variant="rounded" height={120} />;
  if (data.items.length === 0)
    return <EmptyState kind="empty" thing="licence" title={words.noUsage} hint={words.usageHint} />;
  return <MonthTable months={data.items} product={valueAt(licence, 'project.product')} />;
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
