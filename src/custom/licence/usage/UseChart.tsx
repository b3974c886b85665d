import { Box, useTheme } from '@mui/material';
import { LineChart } from '@mui/x-charts/LineChart';
import { text } from '../../../i18n/text.ts';
import { dash, numberText, quantityText } from '../../../resources/values/format.ts';
import { ChartFrame } from '../../dashboard/ChartFrame.tsx';
import { numberAxis, plainAxis } from '../../dashboard/monthAxis.ts';

/** The use of a product by day, as both endpoints answer it. */
export interface ProductUse {
  readonly product: { readonly id: number; readonly name: string };
  readonly days: readonly {
    readonly day: string;
    readonly used: number | null;
    readonly seats: number | null;
    readonly delegated: number | null;
    readonly machines: number | null;
    readonly bought: number;
  }[];
}

interface Props {
  use: ProductUse;
  title: string;
}

/** Every fifteenth day has a label, counted from today. */
const daysPerLabel = 15;

/** A day without the year: `11-27`. */
const shortDay = (day: string): string => day.slice(5);

type Values = readonly (number | null)[];

/** True for a value without neighbours, which no line would show. */
const isAlone = (values: Values, at: number): boolean =>
  values[at] !== null && (values[at - 1] ?? null) === null && (values[at + 1] ?? null) === null;

type Day = ProductUse['days'][number];

const isUsed = ({ used, seats, delegated }: Day): boolean => (used ?? seats ?? delegated) !== null;

/** The days from the first on which anything was bought or used. */
const fromFirst = (days: ProductUse['days']): ProductUse['days'] =>
  days.slice(days.findIndex((one) => one.bought > 0 || isUsed(one)));

/** Dashed, so that the bought quantity is recognized without colours. */
const linesStyle = { "& path[data-series='bought']": { strokeDasharray: '6 4' } } as const;

/** Usage and seats of a product by day, with the quantity that was bought; where there are relays, with their seats and machines. */
export default function UseChart({ use, title }: Props) {
  const { product } = use;
  const days = fromFirst(use.days);
  const { palette } = useTheme();
  const words = text().licence;
  const { day, used, seats, delegated, machines, bought } = words.useHeads;
  const quantity = (value: number | null): string => (value === null ? dash : quantityText(value, product));
  const lines = [
    { id: 'used', label: used, color: palette.secondary.main, values: days.map((one) => one.used) },
    { id: 'seats', label: seats, color: palette.info.main, values: days.map((one) => one.seats) },
    {
      id: 'delegated',
      label: delegated,
      color: palette.warning.main,
      values: days.map((one) => one.delegated),
    },
    { id: 'bought', label: bought, color: palette.text.secondary, values: days.map((one) => one.bought) },
  ].filter(({ values }) => values.some((value) => value !== null));
  const hasRelays = days.some((one) => (one.delegated ?? one.machines) !== null);
  const ofRelays = (one: Day) =>
    hasRelays ? [quantity(one.delegated), one.machines === null ? dash : numberText(one.machines)] : [];
  const rows = days
    .filter(isUsed)
    .reverse()
    .map((one) => ({
      name: one.day,
      figures: [quantity(one.used), quantity(one.seats), ...ofRelays(one), quantity(one.bought)],
    }));
  const heads = [day, used, seats, ...(hasRelays ? [delegated, machines] : []), bought];
  const about = hasRelays ? words.useByDayAtRelays : words.useByDayText;
  return (
    <ChartFrame title={title} about={about} heads={heads} rows={rows}>
      {/* Hidden from screen readers: the table shows the same data. */}
      <Box aria-hidden>
        <LineChart
          height={260}
          xAxis={[
            {
              ...plainAxis,
              scaleType: 'point',
              data: days.map((one) => one.day),
              tickLabelInterval: (_, at) => (days.length - 1 - at) % daysPerLabel === 0,
              valueFormatter: (value: string, { location }) => (location === 'tick' ? shortDay(value) : value),
            },
          ]}
          yAxis={[{ ...numberAxis, width: 44 }]}
          series={lines.map(({ id, label, color, values }) => ({
            id,
            label,
            color,
            data: values,
            curve: id === 'bought' ? 'step' : 'linear',
            showMark: ({ index }) => isAlone(values, index),
            valueFormatter: quantity,
          }))}
          grid={{ horizontal: true }}
          margin={{ left: 0, right: 24, top: 8, bottom: 0 }}
          skipAnimation
          disableKeyboardNavigation
          sx={linesStyle}
        />
      </Box>
    </ChartFrame>
  );
}
