import { sql } from 'kysely';
import { restoreDays } from '../../../contract/access/retention.ts';
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
import { ChildLimitViolation, ConstraintViolation, UniqueViolation } from '../../db/engine/errors.ts';
import { joinTableName } from '../../db/write/joinRecords.ts';
import { restoreRow } from '../../db/write/store.ts';
import { rulesOf } from '../../domain/index.ts';
import { resourceOf } from '../compile/resource.ts';
import { conditionHoldsForRow, scopePredicate } from '../compile/scope.ts';
import type { RecordRow } from '../compile/serialize.ts';
import { authorize, fromSql } from '../read/read.ts';
import { deletedChildren } from './children.ts';
import { checkOverlaps } from './overlaps.ts';

/** A deleted row with the time of its deletion. */
type Deleted = RecordRow & { readonly deleted_at: Date };

const dayMs = 24 * 60 * 60 * 1000;

/**
 * The deleted row of that id in the caller's scope, locked.
 * @throws 404 where there is none; 422 where it is not deleted or was deleted too long ago
 */
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
  if (deleted_at.getTime() < context.now.getTime() - restoreDays * dayMs) throw AppError.unprocessable('restore_late');
  return { ...row, deleted_at };
}

/**
 * Checks that the records it depends on still exist, and locks them against deletion until the transaction ends (422 by
 * field).
 */
async function checkParents(context: Context, entity: Entity, row: RecordRow): Promise<void> {
  const errors: FieldErrors = {};
  for (const [name, field] of storedFields(entity)) {
    const id = row[name];
    if (field.kind !== 'reference' || !restrictsDelete(field) || typeof id !== 'number') continue;
    const { table } = entity.contract.entity(field.to ?? '');
    const found = await sql`select 1 from ${sql.table(table)} as t
      where t.id = ${id} and t.deleted_at is null for key share of t`.execute(context.trx);
    if (found.rows.length === 0) errors[writePathOf(name, field)] = [message('restore_parent')];
  }
  for (const [name, field] of joinedFields(entity)) {
    if (!restrictsDelete(field)) continue;
    const { table } = entity.contract.entity(field.items?.to ?? '');
    const found = await sql<{ deleted_at: Date | null }>`select t.deleted_at from ${sql.table(table)} as t
      where t.id in (select other_id from ${sql.table(joinTableName(entity, name))} where owner_id = ${row.id})
      order by t.id for key share of t`.execute(context.trx);
    if (found.rows.some(({ deleted_at }) => deleted_at !== null)) errors[name] = [message('restore_parent')];
  }
  const [first] = Object.keys(errors);
  if (first !== undefined) throw new AppError(422, message('restore_parent'), errors);
}

/** Restores a row with the children that were deleted with it, each by its own rules. */
async function restoreWhole(context: Context, entity: Entity, row: Deleted): Promise<void> {
  await checkParents(context, entity, row);
  await rulesOf(entity.name).beforeRestore?.(context, row);
  await checkOverlaps(context, entity, row, undefined, row.id);
  await restoreRow(context, entity, row);
  for (const [child, one] of await deletedChildren(context, entity, row.id, row.deleted_at))
    await restoreWhole(context, child, { ...one, deleted_at: row.deleted_at });
}

/** Turns a conflict of unique values, or of periods, into one message for all its fields. A limit has its sentence. */
function asRestoreError(error: unknown): unknown {
  if (error instanceof ChildLimitViolation) return error;
  const isConflict = error instanceof UniqueViolation || error instanceof ConstraintViolation;
  const conflict = isConflict ? AppError.of(error) : undefined;
  if (!conflict?.fields) return error;
  const text = message('restore_taken');
  return new AppError(422, text, Object.fromEntries(Object.keys(conflict.fields).map((name) => [name, [text]])));
}

/**
 * Restores a record that was deleted in the last 30 days, with the children that were deleted with it; for roles that
 * may delete it (D12).
 * @throws 403 (role), 404 (scope), and 422 where it is not deleted, was deleted too long ago, a record it belongs to is
 *   deleted, or another record has its unique values
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
