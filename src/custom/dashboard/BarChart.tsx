import { Box, useTheme } from '@mui/material';
import { BarChart as Bars } from '@mui/x-charts/BarChart';
import { useNavigate } from 'react-router';
import { moneyText } from '../../../contract/lib/money.ts';
import { type DashboardItem, partedBy } from '../../../contract/lists/dashboard.ts';
import type { KindName } from '../../../contract/schema/field/field.ts';
import type { ChartDeclaration } from '../../../contract/schema/metric.ts';
import { useRole } from '../../authProvider/useSession.ts';
import { storedLanguage } from '../../i18n/language.ts';
import { text, translate } from '../../i18n/text.ts';
import { labelOf } from '../../resources/values/Cell.tsx';
import { numberText } from '../../resources/values/format.ts';
import { ChartFrame } from './ChartFrame.tsx';
import {
  type ChartPoint,
  type ChartSeries,
  metricText,
  pointAddress,
  seriesOf,
  sumInUnit,
  summedField,
} from './chartPoints.ts';
import { decimalAxis, monthAxis, numberAxis, plainAxis } from './monthAxis.ts';

interface Props {
  chart: DashboardItem<ChartDeclaration>;
  points: readonly ChartPoint[];
}

/** The approximate width of a label in pixels. Letters, as those of `US$`, are wider than digits. */
const widthOf = (label: string): number => [...label].reduce((sum, one) => sum + (/\p{L}/u.test(one) ? 11 : 7), 0);

/**
 * The approximate width of the longest label of the axis of the numbers, in pixels. The last one may be larger than the
 * largest number, and has no fraction of its own.
 */
const labelWidth = (figures: readonly number[], shown: (value: number) => string): number =>
  Math.max(...[0, 1, 1.25].map((part) => widthOf(shown(Math.ceil(part * Math.max(1, ...figures))))));

/** The text of a number on the axis, where it is shorter than elsewhere. */
function textOfAxis(kind: KindName | undefined, unit: string | null): ((value: number) => string) | undefined {
  // The axis of hosts shows numbers without a unit.
  if (unit === null) return numberText;
  if (kind !== 'money') return undefined;
  return (value) => moneyText(Math.round(value), unit, storedLanguage(), { trailingZeroDisplay: 'stripIfInteger' });
}

/** One series of bars: vertical by months, horizontal by names. Each bar leads to its list. */
function SeriesBars({
  chart,
  series,
  isHorizontal,
}: {
  chart: DashboardItem<ChartDeclaration>;
  series: ChartSeries;
  isHorizontal: boolean;
}) {
  const role = useRole();
  const navigate = useNavigate();
  const { palette } = useTheme();
  const open = (at: number) => {
    const point = series.points[at];
    const to = point && pointAddress(chart, role, point);
    if (to) navigate(to);
  };
  const kind = summedField(chart)?.kind;
  const figure = (value: number | null) => metricText(chart, value ?? 0, series.unit);
  /** The exact text of a bar, whose length is a number. */
  const shownAt = (value: number | null, { dataIndex }: { dataIndex: number }) => {
    const point = series.points[dataIndex];
    return point && kind ? metricText(chart, sumInUnit(point, series.unit), series.unit) : figure(value);
  };
  const names = series.points.map(({ name }) => name);
  const axisText = textOfAxis(kind, series.unit) ?? figure;
  const figures = { ...(kind === 'decimal' ? decimalAxis : numberAxis), valueFormatter: axisText };
  const width = labelWidth(series.figures, axisText);
  return (
    <Bars
      height={isHorizontal ? 44 + 30 * series.points.length : 240}
      layout={isHorizontal ? 'horizontal' : 'vertical'}
      xAxis={[isHorizontal ? figures : monthAxis(names)]}
      yAxis={[
        isHorizontal
          ? { ...plainAxis, scaleType: 'band', data: names, width: 160 }
          : { ...figures, width: Math.max(36, width + 8) },
      ]}
      series={[{ data: [...series.figures], color: palette.secondary.main, valueFormatter: shownAt }]}
      borderRadius={4}
      grid={isHorizontal ? { vertical: true } : { horizontal: true }}
      margin={{ left: 0, right: isHorizontal ? Math.max(32, width / 2 + 4) : 16, top: 8, bottom: 0 }}
      hideLegend
      skipAnimation
      disableKeyboardNavigation
      onItemClick={(_event, { dataIndex }) => open(dataIndex)}
    />
  );
}

/** A declared chart of counts or sums as bars, with one drawing per unit. */
export default function BarChart({ chart, points }: Props) {
  const role = useRole();
  const words = text().dashboard;
  const isHorizontal = partedBy(chart) !== 'time';
  const isEmpty = points.every(({ count }) => count === 0);
  const sums = ({ sums }: ChartPoint) => sums.map(({ unit, sum }) => metricText(chart, sum, unit)).join(' · ');
  const rows = points.map((point) => ({
    name: point.name,
    figures: [numberText(point.count), ...(chart.sum === undefined ? [] : [sums(point)])],
    to: pointAddress(chart, role, point),
  }));
  const first = isHorizontal ? labelOf(chart.entity, chart.by) : words.month;
  const counted = translate(chart.entity.labels);
  const heads = [first, counted, ...(chart.sum === undefined ? [] : [labelOf(chart.entity, chart.sum)])];
  return (
    <ChartFrame title={translate(chart.label)} heads={heads} rows={isEmpty ? [] : rows}>
      {/* Hidden from screen readers: the table shows the same data, and works without a pointer. */}
      <Box aria-hidden>
        {seriesOf(chart, points).map((series) => (
          <SeriesBars key={series.unit} chart={chart} series={series} isHorizontal={isHorizontal} />
        ))}
      </Box>
    </ChartFrame>
  );
}
