import { entities } from '../../contract/index.ts';
import { shownTo } from '../../contract/lists/dashboard.ts';
import { type Context, callerOf } from '../core/context.ts';
import { inTurns } from '../core/mapLimit.ts';
import { knownZone } from '../core/timeZone.ts';
import { chartOf } from './charts.ts';
import { figuresOf } from './figures.ts';

/**
 * The declared metrics and charts of the caller's role, each over the rows of the caller's list (B24). Months and days
 * are those of the time zone.
 * @param context outside any transaction, since the queries run in parallel
 * @throws 422 for an unknown time zone
 */
export async function dashboard(context: Context, timeZone = 'UTC') {
  const zone = await knownZone(context, timeZone);
  const { role } = callerOf(context);
  const [numbers, charts] = await Promise.all([
    figuresOf(context, shownTo('figures', entities, role)),
    inTurns(shownTo('charts', entities, role), 2, (chart) => chartOf(context, chart, zone)),
  ]);
  return { numbers, outbox: role === 'SuperAdmin' && context.settings.outbox, charts };
}
