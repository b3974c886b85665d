import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import type { Entity } from '../../../contract/schema/entity.ts';
import { AppError } from '../../core/appError.ts';
import { type Context, callerOf, type PreparedValues } from '../../core/context.ts';
import { namesVersion } from '../../core/namesVersion.ts';
import type { FieldValues } from '../../core/rules.ts';
import { requireEntityScope } from '../../core/security/tokenScope.ts';
import { patch, removeRow } from '../../db/write/store.ts';
import { rulesOf } from '../../domain/index.ts';
import { referrerPredicate } from '../compile/referrers.ts';
import { resourceOf } from '../compile/resource.ts';
import type { RecordAnswer, RecordRow } from '../compile/serialize.ts';
import { attachFiles } from '../files/attachFiles.ts';
import { sendNoticesOfChanges } from '../notify/notify.ts';
import { keepHiddenJoined } from '../read/joinedRecords.ts';
import { answerFromRow, authorize, getRecord, readRow } from '../read/read.ts';
import { checkCondition, runStep } from './applyStep.ts';
import { checkReferences, mergeObjects } from './body.ts';
import { removeChildren } from './children.ts';
import { create, readOwnRow } from './create.ts';
import { checkBodyRules, checkFieldRules, checkReadOnlyFields, withoutHiddenValues } from './fieldRules.ts';
import { withoutLocked } from './lockedFields.ts';
import { type ChildWriter, changeChildren } from './nestedChildren.ts';
import { checkAgainstOthers } from './overlaps.ts';
import { Refusals } from './refusals.ts';
import { validateBody } from './validateBody.ts';

/** True if the rules compute anything from a body before the transaction opens. */
export const needsPreparation = (entity: Entity): boolean => rulesOf(entity.name).prepare !== undefined;

/** The values that the rules compute from a body before the transaction opens; 403 where the role may not write it. */
export async function prepareValues(
  context: Context,
  entity: Entity,
  operation: 'create' | 'edit',
  { id, body }: { readonly id: number | undefined; readonly body: unknown },
): Promise<PreparedValues> {
  const caller = callerOf(context);
  authorize(entity, operation, caller);
  const isObject = typeof body === 'object' && body !== null && !Array.isArray(body);
  if (!isObject) return {};
  return (await rulesOf(entity.name).prepare?.(caller, body as FieldValues, { context, id })) ?? {};
}

/**
 * Refuses a write that relies on another version of the record.
 * @param ifMatch the header `If-Match`: one or several versions, or `*` for any (RFC 9110, 13.1.1)
 * @throws 422 with code `stale` (C21)
 */
function checkVersion(row: RecordRow, ifMatch: string | undefined): void {
  if (ifMatch !== undefined && !namesVersion(ifMatch, String(row.version))) throw AppError.unprocessable('stale');
}

/**
 * Changes a record, or takes it to another state when the body names one (C2).
 * @param ifMatch the version that the caller last saw (C21)
 */
export async function updateRecord(
  context: Context,
  entity: Entity,
  id: number,
  body: unknown,
  ifMatch?: string,
): Promise<RecordAnswer> {
  authorize(entity, 'edit', callerOf(context));
  const state = entity.lifecycle && (body as FieldValues | null)?.[entity.lifecycle.field];
  if (state === undefined) requireEntityScope(callerOf(context), entity, 'edit');
  const row = await readRow(context, entity, id, 'change');
  checkVersion(row, ifMatch);
  return state === undefined
    ? editRecord(context, entity, row, body)
    : runStep(context, entity, row, body as FieldValues);
}

/**
 * Changes a locked record by the values of a body.
 * @returns the record as it was written
 */
async function editRow(context: Context, entity: Entity, row: RecordRow, own: FieldValues): Promise<RecordRow> {
  const rules = rulesOf(entity.name);
  const parsed = mergeObjects(entity, row, withoutLocked(context, entity, own));
  await checkCondition(context, entity, entity.editWhile, row, entity.editOtherwise);
  const { stored, asked } = await keepHiddenJoined(context, entity, row, parsed);
  const refusals = new Refusals();
  const references = { ...changedValues(row, stored), ...asked };
  await refusals.attempt(() => checkReferences(context, entity.fields, references));
  await refusals.attempt(() => checkReadOnlyFields(context, entity, row, Object.keys(changedValues(row, stored))));
  if (refusals.any) {
    const values = { ...row, ...stored };
    await refusals.attempt(() => checkBodyRules(context, entity, 'edit', values, Object.keys(stored), row));
    refusals.throwIfAny();
  }
  const attached = await attachFiles(context, entity, stored, row);
  const shown = await refusals.attempt(() => withoutHiddenValues(context, entity, attached, row));
  const whole = shown ?? attached;
  const values = (await refusals.attempt(() => rules.beforeUpdate?.(context, row, whole) ?? whole)) ?? whole;
  await refusals.attempt(() => checkFieldRules(context, entity, { ...row, ...values }, Object.keys(values), row));
  refusals.throwIfAny();
  await checkAgainstOthers(context, entity, row, values);
  await patch(context, entity, row, values, { action: 'update' });
  const after = await readOwnRow(context, entity, row.id);
  await rules.afterUpdate?.(context, row, after);
  await sendNoticesOfChanges(context, entity, row, values);
  if (entity.single) context.settings.refreshSoon();
  return after;
}

/** Writes the children that the body of an edit names, each like a separate request. */
const childWriter = (context: Context): ChildWriter => ({
  make: (child, body) => create(context, child, body),
  async change(child, row, body) {
    authorize(child, 'edit', callerOf(context));
    return editRow(context, child, row, (await validateBody(context, child, 'edit', body, row)).own);
  },
  remove(child, row) {
    authorize(child, 'remove', callerOf(context));
    return removeWithChildren(context, child, row);
  },
});

async function editRecord(context: Context, entity: Entity, row: RecordRow, body: unknown): Promise<RecordAnswer> {
  const { own, children } = await validateBody(context, entity, 'edit', body, row);
  const after = await editRow(context, entity, row, own);
  await changeChildren(context, entity, row.id, children, childWriter(context));
  const isSame = !rulesOf(entity.name).afterUpdate && Object.keys(children).length === 0;
  return isSame ? answerFromRow(context, entity, after) : getRecord(context, entity, row.id);
}
const changedValues = (row: RecordRow, values: FieldValues): FieldValues =>
  Object.fromEntries(Object.entries(values).filter(([name, value]) => !isDeepStrictEqual(row[name], value)));

/** True if another record needs the record, so that it cannot be deleted. */
export async function isInUse(context: Context, entity: Entity, id: number): Promise<boolean> {
  for (const referrer of resourceOf(entity).referrers) {
    const found = await sql`select 1 from ${sql.table(referrer.entity.table)} as t
      where ${referrerPredicate(referrer, 't', sql`${id}::int`)} limit 1`.execute(context.trx);
    if (found.rows.length > 0) return true;
  }
  return false;
}

/** Deletes a locked record, and its children where they are declared to be deleted with it. */
async function removeWithChildren(context: Context, entity: Entity, row: RecordRow): Promise<void> {
  await checkCondition(context, entity, entity.removeWhile, row, entity.removeOtherwise);
  await rulesOf(entity.name).beforeRemove?.(context, row);
  await removeChildren(context, entity, row.id, (child, one) => removeWithChildren(context, child, one));
  if (await isInUse(context, entity, row.id)) throw AppError.unprocessable('in_use');
  await removeRow(context, entity, row);
}

/**
 * Deletes a record softly (C20).
 * @param ifMatch the version that the caller last saw (C21)
 * @throws 422 while another record needs it, or where it has changed since
 */
export async function removeRecord(
  context: Context,
  entity: Entity,
  id: number,
  ifMatch?: string,
): Promise<{ id: number }> {
  authorize(entity, 'remove', callerOf(context));
  const row = await readRow(context, entity, id, 'remove');
  checkVersion(row, ifMatch);
  await removeWithChildren(context, entity, row);
  return { id };
}
