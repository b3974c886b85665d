/**
 * The label of a month below its bar: its number, and in January the year below it.
 * @param month as `2026-01`
 */
const shortMonth = (month: string): string => {
  const [year, number = month] = month.split('-');
  return number === '01' ? `${number}\n${year}` : number;
};

/** An axis without a line: the grid shows where it is. */
export const plainAxis = { disableLine: true, disableTicks: true } as const;

/** The axis of the numbers of a chart. */
export const numberAxis = { ...plainAxis, min: 0, tickMinStep: 1, tickNumber: 5 } as const;

/** The axis of the sums of decimals. */
export const decimalAxis = { ...plainAxis, min: 0, tickNumber: 5 } as const;

/**
 * The axis of a chart by months.
 * @param months the months, as `2026-01`
 */
export const monthAxis = (months: readonly string[]) => ({
  ...plainAxis,
  scaleType: 'band' as const,
  data: months,
  height: 40,
  // Every label is shown, since only January shows the year.
  tickLabelInterval: () => true,
  valueFormatter: (name: string, { location }: { location: string }) => (location === 'tick' ? shortMonth(name) : name),
});
