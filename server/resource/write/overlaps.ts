import { sql } from 'kysely';
import { conditionNames } from '../../../contract/conditions/condition.ts';
import { conditionHolds } from '../../../contract/conditions/evaluate.ts';
import { storedRecord } from '../../../contract/conditions/records.ts';
import { columnOf } from '../../../contract/kinds/fieldColumn.ts';
import { foldText } from '../../../contract/lib/foldText.ts';
import { message } from '../../../contract/messages/message.ts';
import { recordName } from '../../../contract/relations/title.ts';
import { mayReadRecords } from '../../../contract/schema/access.ts';
import { type Entity, fieldOf, writePathOf } from '../../../contract/schema/entity.ts';
import type { Field } from '../../../contract/schema/field/field.ts';
import { type NoOverlap, overlapName, overlapsOf } from '../../../contract/schema/rule.ts';
import { AppError } from '../../core/appError.ts';
import type { Context } from '../../core/context.ts';
import type { FieldValues } from '../../core/rules.ts';
import { waitForAdvisoryLock } from '../../db/maintenance/advisoryLock.ts';
import { comparedSql, overlapSql } from '../../db/schema/tableConstraints.ts';
import { viewFor } from '../compile/resource.ts';
import { type RecordRow, serialize } from '../compile/serialize.ts';
import { readerOf, readRows } from '../read/read.ts';
import { checkSharedFields } from './sharedFields.ts';

const columnsOf = ({ by = [], from, until }: NoOverlap): readonly string[] => [...by, from, until];

/** The fields whose change may cause an overlap, the one at which it is reported first. */
const readFields = ({ by = [], from, until, when = {} }: NoOverlap): readonly string[] => [
  from,
  until,
  ...by,
  ...conditionNames(when),
];

/** True if the period of this record is compared with others. */
const isCompared = (entity: Entity, { by = [], when }: NoOverlap, values: FieldValues): boolean =>
  by.every((name) => (values[name] ?? null) !== null) &&
  (when === undefined || conditionHolds(entity, when, storedRecord(values), undefined) === true);

/**
 * Lets only one transaction at a time look for overlaps with these values, until it ends: the next one then sees what
 * the previous one stored.
 */
async function lockValues({ trx }: Context, entity: Entity, rule: NoOverlap, values: FieldValues): Promise<void> {
  const key = (rule.by ?? []).map((name) => {
    const value = values[name];
    return typeof value === 'string' ? foldText(value) : value;
  });
  const name = JSON.stringify([overlapName(entity, rule), key]);
  await waitForAdvisoryLock(trx, name);
}

/** The id of the first other record whose period overlaps that of these values. */
async function overlappingId(
  { trx }: Context,
  entity: Entity,
  rule: NoOverlap,
  values: FieldValues,
  id: number | undefined,
): Promise<number | undefined> {
  const given = columnsOf(rule).map(
    (name) => sql`${values[name] ?? null}::${sql.raw(columnOf(fieldOf(entity, name) as Field))} as ${sql.id(name)}`,
  );
  const { rows } = await sql<{ id: number }>`select one.id from ${sql.table(entity.table)} as one,
    (select ${sql.join(given)}) as other
    where ${sql.raw(comparedSql(entity, rule, 'one'))} and one.id is distinct from ${id ?? null}::int
      and ${sql.raw(overlapSql(entity, rule, 'one', 'other'))}
    order by one.id limit 1`.execute(trx);
  return rows[0]?.id;
}

/** True if the title of a record is drawn by the server, so that a row of a file has none yet. */
const hasDrawnTitle = (entity: Entity): boolean =>
  [entity.title].flat().some((path) => path === 'id' || fieldOf(entity, path)?.serial !== undefined);

/** The message with the name of the other record, if it has one that the caller may see. */
async function overlapMessage(context: Context, entity: Entity, id: number): Promise<string> {
  const { caller, importedIds } = context;
  if (importedIds?.has(id) && hasDrawnTitle(entity)) return message('overlaps_row');
  if (!caller || !mayReadRecords(entity.access, caller.role)) return message('overlaps');
  const { item } = viewFor(entity, caller.role).plain;
  const [row] = await readRows(context, item, [id]);
  if (!row) return message('overlaps');
  const answer = serialize(item, row, readerOf(context));
  return message('overlaps_record', {
    name_en: recordName(entity, answer, 'en'),
    name_zh: recordName(entity, answer, 'zh'),
  });
}

/**
 * The field at which an overlap is reported: the beginning, or the written one of its fields if that is not written. A
 * step that moves a record into the condition is refused at its state.
 */
const reportedField = (rule: NoOverlap, written: readonly string[] | undefined): string =>
  readFields(rule).find((name) => written?.includes(name)) ?? rule.from;

/**
 * Refuses values whose period overlaps that of another record (`noOverlap`). The exclusion constraint of the table
 * ensures the same for writes that do not come here.
 * @param values the record as it would be
 * @param written the names of the fields that are written, if not all are
 * @param id the id of the record, if it exists
 * @throws 422 at the beginning of the period, with the name of the other record if the caller may see it
 */
export async function checkOverlaps(
  context: Context,
  entity: Entity,
  values: FieldValues,
  written?: readonly string[],
  id?: number,
): Promise<void> {
  for (const rule of overlapsOf(entity)) {
    if (written && !readFields(rule).some((name) => written.includes(name))) continue;
    if (!isCompared(entity, rule, values)) continue;
    await lockValues(context, entity, rule, values);
    const other = await overlappingId(context, entity, rule, values, id);
    if (other === undefined) continue;
    const name = reportedField(rule, written);
    const text = await overlapMessage(context, entity, other);
    throw AppError.invalid({ [writePathOf(name, fieldOf(entity, name) as Field)]: [text] });
  }
}

/**
 * Checks a change of a record against other records: those that it refers to, and those whose periods its own may not
 * overlap.
 * @param row the record before the change
 * @param values the values that are written
 * @throws as `checkSharedFields` and `checkOverlaps`
 */
export async function checkAgainstOthers(
  context: Context,
  entity: Entity,
  row: RecordRow,
  values: FieldValues,
): Promise<void> {
  const after = { ...row, ...values };
  await checkSharedFields(context, entity, after, row);
  await checkOverlaps(context, entity, after, Object.keys(values), row.id);
}
