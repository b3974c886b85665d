import { Box, Button, Link, Paper, Table, TableBody, TableCell, TableHead, TableRow, Typography } from '@mui/material';
import { type ReactNode, useState } from 'react';
import { Link as RouterLink } from 'react-router';
import { text } from '../../i18n/text.ts';
import { touchLinkStyle } from '../../ui/breakpoints.ts';

/** A part of a chart as a row of its table: its name, its numbers, and a link to its list. */
export interface ChartRow {
  readonly name: string;
  readonly figures: readonly string[];
  readonly to?: string | undefined;
}

interface Props {
  title: string;
  /** A description of what the chart shows. */
  about?: string;
  heads: readonly string[];
  rows: readonly ChartRow[];
  children: ReactNode;
}

const ChartTable = ({ title, heads, rows }: Omit<Props, 'children' | 'about'>) => (
  <Box sx={{ maxHeight: 320, overflow: 'auto' }} tabIndex={0} role="group" aria-label={title}>
    <Table size="small" stickyHeader className="stacks">
      <TableHead>
        <TableRow>
          {heads.map((head, index) => (
            <TableCell key={head} align={index === 0 ? 'left' : 'right'}>
              {head}
            </TableCell>
          ))}
        </TableRow>
      </TableHead>
      <TableBody>
        {rows.map(({ name, figures, to }) => (
          <TableRow key={name}>
            <TableCell data-label={heads[0]}>
              {to ? (
                <Link component={RouterLink} to={to} color="inherit" sx={touchLinkStyle}>
                  {name}
                </Link>
              ) : (
                name
              )}
            </TableCell>
            {figures.map((figure, index) => (
              <TableCell
                key={heads[index + 1]}
                data-label={heads[index + 1]}
                align="right"
                sx={{ fontVariantNumeric: 'tabular-nums' }}
              >
                {figure}
              </TableCell>
            ))}
          </TableRow>
        ))}
      </TableBody>
    </Table>
  </Box>
);

/** As high as the chart beside it. */
const frameStyle = { p: 2.5, minWidth: 0, height: '100%', boxSizing: 'border-box' } as const;

/** A chart that can also be shown as a table; both show the same data and lead to the same lists. */
export function ChartFrame({ title, about, heads, rows, children }: Props) {
  const [table, setTable] = useState(false);
  const words = text().dashboard;
  const isEmpty = rows.length === 0;
  return (
    <Paper variant="outlined" component="section" aria-label={title} sx={frameStyle}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, mb: about && !table ? 0.5 : 1.5 }}>
        <Typography component="h2" variant="h2" sx={{ flex: 1 }}>
          {title}
        </Typography>
        {!isEmpty && (
          <Button onClick={() => setTable(!table)} aria-pressed={table}>
            {table ? words.asChart : words.asTable}
          </Button>
        )}
      </Box>
      {about && !table && !isEmpty && (
        <Typography variant="body2" color="text.secondary" sx={{ mb: 1.5 }}>
          {about}
        </Typography>
      )}
      {isEmpty && <Typography color="text.secondary">{words.empty}</Typography>}
      {!isEmpty && !table && children}
      {table && <ChartTable title={title} heads={heads} rows={rows} />}
    </Paper>
  );
}
