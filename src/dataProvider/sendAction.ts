import { valueAt } from '../../contract/lib/dottedPath.ts';
import type { NamedAction } from '../../contract/schema/action.ts';
import { type Entity, fieldOf, readPathOf } from '../../contract/schema/entity.ts';
import { type EndpointOptions, fillPath } from './callEndpoint.ts';
import { withFieldNames } from './forms/withFieldNames.ts';
import { requestJson } from './http/httpClient.ts';
import { idempotencyHeader } from './http/idempotency.ts';
import type { RecordData } from './RecordData.ts';

/**
 * The path of an action for a record: its id, or the field that the declaration names, takes the place of the braces.
 */
function actionPath(entity: Entity, { endpoint }: NamedAction, record: RecordData): string {
  const field = endpoint.by === undefined ? undefined : fieldOf(entity, endpoint.by);
  const value = endpoint.by !== undefined && field ? valueAt(record, readPathOf(endpoint.by, field)) : record.id;
  return fillPath(endpoint.path.replace(/\{\w+\}/, '{record}'), { record: String(value) });
}

/**
 * Sends a declared action of a record with its input.
 * @returns the answer of the endpoint
 * @throws HttpError
 */
export function sendAction(
  entity: Entity,
  action: NamedAction,
  record: RecordData,
  input: Readonly<Record<string, unknown>>,
  { idempotencyKey, ...options }: EndpointOptions = {},
): Promise<RecordData> {
  const { idIn } = action.endpoint;
  const body = { ...(idIn !== undefined && { [idIn]: record.id }), ...action.sends, ...input };
  const sent = requestJson<RecordData>(actionPath(entity, action, record), {
    method: 'POST',
    ...(Object.keys(body).length > 0 && { body }),
    headers: idempotencyHeader(idempotencyKey),
    ...options,
  });
  const asked = { ...action.input, ...action.endpoint.which };
  const isAsked = (name: string) => Object.hasOwn(asked, name.split('.')[0] ?? '') || name === entity.lifecycle?.field;
  return withFieldNames({ ...entity.fields, ...asked }, isAsked, sent);
}
