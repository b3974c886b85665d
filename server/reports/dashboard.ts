import { dashboardItems } from '../../contract/lists/dashboard.ts';
import { isRole } from '../../contract/roles/index.ts';
import { type Context, callerOf } from '../core/context.ts';
import { mapLimit } from '../core/mapLimit.ts';
import { requireTimeZone } from '../core/timeZone.ts';
import { readChart } from './charts.ts';
import { readMetrics } from './dashboardMetrics.ts';

/**
 * The declared metrics and charts of the caller's role, each over the rows of the caller's list (B24). Months and days
 * are those of the time zone.
 * @param context outside any transaction, since the queries run in parallel
 * @throws 422 for an unknown time zone
 */
export async function dashboard(context: Context, timeZone = 'UTC') {
  const zone = await requireTimeZone(context, timeZone);
  const caller = callerOf(context);
  const { entities } = context.contract;
  const [numbers, charts] = await Promise.all([
    readMetrics(context, dashboardItems('metrics', entities, caller.role, caller)),
    mapLimit(dashboardItems('charts', entities, caller.role, caller), 2, (chart) => readChart(context, chart, zone)),
  ]);
  return { numbers, outbox: isRole(caller.role, 'SuperAdmin') && context.settings.outbox, charts: charts.flat() };
}
