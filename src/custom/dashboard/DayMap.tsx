import { Box, Tooltip } from '@mui/material';
import dayjs from 'dayjs';
import type { Named } from '../../../contract/dashboard.ts';
import type { Chart } from '../../../contract/figure.ts';
import { text, translate } from '../../i18n/text.ts';
import { numberText } from '../../resources/format.ts';
import { ChartFrame } from './ChartFrame.tsx';
import type { Point } from './points.ts';

const grid = {
  display: 'grid',
  gridAutoFlow: 'column',
  gridTemplateRows: 'repeat(7, 12px)',
  gridAutoColumns: 12,
  gap: '3px',
} as const;

/** A declared chart by days: each day of the next year as a square, a column for each week (B24). */
export default function DayMap({ chart, points }: { chart: Named<Chart>; points: readonly Point[] }) {
  const words = text().dashboard;
  const title = translate(chart.label);
  const counts = new Map(points.map(({ value, count }) => [value, count]));
  const most = Math.max(1, ...counts.values());
  const start = dayjs().startOf('week');
  const days = Array.from({ length: 54 * 7 }, (_, index) => start.add(index, 'day').format('YYYY-MM-DD'));
  const rows = points.map(({ value, count }) => ({ name: value, figures: [numberText(count)] }));
  return (
    <ChartFrame
      title={title}
      about={words.expiriesText}
      heads={[words.day, translate(chart.entity.labels)]}
      rows={rows}
    >
      <Box sx={{ overflowX: 'auto' }} tabIndex={0} role="group" aria-label={title}>
        <Box aria-hidden sx={grid}>
          {days.map((day) => (
            <Day key={day} day={day} count={counts.get(day) ?? 0} most={most} />
          ))}
        </Box>
      </Box>
    </ChartFrame>
  );
}

function Day({ day, count, most }: { day: string; count: number; most: number }) {
  const strength = count ? 0.35 + 0.65 * (count / most) : 1;
  const square = (
    <Box sx={{ borderRadius: '2px', bgcolor: count ? 'secondary.main' : 'action.hover', opacity: strength }} />
  );
  return count ? <Tooltip title={`${day}: ${numberText(count)}`}>{square}</Tooltip> : square;
}
