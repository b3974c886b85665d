import { Box, Tooltip, Typography } from '@mui/material';
import dayjs, { type Dayjs } from 'dayjs';
import { Link } from 'react-router';
import type { Named } from '../../../contract/lists/dashboard.ts';
import type { Chart } from '../../../contract/schema/figure.ts';
import { useRole } from '../../authProvider/useSession.ts';
import { language } from '../../i18n/language.ts';
import { text, translate } from '../../i18n/text.ts';
import { numberText } from '../../resources/values/format.ts';
import { ChartFrame } from './ChartFrame.tsx';
import { addressOf, type Point } from './points.ts';

const months = { display: 'flex', flexWrap: 'wrap', gap: '14px 18px' } as const;

/** A month has room for six weeks, so that they stand below each other in columns. */
const month = {
  display: 'block',
  width: 88,
  minHeight: 44,
  borderRadius: 1,
  color: 'text.primary',
  textDecoration: 'none',
  '&:focus-visible': { outline: '2px solid var(--focus)', outlineOffset: 4 },
  'a&:hover .name': { textDecoration: 'underline' },
} as const;

const grid = {
  display: 'grid',
  gridAutoFlow: 'column',
  gridTemplateRows: 'repeat(7, 12px)',
  gridAutoColumns: 12,
  gap: '3px',
  mt: 0.75,
} as const;

const monthName = (first: Dayjs): string =>
  first.toDate().toLocaleDateString(language() === 'zh' ? 'zh-CN' : 'en-US', { month: 'short', year: 'numeric' });

/** The months from the present one on that the days of a year fall in. */
const monthsAhead = (): Dayjs[] => {
  const first = dayjs().startOf('month');
  return Array.from({ length: 13 }, (_, at) => first.add(at, 'month'));
};

interface MonthProps {
  first: Dayjs;
  /** The days of the month that have something. */
  points: readonly Point[];
  most: number;
  to: string | undefined;
}

/** The days of a month as squares, with its sum; what is on which day is told to who points at it, touches or focuses it. */
function Month({ first, points, most, to }: MonthProps) {
  const counts = new Map(points.map(({ value, count }) => [value, count]));
  const total = points.reduce((sum, { count }) => sum + count, 0);
  const name = monthName(first);
  const facts = points.map(({ value, count }) => `${value}: ${numberText(count)}`);
  const days = Array.from({ length: first.daysInMonth() }, (_, at) => first.add(at, 'day').format('YYYY-MM-DD'));
  const inner = (
    <>
      <Typography variant="body2" className="name" noWrap sx={{ fontWeight: total > 0 ? 600 : 400 }}>
        {name}
      </Typography>
      <Typography variant="caption" color="text.secondary" component="div">
        {numberText(total)}
      </Typography>
      <Box aria-hidden sx={grid}>
        {days.map((day, at) => (
          <Day key={day} row={at === 0 ? first.day() + 1 : undefined} count={counts.get(day) ?? 0} most={most} />
        ))}
      </Box>
    </>
  );
  if (total === 0) return <Box sx={month}>{inner}</Box>;
  const label = [`${name}: ${numberText(total)}`, ...facts].join(', ');
  return (
    <Tooltip title={facts.join(', ')} enterTouchDelay={0} leaveTouchDelay={4000} describeChild>
      {to ? (
        <Box component={Link} to={to} aria-label={label} sx={month}>
          {inner}
        </Box>
      ) : (
        <Box role="group" tabIndex={0} aria-label={label} sx={month}>
          {inner}
        </Box>
      )}
    </Tooltip>
  );
}

function Day({ row, count, most }: { row: number | undefined; count: number; most: number }) {
  const strength = count ? 0.35 + 0.65 * (count / most) : 1;
  const color = count ? 'secondary.main' : 'action.hover';
  return <Box sx={{ borderRadius: '2px', bgcolor: color, opacity: strength, ...(row && { gridRowStart: row }) }} />;
}

/** A declared chart by days: each day of the next year as a square in its month (B24), each month a way to its list. */
export default function DayMap({ chart, points }: { chart: Named<Chart>; points: readonly Point[] }) {
  const role = useRole() ?? 'Subordinate';
  const words = text().dashboard;
  const most = Math.max(1, ...points.map(({ count }) => count));
  const rows = points.map((point) => ({
    name: point.value,
    figures: [numberText(point.count)],
    to: addressOf(chart, role, point),
  }));
  return (
    <ChartFrame
      title={translate(chart.label)}
      about={words.expiriesText}
      heads={[words.day, translate(chart.entity.labels)]}
      rows={rows}
    >
      <Box sx={months}>
        {monthsAhead().map((first) => {
          const value = first.format('YYYY-MM');
          const own = points.filter((point) => point.value.startsWith(value));
          const to = addressOf(chart, role, { value });
          return <Month key={value} first={first} most={most} to={to} points={own} />;
        })}
      </Box>
    </ChartFrame>
  );
}
