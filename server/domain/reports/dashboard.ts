import { shownTo } from '../../../contract/dashboard.ts';
import { entities } from '../../../contract/index.ts';
import { type Context, callerOf } from '../context.ts';
import { knownZone } from '../timeZone.ts';
import { chartOf } from './charts.ts';
import { figureOf } from './figures.ts';

/**
 * The declared numbers and charts of the caller's role, each over the rows of their own list (B24). Months and days are
 * those of the time zone. Throws a 422 for a zone that nobody knows.
 */
export async function dashboard(context: Context, timeZone = 'UTC') {
  const zone = await knownZone(context, timeZone);
  const { role } = callerOf(context);
  const numbers = [];
  for (const figure of shownTo('figures', entities, role)) numbers.push(await figureOf(context, figure));
  const charts = [];
  for (const chart of shownTo('charts', entities, role)) charts.push(await chartOf(context, chart, zone));
  return { numbers, outbox: role === 'SuperAdmin' && context.settings.outbox, charts };
}
