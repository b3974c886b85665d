import type { Burst } from './burst.ts';
import type { Case } from './cases.ts';

export interface Measured {
  readonly measured: Case;
  readonly ours: readonly Burst[];
  readonly theirs: readonly Burst[];
}

/** The middle of the values; of an even number, the upper one of the two. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

const of = (bursts: readonly Burst[], name: keyof Burst): number => median(bursts.map((one) => one[name]));

/**
 * The median ratio of the two bursts of each round, which run one after the other, so that a disturbance affects both.
 */
function ratio({ ours, theirs }: Measured, name: keyof Burst): string {
  const ratios = ours.flatMap((one, at) => (theirs[at] ? [one[name] / theirs[at][name]] : []));
  return ratios.length > 0 ? median(ratios).toFixed(2) : '';
}

const both = ({ ours, theirs }: Measured, name: keyof Burst): string[] => [
  of(ours, name).toFixed(2),
  theirs.length > 0 ? of(theirs, name).toFixed(2) : '',
];

const columns = [
  'call',
  'as',
  'rate: ratio',
  'p99: ratio',
  'server ms',
  'hand-written',
  'database ms',
  'hand-written',
  'answers/s',
] as const;

const cells = (one: Measured): string[] => [
  one.measured.name,
  one.measured.as,
  ratio(one, 'rate'),
  ratio(one, 'p99'),
  ...both(one, 'server'),
  ...both(one, 'database'),
  of(one.ours, 'rate').toFixed(0),
];

/** A Markdown table. */
function markdown(headings: readonly string[], lines: readonly string[][]): string {
  const rows = [[...headings], headings.map(() => ''), ...lines];
  const widths = headings.map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0), 3));
  const line = (row: readonly string[], index: number): string =>
    `| ${row.map((cell, at) => (index === 1 ? '-'.repeat(widths[at] ?? 3) : cell.padEnd(widths[at] ?? 0))).join(' | ')} |`;
  return rows.map(line).join('\n');
}

/** The medians of all rounds as a Markdown table. */
export const tableOf = (all: readonly Measured[]): string => markdown(columns, all.map(cells));

/** The results of one engine, or of one number of processes. */
export interface Run {
  readonly name: string;
  readonly all: readonly Measured[];
}

/** How other runs are compared with the first: by answers per second, or by the time an answer takes. */
export type Against = 'rate' | 'time';

/** Compares runs of the same cases side by side: answers per second, and for each other run its ratio to the first. */
export function comparisonOf([first, ...others]: readonly Run[], against: Against): string {
  if (!first) return '';
  const oursOf = (run: Run, { name, as }: Case): readonly Burst[] =>
    run.all.find(({ measured }) => measured.name === name && measured.as === as)?.ours ?? [];
  const times = (run: Run, one: Case): number => {
    const before = oursOf(first, one).map(({ rate }) => rate);
    const ratios = oursOf(run, one).map(({ rate }, at) => rate / (before[at] ?? Number.NaN));
    return median(against === 'rate' ? ratios : ratios.map((ratio) => 1 / ratio));
  };
  const lines = first.all.map(({ measured }) => [
    measured.name,
    measured.as,
    of(oursOf(first, measured), 'rate').toFixed(1),
    ...others.flatMap((run) => [of(oursOf(run, measured), 'rate').toFixed(1), times(run, measured).toFixed(2)]),
  ]);
  return markdown(['call', 'as', first.name, ...others.flatMap(({ name }) => [name, 'times'])], lines);
}
