import { roleIds } from '../../contract/access.ts';
import { noticeModules } from '../../contract/choices/notification.ts';
import type { Entity } from '../../contract/entity.ts';
import { type RoleOfReaders, readersOf, valuesOf } from '../../contract/notice.ts';
import { noticeKey } from '../../contract/noticeTitle.ts';
import type { Context } from '../domain/context.ts';
import { notify, usersOf } from '../domain/notification.ts';
import { holdsForRow } from './scope.ts';
import type { Row } from './serialize.ts';

async function readers(context: Context, entity: Entity, reader: RoleOfReaders, row: Row): Promise<number[]> {
  const { role, of, when } = reader;
  if (when && !(await holdsForRow(context, entity, when, row))) return [];
  if (of !== undefined && row[of] === null) return [];
  return usersOf(context, roleIds[role], of === undefined ? undefined : (row[of] as number));
}

/**
 * Tells whom the declaration names of what was done to a record, if it names anybody (C9). In: `create`, a step or an
 * action, and the record as it was before, or as it was made.
 */
export async function tell(context: Context, entity: Entity, operation: string, row: Row): Promise<void> {
  const notice = entity.notices?.[operation];
  if (!notice) return;
  const ids: (number | null)[] = [];
  for (const reader of readersOf(notice)) {
    if (typeof reader === 'string') ids.push(row[reader] as number | null);
    else ids.push(...(await readers(context, entity, reader, row)));
  }
  const values = Object.entries(valuesOf(notice)).map(([name, path]) => [name, String(row[path] ?? '')]);
  await notify(context, ids, {
    notice: noticeKey(entity.name, operation),
    module: noticeModules.find(({ id }) => id === entity.path)?.id ?? null,
    record_id: row.id as number,
    values: Object.fromEntries(values),
  });
}
