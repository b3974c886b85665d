import { Table, TableBody, TableCell, TableHead, TableRow, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../dataProvider/call.ts';
import { text } from '../../i18n/text.ts';
import { numberText } from '../../resources/format.ts';

const kinds = ['dr', 'failback', 'migration'] as const;

/** What the project of a licence has and uses, by kind (R-ADLG-04). */
export function SaasCounts({ licence }: { licence: number }) {
  const found = useQuery({
    queryKey: ['saas', licence],
    queryFn: () => call('saas_license', { path: { id: licence }, quiet: true }),
  });
  const words = text().licence;
  if (!found.data) return null;
  return (
    <section>
      <Typography component="h3" variant="h3" sx={{ mt: 3, mb: 1 }}>
        {words.saas}
      </Typography>
      <Table size="small">
        <TableHead>
          <TableRow>
            <TableCell />
            <TableCell align="right">{words.used}</TableCell>
            <TableCell align="right">{words.unused}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {kinds.map((kind) => (
            <TableRow key={kind}>
              <TableCell component="th" scope="row">
                {words.kinds[kind]}
              </TableCell>
              <TableCell align="right">{numberText(found.data[kind].used)}</TableCell>
              <TableCell align="right">{numberText(found.data[kind].unused)}</TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </section>
  );
}
