import type { Totals } from '../../../contract/lists/totals.ts';
import type { Entity } from '../../../contract/schema/entity.ts';
import { request } from '../http/httpClient.ts';
import { parametersOf } from '../http/query.ts';

/**
 * The totals of a list for a filter, told by a field where one is named, in the browser's own months. Rejects with an
 * HttpError of which no message is shown.
 */
export const totals = (
  entity: Entity,
  filter: Readonly<Record<string, unknown>>,
  by: string,
  signal: AbortSignal,
): Promise<Totals> => {
  const time_zone = by === '' ? undefined : Intl.DateTimeFormat().resolvedOptions().timeZone;
  const query = { ...parametersOf(filter), group_by: by, time_zone };
  return request<Totals>(`/v1/${entity.path}/totals`, { query, signal, quiet: true });
};
