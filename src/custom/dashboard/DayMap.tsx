import { Box, Tooltip, Typography } from '@mui/material';
import dayjs, { type Dayjs } from 'dayjs';
import { Link } from 'react-router';
import type { DashboardItem } from '../../../contract/lists/dashboard.ts';
import type { ChartDeclaration } from '../../../contract/schema/metric.ts';
import { useRole } from '../../authProvider/useSession.ts';
import { locale } from '../../i18n/language.ts';
import { text, translate } from '../../i18n/text.ts';
import { numberText } from '../../resources/values/format.ts';
import { ChartFrame } from './ChartFrame.tsx';
import { type ChartPoint, pointAddress } from './chartPoints.ts';

const monthsStyle = { display: 'flex', flexWrap: 'wrap', gap: '14px 18px' } as const;

/** A month has room for six weeks, so that months line up in columns. */
const monthStyle = {
  display: 'block',
  width: 88,
  minHeight: 44,
  borderRadius: 1,
  color: 'text.primary',
  textDecoration: 'none',
  '&:focus-visible': { outline: '2px solid var(--focus)', outlineOffset: 4 },
  'a&:hover .name': { textDecoration: 'underline' },
} as const;

const daysStyle = {
  display: 'grid',
  gridAutoFlow: 'column',
  gridTemplateRows: 'repeat(7, 12px)',
  gridAutoColumns: 12,
  gap: '3px',
  mt: 0.75,
} as const;

const monthName = (first: Dayjs): string =>
  first.toDate().toLocaleDateString(locale(), { month: 'short', year: 'numeric' });

/** The current month and the following ones, for the days of one year. */
const monthsAhead = (): Dayjs[] => {
  const first = dayjs().startOf('month');
  return Array.from({ length: 13 }, (_, at) => first.add(at, 'month'));
};

interface MonthProps {
  first: Dayjs;
  /** The days of the month with a count above zero. */
  points: readonly ChartPoint[];
  maxCount: number;
  to: string | undefined;
}

/** The days of a month as squares, with the month's total; hover, touch or focus shows the count of each day. */
function Month({ first, points, maxCount, to }: MonthProps) {
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
      <Box aria-hidden sx={daysStyle}>
        {days.map((day, at) => (
          <Day
            key={day}
            row={at === 0 ? first.day() + 1 : undefined}
            count={counts.get(day) ?? 0}
            maxCount={maxCount}
          />
        ))}
      </Box>
    </>
  );
  if (total === 0) return <Box sx={monthStyle}>{inner}</Box>;
  const label = [`${name}: ${numberText(total)}`, ...facts].join(', ');
  return (
    <Tooltip title={facts.join(', ')} enterTouchDelay={0} leaveTouchDelay={4000} describeChild>
      {to ? (
        <Box component={Link} to={to} aria-label={label} sx={monthStyle}>
          {inner}
        </Box>
      ) : (
        <Box role="group" tabIndex={0} aria-label={label} sx={monthStyle}>
          {inner}
        </Box>
      )}
    </Tooltip>
  );
}

function Day({ row, count, maxCount }: { row: number | undefined; count: number; maxCount: number }) {
  const strength = count ? 0.35 + 0.65 * (count / maxCount) : 1;
  const color = count ? 'secondary.main' : 'action.hover';
  return <Box sx={{ borderRadius: '2px', bgcolor: color, opacity: strength, ...(row && { gridRowStart: row }) }} />;
}

/**
 * A declared chart by days: each day of the next year is a square in its month (B24), and each month leads to its list.
 */
export default function DayMap({
  chart,
  points,
}: {
  chart: DashboardItem<ChartDeclaration>;
  points: readonly ChartPoint[];
}) {
  const role = useRole();
  const words = text().dashboard;
  const maxCount = Math.max(1, ...points.map(({ count }) => count));
  const rows = points.map((point) => ({
    name: point.value,
    figures: [numberText(point.count)],
    to: pointAddress(chart, role, point),
  }));
  return (
    <ChartFrame
      title={translate(chart.label)}
      about={words.expiriesText}
      heads={[words.day, translate(chart.entity.labels)]}
      rows={rows}
    >
      <Box sx={monthsStyle}>
        {monthsAhead().map((first) => {
          const value = first.format('YYYY-MM');
          const own = points.filter((point) => point.value.startsWith(value));
          const to = pointAddress(chart, role, { value });
          return <Month key={value} first={first} maxCount={maxCount} to={to} points={own} />;
        })}
      </Box>
    </ChartFrame>
  );
}
