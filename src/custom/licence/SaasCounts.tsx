import { Skeleton, Table, TableBody, TableCell, TableHead, TableRow, Typography } from '@mui/material';
import type { Answer } from '../../../contract/endpoints.ts';
import { useCallQuery } from '../../dataProvider/useCall.ts';
import { text } from '../../i18n/text.ts';
import { LoadFailed } from '../../resources/detail/LoadFailed.tsx';
import { numberText } from '../../resources/format.ts';

const kinds = ['dr', 'failback', 'migration'] as const;

/** The counts of one kind, as their declaration names them. */
interface Counts {
  readonly used?: unknown;
  readonly unused?: unknown;
}

/** What the project of a licence has and uses, by kind (R-ADLG-04). */
export function SaasCounts({ licence }: { licence: number }) {
  const { data, error, refetch } = useCallQuery('saas_license', { path: { id: licence }, quiet: true });
  return (
    <section>
      <Typography component="h3" variant="h3" sx={{ mt: 3, mb: 1 }}>
        {text().licence.saas}
      </Typography>
      {!data && !error && <Skeleton variant="rounded" height={120} />}
      {!data && error && <LoadFailed onRetry={() => refetch()} />}
      {data && <CountTable counts={data} />}
    </section>
  );
}

function CountTable({ counts }: { counts: Answer<'saas_license'> }) {
  const words = text().licence;
  return (
    <Table size="small">
      <TableHead>
        <TableRow>
          <TableCell />
          <TableCell align="right">{words.used}</TableCell>
          <TableCell align="right">{words.unused}</TableCell>
        </TableRow>
      </TableHead>
      <TableBody>
        {kinds.map((kind) => {
          const { used, unused } = counts[kind] as Counts;
          return (
            <TableRow key={kind}>
              <TableCell component="th" scope="row">
                {words.kinds[kind]}
              </TableCell>
              <TableCell align="right">{numberText(used)}</TableCell>
              <TableCell align="right">{numberText(unused)}</TableCell>
            </TableRow>
          );
        })}
      </TableBody>
    </Table>
  );
}
