import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import type { Entity } from '../../../contract/schema/entity.ts';
import { AppError } from '../../core/appError.ts';
import { type Caller, type Context, callerOf, type Prepared } from '../../core/context.ts';
import type { Values } from '../../core/rules.ts';
import { patch, remove as removeRow } from '../../db/write/store.ts';
import { rulesOf } from '../../domain/index.ts';
import { pointing } from '../compile/referrers.ts';
import { resourceOf } from '../compile/resource.ts';
import type { Answer, Row } from '../compile/serialize.ts';
import { takeFiles } from '../files/attachFiles.ts';
import { joinedAnew } from '../read/joinedRecords.ts';
import { authorize, get, getRead, rowOf } from '../read/read.ts';
import { checkCondition, runStep } from './applyStep.ts';
import { checkReferences, merged, parse } from './body.ts';
import { removeChildren } from './children.ts';
import { create, ownRow } from './create.ts';
import { checkRules, withoutHidden } from './fieldRules.ts';
import { apart, changeChildren, type Doing } from './nestedChildren.ts';

/** Do the rules work anything out of a body before the transaction opens? */
export const isPrepared = (entity: Entity): boolean => rulesOf(entity.name).prepare !== undefined;

/** What the rules work out of a body before the transaction opens; 403 where the role may not write it at all. */
export async function prepare(
  caller: Caller,
  entity: Entity,
  operation: 'create' | 'edit',
  body: unknown,
): Promise<Prepared> {
  authorize(entity, operation, caller);
  const isObject = typeof body === 'object' && body !== null;
  return (isObject && (await rulesOf(entity.name).prepare?.(caller, body as Values))) || {};
}

function checkVersion(row: Row, ifMatch: string | undefined): void {
  if (ifMatch !== undefined && ifMatch.replace(/^(W\/)?"|"$/g, '') !== String(row.version))
    throw AppError.unprocessable('stale');
}

/**
 * Changes a record, or takes it to another state when the body names one (C2).
 * @param ifMatch the version that the caller last saw (C21)
 */
export async function update(
  context: Context,
  entity: Entity,
  id: number,
  body: unknown,
  ifMatch?: string,
): Promise<Answer> {
  authorize(entity, 'edit', callerOf(context));
  const row = await rowOf(context, entity, id, 'change');
  checkVersion(row, ifMatch);
  const state = entity.lifecycle && (body as Values | null)?.[entity.lifecycle.field];
  return state === undefined ? edit(context, entity, row, body) : runStep(context, entity, row, body as Values);
}

/** Changes a locked record by what a body has for it. Out: the record as it was written. */
async function change(context: Context, entity: Entity, row: Row, own: Values): Promise<Row> {
  const rules = rulesOf(entity.name);
  const parsed = merged(entity, row, own);
  await checkCondition(context, entity, entity.editWhile, row);
  const { stored, asked } = await joinedAnew(context, entity, row, parsed);
  await checkReferences(context, entity.fields, { ...changed(row, stored), ...asked });
  const whole = withoutHidden(context, entity, await takeFiles(context, entity, stored, row), row);
  const values = (await rules.beforeUpdate?.(context, row, whole)) ?? whole;
  checkRules(context, entity, { ...row, ...values }, Object.keys(values));
  await patch(context, entity, row, values, { action: 'update' });
  const after = await ownRow(context, entity, row.id);
  await rules.afterUpdate?.(context, row, after);
  return after;
}

/** What the body of an edit may ask for of a child, each as a request of its own would. */
const doingIn = (context: Context): Doing => ({
  make: (child, body) => create(context, child, body),
  change(child, row, body) {
    const caller = callerOf(context);
    authorize(child, 'edit', caller);
    return change(context, child, row, parse(child, caller.role, 'edit', body, row));
  },
  remove(child, row) {
    authorize(child, 'remove', callerOf(context));
    return removeWhole(context, child, row);
  },
});

async function edit(context: Context, entity: Entity, row: Row, body: unknown): Promise<Answer> {
  const { own, children } = apart(entity, parse(entity, callerOf(context).role, 'edit', body, row));
  const after = await change(context, entity, row, own);
  await changeChildren(context, entity, row.id, children, doingIn(context));
  const isSame = !rulesOf(entity.name).afterUpdate && Object.keys(children).length === 0;
  return isSame ? getRead(context, entity, after) : get(context, entity, row.id);
}
const changed = (row: Row, values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([name, value]) => !isDeepStrictEqual(row[name], value)));

async function checkUnused(context: Context, entity: Entity, id: number): Promise<void> {
  for (const keeper of resourceOf(entity).keepers) {
    const found = await sql`select 1 from ${sql.table(keeper.entity.table)} as t
      where ${pointing(keeper, 't', sql`${id}::int`)} limit 1`.execute(context.trx);
    if (found.rows.length > 0) throw AppError.unprocessable('in_use');
  }
}

/** Deletes a locked record, and its children where they are declared to go with it. */
async function removeWhole(context: Context, entity: Entity, row: Row): Promise<void> {
  await checkCondition(context, entity, entity.removeWhile, row);
  await rulesOf(entity.name).beforeRemove?.(context, row);
  await removeChildren(context, entity, row.id, (child, one) => removeWhole(context, child, one));
  await checkUnused(context, entity, row.id);
  await removeRow(context, entity, row);
}

/** Deletes a record softly (C20); 422 while something needs it. */
export async function remove(context: Context, entity: Entity, id: number): Promise<{ id: number }> {
  authorize(entity, 'remove', callerOf(context));
  await removeWhole(context, entity, await rowOf(context, entity, id, 'remove'));
  return { id };
}
