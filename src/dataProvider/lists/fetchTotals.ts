import type { TotalsAnswer } from '../../../contract/lists/totals.ts';
import type { Entity } from '../../../contract/schema/entity.ts';
import { browserZone } from '../../i18n/timeZone.ts';
import { requestJson } from '../http/httpClient.ts';
import { listQueryParameters } from '../http/queryString.ts';

/**
 * Fetches the totals of a list for a filter, grouped by a field if `by` names one; dates are grouped by month in the
 * browser's time zone.
 * @throws HttpError whose message is not shown
 */
export const fetchTotals = (
  entity: Entity,
  filter: Readonly<Record<string, unknown>>,
  by: string,
  signal: AbortSignal,
): Promise<TotalsAnswer> => {
  const time_zone = by === '' ? undefined : browserZone();
  const query = { ...listQueryParameters(filter), group_by: by, time_zone };
  return requestJson<TotalsAnswer>(`/v1/${entity.path}/totals`, { query, signal, quiet: true });
};
