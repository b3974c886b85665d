import {
  Box,
  Button,
  Paper,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableRow,
  Tooltip,
  Typography,
} from '@mui/material';
import dayjs from 'dayjs';
import { type ReactNode, useState } from 'react';
import { text } from '../../i18n/text.ts';
import { numberText, quantityText } from '../../resources/format.ts';

export interface Bar {
  name: string;
  count: number;
  hosts: number;
  /** What its quantity is counted in, where not in hosts. */
  unit?: string | null;
}

/** The quantity of a bar with its unit. */
const quantityOf = ({ hosts, unit }: Bar): string => (unit ? `${numberText(hosts)} ${unit}` : quantityText(hosts));

interface FrameProps {
  title: string;
  /** What the picture says, for who cannot see it. */
  about?: string;
  heads: readonly string[];
  rows: readonly (readonly string[])[];
  children: ReactNode;
}

/** A chart that can be read as a table as well; both say the same. */
function Frame({ title, about, heads, rows, children }: FrameProps) {
  const [table, setTable] = useState(false);
  const words = text().dashboard;
  return (
    <Paper variant="outlined" component="section" sx={{ p: 2.5, minWidth: 0 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, mb: about && !table ? 0.5 : 1.5 }}>
        <Typography component="h2" variant="h2" sx={{ flex: 1 }}>
          {title}
        </Typography>
        {rows.length > 0 && (
          <Button onClick={() => setTable(!table)} aria-pressed={table}>
            {table ? words.asChart : words.asTable}
          </Button>
        )}
      </Box>
      {about && !table && rows.length > 0 && (
        <Typography variant="body2" color="text.secondary" sx={{ mb: 1.5 }}>
          {about}
        </Typography>
      )}
      {rows.length === 0 && <Typography color="text.secondary">{words.empty}</Typography>}
      {rows.length > 0 && !table && children}
      {table && (
        <Box sx={{ maxHeight: 320, overflow: 'auto' }} tabIndex={0} role="region" aria-label={title}>
          <Table size="small" stickyHeader>
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
              {rows.map((row) => (
                <TableRow key={row[0]}>
                  {row.map((cell, index) => (
                    <TableCell key={heads[index]} align={index === 0 ? 'left' : 'right'}>
                      {cell}
                    </TableCell>
                  ))}
                </TableRow>
              ))}
            </TableBody>
          </Table>
        </Box>
      )}
    </Paper>
  );
}

interface BarChartProps {
  title: string;
  bars: readonly Bar[];
  head: string;
  /** What the length of a bar is. */
  of: 'count' | 'hosts';
}

/** Bars that lie, each with its name and its number, so that no axis is needed. */
export function BarChart({ title, bars, head, of }: BarChartProps) {
  const words = text().dashboard;
  const isCount = of === 'count';
  const figure = (bar: Bar) => (isCount ? numberText(bar.count) : quantityOf(bar));
  // Lengths compare only what is counted in one unit.
  const mostOf = (unit: Bar['unit']) => Math.max(1, ...bars.filter((bar) => bar.unit === unit).map((bar) => bar[of]));
  const rows = bars.map((bar) => [bar.name, numberText(bar.count), ...(isCount ? [] : [quantityOf(bar)])]);
  return (
    <Frame title={title} heads={[head, words.orders, ...(isCount ? [] : [words.quantity])]} rows={rows}>
      <Box sx={{ display: 'grid', gridTemplateColumns: 'auto 1fr auto', gap: 1, alignItems: 'center' }} aria-hidden>
        {bars.map((bar) => [
          <Typography key={`${bar.name} n`} variant="body2" noWrap sx={{ maxWidth: 190 }}>
            {bar.name}
          </Typography>,
          <Box key={`${bar.name} b`} sx={{ bgcolor: 'action.hover', borderRadius: 1, height: 14 }}>
            <Box
              sx={{
                bgcolor: 'secondary.main',
                borderRadius: 1,
                height: 14,
                minWidth: 2,
                width: `${(bar[of] / mostOf(bar.unit)) * 100}%`,
              }}
            />
          </Box>,
          <Typography key={`${bar.name} v`} variant="body2" align="right" sx={{ fontVariantNumeric: 'tabular-nums' }}>
            {figure(bar)}
          </Typography>,
        ])}
      </Box>
    </Frame>
  );
}

/** How many licences end on each day of the next year (B24). */
export function ExpiryMap({ days }: { days: readonly { day: string; count: number }[] }) {
  const words = text().dashboard;
  const counts = new Map(days.map(({ day, count }) => [day, count]));
  const most = Math.max(1, ...days.map(({ count }) => count));
  const start = dayjs().startOf('week');
  const cells = Array.from({ length: 54 * 7 }, (_, index) => start.add(index, 'day').format('YYYY-MM-DD'));
  const rows = days.map(({ day, count }) => [day, numberText(count)]);
  return (
    <Frame title={words.expiries} about={words.expiriesText} heads={[words.day, words.licences]} rows={rows}>
      <Box sx={{ overflowX: 'auto' }} tabIndex={0} role="region" aria-label={words.expiries}>
        <Box
          aria-hidden
          sx={{
            display: 'grid',
            gridAutoFlow: 'column',
            gridTemplateRows: 'repeat(7, 12px)',
            gridAutoColumns: 12,
            gap: '3px',
          }}
        >
          {cells.map((day) => {
            const count = counts.get(day) ?? 0;
            const cell = (
              <Box
                key={day}
                sx={{
                  borderRadius: '2px',
                  bgcolor: count ? 'secondary.main' : 'action.hover',
                  opacity: count ? 0.35 + 0.65 * (count / most) : 1,
                }}
              />
            );
            return count ? (
              <Tooltip key={day} title={`${day}: ${numberText(count)}`}>
                {cell}
              </Tooltip>
            ) : (
              cell
            );
          })}
        </Box>
      </Box>
    </Frame>
  );
}
