import { sql } from 'kysely';
import { restoreDays } from '../../../contract/access/retention.ts';
import { entityNamed } from '../../../contract/index.ts';
import type { FieldErrors } from '../../../contract/kinds/validation.ts';
import { message } from '../../../contract/messages/message.ts';
import {
  type Entity,
  joinedFields,
  restrictsDelete,
  storedFields,
  writePathOf,
} from '../../../contract/schema/entity.ts';
import { AppError } from '../../core/appError.ts';
import { type Context, callerOf } from '../../core/context.ts';
import { UniqueViolation } from '../../db/engine/errors.ts';
import { joinTableName } from '../../db/write/joinRecords.ts';
import { restoreRow } from '../../db/write/store.ts';
import { rulesOf } from '../../domain/index.ts';
import { resourceOf } from '../compile/resource.ts';
import { conditionHoldsForRow, scopePredicate } from '../compile/scope.ts';
import type { RecordRow } from '../compile/serialize.ts';
import { authorize, fromSql } from '../read/read.ts';
import { deletedChildren } from './children.ts';

/** A row that was deleted, and when. */
type Deleted = RecordRow & { readonly deleted_at: Date };

const aDay = 24 * 60 * 60 * 1000;

/** The deleted row of that id in the caller's scope, locked; 404 where none is, 422 where it lives or went too long ago. */
async function deletedRow(context: Context, entity: Entity, id: number): Promise<Deleted> {
  const { whole } = resourceOf(entity);
  const found = await sql<RecordRow & { deleted_at: Date | null }>`select ${whole.select}, t.deleted_at as deleted_at
    from ${fromSql(whole)} where t.id = ${id} and ${scopePredicate(entity, callerOf(context))} for update of t`.execute(
    context.trx,
  );
  const row = found.rows[0];
  if (!row) throw AppError.notFound();
  const { deleted_at } = row;
  if (deleted_at === null) throw AppError.unprocessable('not_deleted');
  if (deleted_at.getTime() < context.now.getTime() - restoreDays * aDay) throw AppError.unprocessable('restore_late');
  return { ...row, deleted_at };
}

/** What the record cannot be without is still there, and stays until this transaction has ended. Throws 422 by field. */
async function checkParents(context: Context, entity: Entity, row: RecordRow): Promise<void> {
  const errors: FieldErrors = {};
  for (const [name, field] of storedFields(entity)) {
    const id = row[name];
    if (field.kind !== 'reference' || !restrictsDelete(field) || typeof id !== 'number') continue;
    const { table } = entityNamed(field.to ?? '');
    const found = await sql`select 1 from ${sql.table(table)} as t
      where t.id = ${id} and t.deleted_at is null for key share of t`.execute(context.trx);
    if (found.rows.length === 0) errors[writePathOf(name, field)] = [message('restore_parent')];
  }
  for (const [name, field] of joinedFields(entity)) {
    if (!restrictsDelete(field)) continue;
    const { table } = entityNamed(field.items?.to ?? '');
    const found = await sql<{ deleted_at: Date | null }>`select t.deleted_at from ${sql.table(table)} as t
      where t.id in (select other_id from ${sql.table(joinTableName(entity, name))} where owner_id = ${row.id})
      order by t.id for key share of t`.execute(context.trx);
    if (found.rows.some(({ deleted_at }) => deleted_at !== null)) errors[name] = [message('restore_parent')];
  }
  const [first] = Object.keys(errors);
  if (first !== undefined) throw new AppError(422, message('restore_parent'), errors);
}

/** Brings a row back with the children that went with it, each by its own rules. */
async function restoreWhole(context: Context, entity: Entity, row: Deleted): Promise<void> {
  await checkParents(context, entity, row);
  await rulesOf(entity.name).beforeRestore?.(context, row);
  await restoreRow(context, entity, row);
  for (const [child, one] of await deletedChildren(context, entity, row.id, row.deleted_at))
    await restoreWhole(context, child, { ...one, deleted_at: row.deleted_at });
}

/** Another record has taken what occurs once: said in one sentence, at the fields. */
function asRestoreError(error: unknown): unknown {
  const told = error instanceof UniqueViolation ? AppError.of(error) : undefined;
  if (!told?.fields) return error;
  const text = message('restore_taken');
  return new AppError(422, text, Object.fromEntries(Object.keys(told.fields).map((name) => [name, [text]])));
}

/**
 * Restores a record that was deleted in the last 30 days, for whoever may delete it (D12); what went with it comes back with
 * it. In: its id. Throws 403 (role), 404 (scope) and 422: it is not deleted, that was too long ago, what it belongs to is
 * gone, or its place is taken.
 */
export async function restoreRecord(context: Context, entity: Entity, id: number): Promise<{ id: number }> {
  authorize(entity, 'remove', callerOf(context));
  const row = await deletedRow(context, entity, id);
  if (entity.removeWhile && !(await conditionHoldsForRow(context, entity, entity.removeWhile, row)))
    throw AppError.unprocessable('wrong_state', undefined, entity.lifecycle?.field);
  try {
    await restoreWhole(context, entity, row);
  } catch (error) {
    throw asRestoreError(error);
  }
  return { id };
}
