import { Skeleton, Table, TableBody, TableCell, TableHead, TableRow, Typography } from '@mui/material';
import type { EndpointAnswer } from '../../../contract/endpoints/index.ts';
import { valueAt } from '../../../contract/lib/dottedPath.ts';
import type { RecordData } from '../../dataProvider/RecordData.ts';
import { useEndpointQuery } from '../../dataProvider/useEndpoint.ts';
import { text } from '../../i18n/text.ts';
import { quantityText } from '../../resources/values/format.ts';
import { LoadFailed } from '../../ui/LoadFailed.tsx';

const kinds = ['dr', 'failback', 'migration'] as const;

/** The counts of one kind, named as in the declaration. */
interface KindCounts {
  readonly used?: unknown;
  readonly unused?: unknown;
}

/** The used and unused quantities of a licence's project, by kind (R-ADLG-04). */
export function SaasCounts({ licence }: { licence: RecordData }) {
  const { data, error, refetch } = useEndpointQuery('saas_license', { path: { id: licence.id }, quiet: true });
  return (
    <section>
      <Typography component="h3" variant="h3" sx={{ mt: 3, mb: 1 }}>
        {text().licence.saas}
      </Typography>
      {!data && !error && <Skeleton variant="rounded" height={120} />}
      {!data && error && <LoadFailed onRetry={() => refetch()} />}
      {data && <CountTable counts={data} product={valueAt(licence, 'project.product')} />}
    </section>
  );
}

function CountTable({ counts, product }: { counts: EndpointAnswer<'saas_license'>; product: unknown }) {
  const words = text().licence;
  return (
    <Table size="small" className="stacks">
      <TableHead>
        <TableRow>
          <TableCell />
          <TableCell align="right">{words.used}</TableCell>
          <TableCell align="right">{words.unused}</TableCell>
        </TableRow>
      </TableHead>
      <TableBody>
        {kinds.map((kind) => {
          const { used, unused } = counts[kind] as KindCounts;
          return (
            <TableRow key={kind}>
              <TableCell component="th" scope="row">
                {words.kinds[kind]}
              </TableCell>
              <TableCell align="right" data-label={words.used}>
                {quantityText(used, product)}
              </TableCell>
              <TableCell align="right" data-label={words.unused}>
                {quantityText(unused, product)}
              </TableCell>
            </TableRow>
          );
        })}
      </TableBody>
    </Table>
  );
}
