import { Box, useTheme } from '@mui/material';
import { BarChart as Bars } from '@mui/x-charts/BarChart';
import { useNavigate } from 'react-router';
import { type DashboardItem, seriesKey } from '../../../contract/lists/dashboard.ts';
import type { ChartDeclaration, SeriesDeclaration } from '../../../contract/schema/metric.ts';
import { useRole } from '../../authProvider/useSession.ts';
import { text, translate } from '../../i18n/text.ts';
import { numberText } from '../../resources/values/format.ts';
import { ChartFrame } from './ChartFrame.tsx';
import { type ChartPoint, pointAddress } from './chartPoints.ts';
import { monthAxis, numberAxis } from './monthAxis.ts';

interface Props {
  chart: DashboardItem<ChartDeclaration>;
  /** The points of a part of the chart, by the name under which they are answered. */
  pointsOf: (key: string) => readonly ChartPoint[];
}

/** The colour of a part: those of the states of records, and grey where nothing is known. */
function useToneColour(): (tone: SeriesDeclaration['tone']) => string {
  const { palette } = useTheme();
  const colours = {
    good: palette.success.main,
    warn: palette.warning.main,
    bad: palette.error.main,
    info: palette.info.main,
    neutral: palette.grey[400],
  };
  return (tone) => colours[tone];
}

/** A chart by months whose bars consist of parts. Each bar leads to the list of its month. */
export default function SeriesChart({ chart, pointsOf }: Props) {
  const role = useRole();
  const navigate = useNavigate();
  const colourOf = useToneColour();
  const words = text().dashboard;
  const parts = Object.entries(chart.series ?? {}).map(([name, { label, tone }]) => ({
    label: translate(label),
    tone,
    points: pointsOf(seriesKey(chart.key, name)),
  }));
  const months = parts[0]?.points ?? [];
  const isEmpty = parts.every(({ points }) => points.every(({ count }) => count === 0));
  const rows = months.map((month, at) => ({
    name: month.name,
    figures: parts.map(({ points }) => numberText(points[at]?.count ?? 0)),
    to: pointAddress(chart, role, month),
  }));
  const open = (at: number) => {
    const to = rows[at]?.to;
    if (to) navigate(to);
  };
  return (
    <ChartFrame
      title={translate(chart.label)}
      heads={[words.month, ...parts.map(({ label }) => label)]}
      rows={isEmpty ? [] : rows}
    >
      {/* Hidden from screen readers: the table shows the same data, and works without a pointer. */}
      <Box aria-hidden>
        <Bars
          height={240}
          xAxis={[monthAxis(months.map(({ name }) => name))]}
          yAxis={[{ ...numberAxis, width: 36 }]}
          series={parts.map(({ label, tone, points }) => ({
            data: points.map(({ count }) => count),
            label,
            color: colourOf(tone),
            stack: 'all',
            valueFormatter: (value: number | null) => numberText(value ?? 0),
          }))}
          borderRadius={4}
          grid={{ horizontal: true }}
          margin={{ left: 0, right: 16, top: 8, bottom: 0 }}
          skipAnimation
          disableKeyboardNavigation
          onItemClick={(_event, { dataIndex }) => dataIndex !== undefined && open(dataIndex)}
        />
      </Box>
    </ChartFrame>
  );
}
