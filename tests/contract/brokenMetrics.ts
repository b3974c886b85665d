import { label, withList } from './broken.ts';

const metric = { label, roles: ['SuperAdmin'], order: 1, only: { status: 0 } };
const chart = { label, roles: ['SuperAdmin'], order: 1, by: 'ends_at' };
const withMetric = (more: object) => ({ metrics: { open: { ...metric, ...more } } });
const withChart = (more: object) => ({ charts: { open: { ...chart, ...more } } });
const instead =
  'name list.range, a day or point in time among list.filters, or a reference or a choice among list.filters without "every"';

/** Metrics and charts that cannot be shown, in the form of `broken`. */
export const brokenMetrics: readonly [string, object, string][] = [
  [
    'a metric for a role that may not list',
    withMetric({ roles: ['SalesMan'] }),
    '.metrics.open is for SalesMan, who may not list; leave it out',
  ],
  [
    'a sum of what is no number',
    withMetric({ sum: 'name' }),
    '.metrics.open sums "name"; name a stored or calculated field of the kinds integer, decimal, money',
  ],
  [
    'an earliest that is no time',
    withMetric({ since: 'name' }),
    '.metrics.open tells the earliest "name", which is no stored point in time; name one',
  ],
  ['a chart by a text', withChart({ by: 'name' }), `.charts.open goes by "name"; ${instead}`],
  [
    'a chart by a month that no list is ranged by',
    { ...withChart({}), ...withList({ range: undefined }) },
    `.charts.open goes by "ends_at"; ${instead}`,
  ],
  [
    'a chart that leads by what takes no time',
    withChart({ every: 'day', leads: { by: 'name' } }),
    '.charts.open leads by "name"; name a parameter of list.parameters whose text names an interval',
  ],
  [
    'a chart by days with parts',
    withChart({ every: 'day', series: { all: { label, only: {}, tone: 'good' } } }),
    '.charts.open has "series" and is no chart by months; leave "series" out',
  ],
  [
    'a chart by days with "ahead"',
    withChart({ every: 'day', ahead: true }),
    '.charts.open has "ahead" and is no chart by months; leave "ahead" out',
  ],
  [
    'a chart by a choice with "ahead"',
    { ...withChart({ by: 'status', ahead: true }), ...withList({ filters: ['status'] }) },
    '.charts.open has "ahead" and is no chart by months; leave "ahead" out',
  ],
  [
    'a chart by a record that no list is filtered by',
    withChart({ by: 'product_id' }),
    `.charts.open goes by "product_id"; ${instead}`,
  ],
];
