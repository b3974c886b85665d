import { isDeepStrictEqual } from 'node:util';
import { noticeModules } from '../../../contract/choices/notification.ts';
import { noticeKey, noticePaths, noticeValues } from '../../../contract/notices/noticeText.ts';
import {
  type NoticeValue,
  type StoredNoticeValue,
  toStoredNoticeValue,
} from '../../../contract/notices/noticeValues.ts';
import { readingRoles } from '../../../contract/notices/readingRoles.ts';
import { attachmentName, authorField, parentField } from '../../../contract/relations/attachments.ts';
import { type AttachmentWord, attachmentWords } from '../../../contract/relations/attachmentWords.ts';
import { roleIds } from '../../../contract/schema/access.ts';
import type { Entity } from '../../../contract/schema/entity.ts';
import {
  addedAuthor,
  fieldsThatCause,
  isOfChildren,
  mailRecipients,
  type NoticeDeclaration,
  type NoticeRecipientWord,
  noticeRecipients,
  type RoleRecipients,
} from '../../../contract/schema/notice.ts';
import type { Context } from '../../core/context.ts';
import { deliverNotice } from '../../core/mail/deliverNotice.ts';
import type { NoticeRecipient } from '../../core/mail/notification.ts';
import type { FieldValues } from '../../core/rules.ts';
import { conditionHoldsForRow } from '../compile/scope.ts';
import type { RecordRow } from '../compile/serialize.ts';
import { readAnyRow } from '../read/read.ts';
import { titlesById } from '../read/titles.ts';
import { childRecipients } from './childRecipients.ts';

/** A record before and after the operation. */
interface RecordStates {
  readonly before: RecordRow;
  readonly after: RecordRow;
}

/** The recipients that have a role; none where the condition of the recipient does not hold. */
async function ofRole(
  context: Context,
  entity: Entity,
  recipient: RoleRecipients,
  { before, after }: RecordStates,
): Promise<NoticeRecipient[]> {
  const { role, of, when } = recipient;
  if (when && !(await conditionHoldsForRow(context, entity, when, before))) return [];
  const ids = readingRoles(entity, role).map((one) => roleIds[one]);
  if (of === undefined) return ids.map((role_id) => ({ role_id }));
  const enterprise_id = after[of] as number | null;
  return enterprise_id === null ? [] : ids.map((role_id) => ({ role_id, enterprise_id }));
}

async function recipientsFor(
  context: Context,
  entity: Entity,
  recipients: readonly NoticeRecipientWord[],
  states: RecordStates,
): Promise<NoticeRecipient[]> {
  const found: NoticeRecipient[] = [];
  const { id } = states.after;
  for (const recipient of recipients) {
    if (typeof recipient === 'string') found.push(states.after[recipient] as number | null);
    else if (isOfChildren(recipient))
      found.push(...((await childRecipients(context, entity, recipient, [id])).get(id) ?? []));
    else found.push(...(await ofRole(context, entity, recipient, states)));
  }
  return found;
}

/** True if the text of the notice uses a value that was written. */
function readsWrittenFields(entity: Entity, notice: NoticeDeclaration, written: FieldValues): boolean {
  const heads = noticePaths(entity, notice).map((path) => path.split('.')[0]);
  return Object.keys(written).some((name) => heads.includes(name) || heads.includes(entity.fields[name]?.as));
}

const idsIn = (row: RecordRow, path: string): number[] => (Array.isArray(row[path]) ? (row[path] as number[]) : []);

/** The titles of the records that the rows list at a path, by id. */
async function titlesAt(context: Context, { field, path }: NoticeValue, rows: readonly RecordRow[]) {
  const target = context.contract.entity(field.items?.to ?? '');
  const ids = target.title === 'id' ? [] : rows.flatMap((row) => idsIn(row, path));
  return titlesById(context, target, [...new Set(ids)]);
}

/**
 * The values for the placeholders of a notice, for each row. The number of statements does not depend on the number of
 * rows.
 */
export async function storedNoticeValues(
  context: Context,
  entity: Entity,
  notice: NoticeDeclaration,
  rows: readonly RecordRow[],
): Promise<Record<string, StoredNoticeValue>[]> {
  const all = rows.map((): Record<string, StoredNoticeValue> => ({}));
  for (const [name, one] of Object.entries(noticeValues(entity, notice))) {
    if (!one) continue;
    const { field, path } = one;
    const names = field.items?.kind === 'reference' ? await titlesAt(context, one, rows) : undefined;
    for (const [at, row] of rows.entries())
      (all[at] as Record<string, StoredNoticeValue>)[name] = toStoredNoticeValue(
        one,
        row,
        names && idsIn(row, path).map((id) => names.get(id) ?? ''),
      );
  }
  return all;
}

/**
 * Notifies the recipients of one notice about a record.
 * @param more values that do not come from the record
 */
async function sendNotice(
  context: Context,
  entity: Entity,
  name: string,
  states: RecordStates,
  more: Readonly<Record<string, string>> = {},
): Promise<void> {
  const notice = entity.notices?.[name] as NoticeDeclaration;
  const [values = {}] = await storedNoticeValues(context, entity, notice, [states.after]);
  const record_id = states.after.id;
  const about = { notice: noticeKey(entity.name, name), record_id, values: { ...more, ...values } };
  const module = noticeModules.find(({ id }) => id === entity.path)?.id ?? null;
  const bell = await recipientsFor(context, entity, noticeRecipients(notice), states);
  const mail = await recipientsFor(context, entity, mailRecipients(notice), states);
  await deliverNotice(context, { bell, mail }, { ...about, module });
}

/**
 * Notifies the declared recipients of an operation on a record, in the console and by mail, as they want it (C9).
 * @param operation `create`, or the name of a step or an action
 * @param row the record before the operation, or as it was created
 * @param written the values that were written to it
 */
export async function sendNotices(
  context: Context,
  entity: Entity,
  operation: string,
  row: RecordRow,
  written: FieldValues = {},
): Promise<void> {
  const notice = entity.notices?.[operation];
  if (!notice) return;
  const after = readsWrittenFields(entity, notice, written) ? await readAnyRow(context, entity, row.id) : row;
  await sendNotice(context, entity, operation, { before: row, after });
}

/**
 * Notifies the declared recipients of changed fields (issue 37, section 6), after an edit, a step or an action. A record
 * is read again only where a notice is due.
 * @param row the record before the change
 * @param written the values that were written to it
 */
export async function sendNoticesOfChanges(
  context: Context,
  entity: Entity,
  row: RecordRow,
  written: FieldValues,
): Promise<void> {
  const caused = Object.entries(entity.notices ?? {}).filter(([, notice]) =>
    fieldsThatCause(notice).some(
      (name) => Object.hasOwn(written, name) && !isDeepStrictEqual(row[name], written[name]),
    ),
  );
  if (caused.length === 0) return;
  const after = await readAnyRow(context, entity, row.id);
  const isChanged = (name: string) => !isDeepStrictEqual(row[name], after[name]);
  for (const [name, notice] of caused) {
    const { when } = notice;
    if (!fieldsThatCause(notice).some(isChanged)) continue;
    if (when && !(await conditionHoldsForRow(context, entity, when, after))) continue;
    await sendNotice(context, entity, name, { before: row, after });
  }
}

/** The longest part of a comment in a notice, in characters. */
const longestComment = 200;

/** A text on one line, and its beginning if it is long. */
function beginning(text: string): string {
  const line = [...text.replace(/\s+/g, ' ').trim()];
  return line.length > longestComment ? `${line.slice(0, longestComment).join('').trimEnd()}…` : line.join('');
}

/**
 * Notifies the declared recipients of a comment on a record, or of a file that was added to it. The author receives none.
 * @param child the entity of the comment or the file
 * @param row the comment or the file
 */
export async function sendNoticesOfAdded(context: Context, child: Entity, row: RecordRow): Promise<void> {
  if (child.addedBy === undefined) return;
  const entity = context.contract.entity(child.addedBy);
  const caused = Object.entries(entity.notices ?? {}).filter(
    ([, { added }]) => added !== undefined && attachmentName(entity.name, added) === child.name,
  );
  const id = row[parentField(entity.name)];
  if (caused.length === 0 || typeof id !== 'number') return;
  const record = await readAnyRow(context, entity, id);
  const author = Number(row[authorField]);
  const names = await titlesById(context, context.contract.entity('user'), [author]);
  for (const [name, notice] of caused) {
    if (notice.when && !(await conditionHoldsForRow(context, entity, notice.when, record))) continue;
    const more = {
      [addedAuthor]: String(names.get(author) ?? ''),
      [attachmentWords[notice.added as AttachmentWord]]: beginning(String(row[String(child.title)])),
    };
    await sendNotice(context, entity, name, { before: record, after: record }, more);
  }
}
