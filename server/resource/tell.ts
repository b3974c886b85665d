import { roleIds } from '../../contract/access.ts';
import { noticeModules } from '../../contract/choices/notification.ts';
import type { Entity } from '../../contract/entity.ts';
import { mailReadersOf, type Notice, pathsOf, type RoleOfReaders, readersOf, valuesOf } from '../../contract/notice.ts';
import { noticeKey } from '../../contract/noticeTitle.ts';
import type { Carried } from '../db/carried.ts';
import type { Context } from '../domain/context.ts';
import { mailNotice } from '../domain/noticeMail.ts';
import { messageTo, type Reader } from '../domain/notification.ts';
import type { Values } from '../domain/rules.ts';
import { wholeRow } from './read.ts';
import { holdsForRow } from './scope.ts';
import type { Row } from './serialize.ts';

/** A record as it was, and as it is. */
interface Told {
  readonly before: Row;
  readonly after: Row;
}

/** The users of a role that a message tells; none where it is not for them. */
async function ofRole(
  context: Context,
  entity: Entity,
  reader: RoleOfReaders,
  { before, after }: Told,
): Promise<Reader[]> {
  const { role, of, when } = reader;
  if (when && !(await holdsForRow(context, entity, when, before))) return [];
  if (of === undefined) return [{ role_id: roleIds[role] }];
  const enterprise_id = after[of] as number | null;
  return enterprise_id === null ? [] : [{ role_id: roleIds[role], enterprise_id }];
}

async function readersFor(
  context: Context,
  entity: Entity,
  readers: readonly (string | RoleOfReaders)[],
  told: Told,
): Promise<Reader[]> {
  const found: Reader[] = [];
  for (const reader of readers) {
    if (typeof reader === 'string') found.push(told.after[reader] as number | null);
    else found.push(...(await ofRole(context, entity, reader, told)));
  }
  return found;
}

/** The record as it is, read again where what was written is looked at. */
async function afterOf(context: Context, entity: Entity, paths: readonly string[], row: Row, written: Values) {
  const heads = paths.map((path) => path.split('.')[0]);
  const isTouched = Object.keys(written).some(
    (name) => heads.includes(name) || heads.includes(entity.fields[name]?.as),
  );
  return isTouched ? wholeRow(context, entity, row.id) : row;
}

const asText = (value: unknown): string => (value instanceof Date ? value.toISOString() : String(value ?? ''));

/** What a message says of a record, by the names in its braces. */
export const saidOf = (notice: Notice, row: Row): Record<string, string> =>
  Object.fromEntries(Object.entries(valuesOf(notice)).map(([name, path]) => [name, asText(row[path])]));

/**
 * Tells whom the declaration names of what was done to a record, if it names anybody, by the bell and by mail (C9). In:
 * `create`, a step or an action, the record as it was before, or as it was made, and what was written to it.
 * @returns the statement that puts it behind the bell, which is to be sent yet: the next one may carry it
 */
export async function tell(
  context: Context,
  entity: Entity,
  operation: string,
  row: Row,
  written: Values = {},
): Promise<Carried> {
  const notice = entity.notices?.[operation];
  if (!notice) return undefined;
  const told = { before: row, after: await afterOf(context, entity, pathsOf(notice), row, written) };
  const values = saidOf(notice, told.after);
  const about = { notice: noticeKey(entity.name, operation), record_id: row.id, values };
  const module = noticeModules.find(({ id }) => id === entity.path)?.id ?? null;
  await mailNotice(context, await readersFor(context, entity, mailReadersOf(notice), told), about);
  return messageTo(context, await readersFor(context, entity, readersOf(notice), told), { ...about, module });
}
