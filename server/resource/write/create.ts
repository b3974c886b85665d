import { isDeepStrictEqual } from 'node:util';
import type { CreatedRecords } from '../../../contract/schema/assignedValues.ts';
import type { Entity } from '../../../contract/schema/entity.ts';
import { AppError } from '../../core/appError.ts';
import { type Context, callerOf } from '../../core/context.ts';
import type { FieldValues } from '../../core/rules.ts';
import { insert } from '../../db/write/store.ts';
import { rulesOf } from '../../domain/index.ts';
import type { RecordAnswer, RecordRow } from '../compile/serialize.ts';
import { attachFiles } from '../files/attachFiles.ts';
import { sendNotices, sendNoticesOfAdded } from '../notify/notify.ts';
import { answerFromRow, authorize, getRecord, readAnyRow, readRow } from '../read/read.ts';
import { emptyRecord, resolveAssignedValues, withDefaults } from './defaults.ts';
import { checkBodyRules, checkFieldRules, withoutHiddenValues } from './fieldRules.ts';
import { createChildren } from './nestedChildren.ts';
import { checkOverlaps } from './overlaps.ts';
import { forOtherRecord, Refusals } from './refusals.ts';
import { checkSharedFields } from './sharedFields.ts';
import { validateBody } from './validateBody.ts';

/**
 * Creates a record from a request body, with the children in it, and answers it.
 * @throws 403 where the role may not create records; 422 where the body or a rule does not allow it
 */
export async function create(context: Context, entity: Entity, body: unknown): Promise<RecordAnswer> {
  const caller = callerOf(context);
  authorize(entity, 'create', caller);
  const { own, children } = await validateBody(context, entity, 'create', body, emptyRecord(context, entity));
  const row = await createRecord(context, entity, await attachFiles(context, entity, own));
  await createChildren(entity, row.id, children, (child, item) => create(context, child, item));
  const isChanged = Object.keys(children).length > 0 || rulesOf(entity.name).afterCreate !== undefined;
  return isChanged ? getRecord(context, entity, row.id) : answerFromRow(context, entity, row);
}

/**
 * Writes a record with its audit entry, its rules' further effects, and its notices.
 * @param parsed validated values by field name
 * @param read how the record is read; by default in the caller's scope
 * @returns its row as it was written
 */
export async function createRecord(
  context: Context,
  entity: Entity,
  parsed: FieldValues,
  read: typeof readOwnRow = readOwnRow,
): Promise<RecordRow> {
  const { values, written } = await completeValues(context, entity, parsed);
  const { id } = await insert(context, entity, written, { action: 'create' });
  const row = await read(context, entity, id);
  await rulesOf(entity.name).afterCreate?.(context, row, values);
  await sendNotices(context, entity, 'create', row);
  await sendNoticesOfAdded(context, entity, row);
  return row;
}

/** The row in the caller's scope. A record that its creator could not see is refused (422). */
export async function readOwnRow(context: Context, entity: Entity, id: number): Promise<RecordRow> {
  try {
    return await readRow(context, entity, id);
  } catch (error) {
    if (error instanceof AppError && error.status === 404) throw AppError.unprocessable('not_found_reference');
    throw error;
  }
}

/** The values of a record, with those that another one has where it has none. */
const withoutUndefined = (others: FieldValues, values: FieldValues): FieldValues => ({
  ...others,
  ...Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)),
});

/** True if the declaration has a value for new records that leave the field out. */
const isDeclaredDefault = ({ fields }: Entity, name: string): boolean => fields[name]?.default !== undefined;

/** The values of a new record before it is stored. */
interface NewValues {
  /** All values, as the rules see them. */
  readonly values: FieldValues;
  /** Those that are written and audited: without the fields that are empty because nobody has set them. */
  readonly written: FieldValues;
}

/**
 * The values of a new record: with all defaults, completed by the domain's rule, and checked.
 * @throws 422 with all that the rule of the domain and the rules between fields refuse
 */
export async function completeValues(context: Context, entity: Entity, parsed: FieldValues): Promise<NewValues> {
  const empty = emptyRecord(context, entity);
  const refusals = new Refusals();
  const filled = await withDefaults(context, entity, parsed);
  const shown = await refusals.attempt(() => withoutHiddenValues(context, entity, filled, empty, parsed));
  const given = shown ?? filled;
  const started = { ...empty, ...given };
  const values = await refusals.attempt(
    async () => (await rulesOf(entity.name).beforeCreate?.(context, started)) ?? started,
  );
  await refusals.attempt(() =>
    values
      ? checkFieldRules(context, entity, withoutUndefined(empty, values))
      : checkBodyRules(context, entity, 'create', started),
  );
  refusals.throwIfAny();
  const completed = values ?? started;
  await checkSharedFields(context, entity, completed);
  await checkOverlaps(context, entity, withoutUndefined(empty, completed));
  const isLeftOut = (name: string, value: unknown) =>
    !Object.hasOwn(given, name) && isDeepStrictEqual(value, empty[name]) && !isDeclaredDefault(entity, name);
  const written = Object.entries(completed).filter(([name, value]) => value !== undefined && !isLeftOut(name, value));
  return { values: withoutUndefined(empty, completed), written: Object.fromEntries(written) };
}

/**
 * Creates the records that a step or an action declares, by the rules of their entities and in its transaction, even if
 * the caller may not create or see them.
 * @param id the id of the record, which is read after the step
 * @throws as `createRecord`
 */
export async function createDeclared(
  context: Context,
  entity: Entity,
  creates: CreatedRecords = {},
  id: number,
): Promise<void> {
  if (Object.keys(creates).length === 0) return;
  const row = await readAnyRow(context, entity, id);
  for (const [name, given] of Object.entries(creates)) {
    const target = context.contract.entity(name);
    const values = await resolveAssignedValues(context, target, given, row, entity);
    await forOtherRecord(target, undefined, () => createRecord(context, target, values, readAnyRow));
  }
}
