import type { Totals } from '../../../contract/lists/totals.ts';
import type { Entity } from '../../../contract/schema/entity.ts';
import { requestJson } from '../http/httpClient.ts';
import { listQueryParameters } from '../http/queryString.ts';

/**
 * The totals of a list for a filter, told by a field where one is named, in the browser's own months. Rejects with an
 * HttpError of which no message is shown.
 */
export const fetchTotals = (
  entity: Entity,
  filter: Readonly<Record<string, unknown>>,
  by: string,
  signal: AbortSignal,
): Promise<Totals> => {
  const time_zone = by === '' ? undefined : Intl.DateTimeFormat().resolvedOptions().timeZone;
  const query = { ...listQueryParameters(filter), group_by: by, time_zone };
  return requestJson<Totals>(`/v1/${entity.path}/totals`, { query, signal, quiet: true });
};
