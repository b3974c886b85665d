import { noticeModules } from '../../../contract/choices/notification.ts';
import { entityNamed } from '../../../contract/index.ts';
import { noticeKey, noticePaths, noticeValues } from '../../../contract/notices/noticeText.ts';
import { type KeptValue, keptValue, type SaidValue } from '../../../contract/notices/noticeValues.ts';
import { isUntitled } from '../../../contract/relations/title.ts';
import { roleIds } from '../../../contract/schema/access.ts';
import type { Entity } from '../../../contract/schema/entity.ts';
import { mailReadersOf, type Notice, type RoleOfReaders, readersOf } from '../../../contract/schema/notice.ts';
import type { Context } from '../../core/context.ts';
import { mailNotice } from '../../core/mail/noticeMail.ts';
import { notify, type Reader } from '../../core/mail/notification.ts';
import type { Values } from '../../core/rules.ts';
import { holdsForRow } from '../compile/scope.ts';
import type { Row } from '../compile/serialize.ts';
import { wholeRow } from '../read/read.ts';
import { titlesById } from '../read/titles.ts';

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

/** Does a message look at what was written? */
function isTouched(entity: Entity, notice: Notice, written: Values): boolean {
  const heads = noticePaths(entity, notice).map((path) => path.split('.')[0]);
  return Object.keys(written).some((name) => heads.includes(name) || heads.includes(entity.fields[name]?.as));
}

const idsIn = (row: Row, path: string): number[] => (Array.isArray(row[path]) ? (row[path] as number[]) : []);

/** What the records are called that the rows list at a path, by their numbers. */
async function namesAt(context: Context, { field, path }: SaidValue, rows: readonly Row[]) {
  const target = entityNamed(field.items?.to ?? '');
  const ids = isUntitled(target) ? [] : rows.flatMap((row) => idsIn(row, path));
  return titlesById(context, target, [...new Set(ids)]);
}

/**
 * What a message says of records, by the names in its braces, for each of them. The statements do not grow with the
 * records.
 */
export async function saidOf(
  context: Context,
  entity: Entity,
  notice: Notice,
  rows: readonly Row[],
): Promise<Record<string, KeptValue>[]> {
  const all = rows.map((): Record<string, KeptValue> => ({}));
  for (const [name, one] of Object.entries(noticeValues(entity, notice))) {
    if (!one) continue;
    const { field, path } = one;
    const names = field.items?.kind === 'reference' ? await namesAt(context, one, rows) : undefined;
    for (const [at, row] of rows.entries())
      (all[at] as Record<string, KeptValue>)[name] = keptValue(
        one,
        row,
        names && idsIn(row, path).map((id) => names.get(id) ?? ''),
      );
  }
  return all;
}

/**
 * Notifies the readers that the declaration names of what was done to a record, by the bell and by mail (C9).
 * @param operation `create`, or the name of a step or an action
 * @param row the record as it was before, or as it was created
 * @param written the values that were written to it
 */
export async function sendNotices(
  context: Context,
  entity: Entity,
  operation: string,
  row: Row,
  written: Values = {},
): Promise<void> {
  const notice = entity.notices?.[operation];
  if (!notice) return;
  const after = isTouched(entity, notice, written) ? await wholeRow(context, entity, row.id) : row;
  const told = { before: row, after };
  const [values = {}] = await saidOf(context, entity, notice, [told.after]);
  const about = { notice: noticeKey(entity.name, operation), record_id: row.id, values };
  const module = noticeModules.find(({ id }) => id === entity.path)?.id ?? null;
  await mailNotice(context, await readersFor(context, entity, mailReadersOf(notice), told), about);
  await notify(context, await readersFor(context, entity, readersOf(notice), told), { ...about, module });
}
