import { entityNamed } from '../../../contract/index.ts';
import { fixedStart } from '../../../contract/kinds/resolveDefault.ts';
import { isIts, type Makes } from '../../../contract/schema/assignedValues.ts';
import { type Entity, storedFields } from '../../../contract/schema/entity.ts';
import { AppError } from '../../core/appError.ts';
import { type Context, callerOf } from '../../core/context.ts';
import type { Values } from '../../core/rules.ts';
import { insert } from '../../db/write/store.ts';
import { rulesOf } from '../../domain/index.ts';
import { valuesSet } from '../compile/assignedValues.ts';
import type { Answer, Row } from '../compile/serialize.ts';
import { takeFiles } from '../files/attachFiles.ts';
import { sendNotices } from '../notify/notify.ts';
import { authorize, get, getRead, rowOf, wholeRow } from '../read/read.ts';
import { checkReferences, parse } from './body.ts';
import { withStarts } from './defaults.ts';
import { checkRules, withoutHidden } from './fieldRules.ts';
import { apart, createChildren } from './nestedChildren.ts';

/**
 * Creates a record from a request body, with the children that come with it, and answers it.
 * @throws 403 where the role may not create records; 422 where the body or a rule does not allow it
 */
export async function create(context: Context, entity: Entity, body: unknown): Promise<Answer> {
  const caller = callerOf(context);
  authorize(entity, 'create', caller);
  const { own, children } = apart(entity, parse(entity, caller.role, 'create', body));
  await checkReferences(context, entity.fields, own);
  const row = await createRecord(context, entity, await takeFiles(context, entity, own));
  await createChildren(entity, row.id, children, (child, item) => create(context, child, item));
  const isChanged = Object.keys(children).length > 0 || rulesOf(entity.name).afterCreate !== undefined;
  return isChanged ? get(context, entity, row.id) : getRead(context, entity, row);
}

/**
 * Writes a record with its audit entry, with all that follows from it.
 * @param parsed validated values by field name
 * @param read how the record is read; by default in the caller's scope
 * @returns its row as it was written
 */
export async function createRecord(
  context: Context,
  entity: Entity,
  parsed: Values,
  read: typeof ownRow = ownRow,
): Promise<Row> {
  const values = await completed(context, entity, parsed);
  const { id } = await insert(context, entity, values, { action: 'create' });
  const row = await read(context, entity, id);
  await rulesOf(entity.name).afterCreate?.(context, row, values);
  await sendNotices(context, entity, 'create', row);
  return row;
}

/** The row in the caller's scope; a record that its creator could not see is refused as one that they may not create. */
export async function ownRow(context: Context, entity: Entity, id: number): Promise<Row> {
  try {
    return await rowOf(context, entity, id);
  } catch (error) {
    if (error instanceof AppError && error.status === 404) throw AppError.unprocessable('not_found_reference');
    throw error;
  }
}

/** The values of a new record as they are stored: with defaults, completed by the domain's rule, and checked (422). */
export async function completed(context: Context, entity: Entity, parsed: Values): Promise<Values> {
  const empty = emptyRecord(entity);
  const started = withoutHidden(context, entity, await withStarts(context, entity, parsed), empty, parsed);
  const values = (await rulesOf(entity.name).beforeCreate?.(context, started)) ?? started;
  checkRules(context, entity, { ...empty, ...values });
  return values;
}

/** The values of a new record where its body says nothing. */
const emptyRecord = (entity: Entity): Values =>
  Object.fromEntries(storedFields(entity).map(([name, field]) => [name, fixedStart(field) ?? null]));

/**
 * Creates the records that a step or an action declares, by the rules of their entities and in its transaction; the caller
 * need not be one who may create or see them.
 * @param id the record, which is read as it is after the step
 * @throws as `createRecord`
 */
export async function createDeclared(context: Context, entity: Entity, makes: Makes = {}, id: number): Promise<void> {
  if (Object.keys(makes).length === 0) return;
  const row = await wholeRow(context, entity, id);
  for (const [name, given] of Object.entries(makes)) {
    const target = entityNamed(name);
    const copied = Object.entries(given).flatMap(([key, value]) =>
      isIts(value) ? [[key, row[value.its] ?? null]] : [],
    );
    const set = Object.fromEntries(Object.entries(given).filter(([, value]) => !isIts(value)));
    const values = {
      ...valuesSet(context, target, set as Parameters<typeof valuesSet>[2]),
      ...Object.fromEntries(copied),
    };
    await createRecord(context, target, values, wholeRow);
  }
}
