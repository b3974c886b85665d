import { valueAt } from '../../contract/lib/dottedPath.ts';
import type { NamedAction } from '../../contract/schema/action.ts';
import { type Entity, fieldOf, sourceOf } from '../../contract/schema/entity.ts';
import { type CallOptions, filledPath } from './call.ts';
import { withNames } from './forms/named.ts';
import { request } from './http/httpClient.ts';
import { idempotencyHeader } from './http/idempotency.ts';
import type { RecordData } from './record.ts';

/** What stands in the path of an action for its record. */
function pathOf(entity: Entity, { call }: NamedAction, record: RecordData): string {
  const field = call.by === undefined ? undefined : fieldOf(entity, call.by);
  const value = call.by !== undefined && field ? valueAt(record, sourceOf(call.by, field)) : record.id;
  return filledPath(call.path.replace(/\{\w+\}/, '{record}'), { record: String(value) });
}

/** Takes a declared action with a record and its input; rejects with an HttpError. Out: what the call answers. */
export function act(
  entity: Entity,
  action: NamedAction,
  record: RecordData,
  input: Readonly<Record<string, unknown>>,
  { idempotencyKey, ...options }: CallOptions = {},
): Promise<RecordData> {
  const { idIn } = action.call;
  const body = { ...(idIn !== undefined && { [idIn]: record.id }), ...action.sends, ...input };
  const taken = request<RecordData>(pathOf(entity, action, record), {
    method: 'POST',
    ...(Object.keys(body).length > 0 && { body }),
    headers: idempotencyHeader(idempotencyKey),
    ...options,
  });
  const asked = { ...action.input, ...action.call.which };
  const isAsked = (name: string) => Object.hasOwn(asked, name.split('.')[0] ?? '') || name === entity.lifecycle?.field;
  return withNames({ ...entity.fields, ...asked }, isAsked, taken);
}
