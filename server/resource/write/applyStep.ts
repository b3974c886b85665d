import { sql } from 'kysely';
import type { Label } from '../../../contract/messages/label.ts';
import { type Condition, isCallerValue } from '../../../contract/schema/access.ts';
import {
  type AssignedValues,
  type CreatedRecords,
  isByClock,
  isFixedValue,
  type UpdatedRecords,
} from '../../../contract/schema/assignedValues.ts';
import type { Entity } from '../../../contract/schema/entity.ts';
import { entitySteps, type NamedStep, type State } from '../../../contract/schema/lifecycle.ts';
import { type Requirements, requirementsOf } from '../../../contract/schema/requirement.ts';
import { AppError } from '../../core/appError.ts';
import { type Context, callerOf } from '../../core/context.ts';
import type { FieldValues } from '../../core/rules.ts';
import { requireEntityScope } from '../../core/security/tokenScope.ts';
import { patch } from '../../db/write/store.ts';
import { rulesOf } from '../../domain/index.ts';
import { conditionHoldsForRow } from '../compile/scope.ts';
import type { RecordAnswer, RecordRow } from '../compile/serialize.ts';
import { sendNotices, sendNoticesOfChanges } from '../notify/notify.ts';
import { getRecord, readAnyRow } from '../read/read.ts';
import { checkReferences, mergeObjects, parseStepInput } from './body.ts';
import { childrenIn } from './children.ts';
import { createDeclared } from './create.ts';
import { resolveAssignedValues, withInputDefaults } from './defaults.ts';
import { checkFieldRules, checkRulesOfStep, withoutHiddenValues } from './fieldRules.ts';
import { checkAgainstOthers } from './overlaps.ts';
import { forOtherRecord, Refusals } from './refusals.ts';

/** A step or an action with a record, once it has been validated. */
export interface PreparedStep {
  readonly name: string;
  /** Its name in the audit, where that is another. */
  readonly audit?: string | undefined;
  /** The values to write, by field name. */
  readonly values: FieldValues;
  /** The records that it creates. */
  readonly creates?: CreatedRecords | undefined;
  /** What it writes to records that the record refers to. */
  readonly updates?: UpdatedRecords | undefined;
  /** The steps that it takes with children, by their section. */
  readonly takes?: Readonly<Record<string, string>> | undefined;
}

/**
 * Takes a locked record to the state that the body names.
 * @returns the record as GET answers it
 * @throws 403 where the role may not take the step; 422 where the state, the body or a rule does not allow it
 */
export async function runStep(
  context: Context,
  entity: Entity,
  row: RecordRow,
  body: FieldValues,
): Promise<RecordAnswer> {
  const { [stateField(entity)]: state, ...given } = body;
  const step = stepTo(context, entity, row, state);
  requireEntityScope(callerOf(context), entity, step.name);
  await checkRequirements(context, entity, step, row, stateField(entity));
  const input = await inputOf(context, entity, row, step, given);
  const prepared = await prepareStep(context, entity, row, step, input);
  await applyStep(context, entity, row, prepared);
  return getRecord(context, entity, row.id);
}

/** True if none of the values comes from a record. */
const isOfNoRecord = (values: AssignedValues): boolean =>
  Object.values(values).every((value) => isFixedValue(value) || isByClock(value) || isCallerValue(value));

/**
 * Writes a step or an action with its audit entry, creates and changes what it declares, notifies its readers, and takes
 * the steps of children last, so that its notices go to the children as they were. What it writes to other records
 * without reading this one comes first, so that this one may take the place of another.
 * @throws 422 where the record collides with others, or a rule of the other records refuses what is written
 */
export async function applyStep(
  context: Context,
  entity: Entity,
  row: RecordRow,
  prepared: PreparedStep,
): Promise<void> {
  const { name, audit = name, values, creates, updates = {}, takes } = prepared;
  const given = Object.entries(updates);
  const before = given.filter(([, one]) => isOfNoRecord(one));
  const after = given.filter(([, one]) => !isOfNoRecord(one));
  await updateDeclared(context, entity, before, { ...row, ...values });
  await checkAgainstOthers(context, entity, row, values);
  await patch(context, entity, row, values, { action: audit, event: name });
  await createDeclared(context, entity, creates, row.id);
  if (after.length > 0) await updateDeclared(context, entity, after, await readAnyRow(context, entity, row.id));
  await sendNotices(context, entity, name, row, values);
  await sendNoticesOfChanges(context, entity, row, values);
  await takeStepsOfChildren(context, entity, takes, row.id);
}

/**
 * Takes the declared step with each live child of a record that is in one of its states, by the child's own rules and in
 * the transaction of the record, even if the caller may not take it by itself.
 * @throws 422 that names the child, where it does not meet what the step requires, or a rule refuses it
 */
async function takeStepsOfChildren(
  context: Context,
  entity: Entity,
  takes: Readonly<Record<string, string>> = {},
  id: number,
): Promise<void> {
  for (const [section, name] of Object.entries(takes)) {
    const { entity: childName = '', by = '' } = entity.children?.[section] ?? {};
    const child = context.contract.entity(childName);
    const step = entitySteps(child).find((one) => one.name === name);
    if (!step) continue;
    for (const row of await childrenIn(context, child, by, id, step.from))
      await forOtherRecord(child, row.id, async () => {
        await checkRequirements(context, child, step, row);
        const input = await withInputDefaults(context, child, row, step.input, {});
        await applyStep(context, child, row, await prepareStep(context, child, row, step, input));
      });
  }
}

/**
 * Writes what a step or an action declares to the records that the record refers to, by the rules of their entities and
 * in its transaction, even if the caller may not change or see them.
 * @param updates each reference with the values for the record that it points to
 * @param row the record as it is after the step
 * @throws 422 that names the other record, where one of its rules refuses the values
 */
async function updateDeclared(
  context: Context,
  entity: Entity,
  updates: readonly [string, AssignedValues][],
  row: RecordRow,
): Promise<void> {
  for (const [reference, given] of updates) {
    const target = context.contract.entity(entity.fields[reference]?.to ?? '');
    const { rows } = await sql<{ id: number }>`select id from ${sql.table(target.table)}
      where id = ${row[reference] ?? null} and deleted_at is null for no key update`.execute(context.trx);
    const [live] = rows;
    if (!live) continue;
    const before = await readAnyRow(context, target, live.id);
    const values = await resolveAssignedValues(context, target, given, row, entity);
    await forOtherRecord(target, live.id, async () => {
      checkFieldRules(context, target, { ...before, ...values }, Object.keys(values), before);
      await checkAgainstOthers(context, target, before, values);
      await patch(context, target, before, values, { action: 'update' });
    });
    await sendNoticesOfChanges(context, target, before, values);
  }
}

const stateField = ({ lifecycle }: Entity): string => lifecycle?.field ?? '';

/**
 * The step of the caller's role from the record's state to another.
 * @throws as `runStep`
 */
function stepTo(context: Context, entity: Entity, row: RecordRow, state: unknown): NamedStep {
  const field = stateField(entity);
  const steps = entitySteps(entity).filter(({ to }) => to === state);
  if (steps.length === 0) throw AppError.unprocessable('wrong_state', undefined, field);
  const permitted = steps.filter(({ roles }) => roles.includes(callerOf(context).role));
  if (permitted.length === 0) throw AppError.forbidden();
  const step = permitted.find(({ from }) => from.includes(row[field] as State));
  if (!step) throw AppError.unprocessable('wrong_state', undefined, field);
  return step;
}

/**
 * Refuses a change for which the record does not meet the condition (422).
 * @param otherwise the sentence of the declaration for that
 */
export async function checkCondition(
  context: Context,
  entity: Entity,
  condition: Condition | undefined,
  row: RecordRow,
  otherwise?: Label,
): Promise<void> {
  if (condition && !(await conditionHoldsForRow(context, entity, condition, row)))
    throw AppError.conditionNotMet(otherwise, entity.lifecycle?.field);
}

/**
 * Refuses a step or an action whose requirements the record does not meet, with the reason of the first one (422).
 * @param at where the reason is reported unless the requirement says it; by default at no field
 */
export async function checkRequirements(
  context: Context,
  entity: Entity,
  required: Requirements,
  row: RecordRow,
  at?: string,
): Promise<void> {
  for (const requirement of requirementsOf(required)) {
    if (!(await conditionHoldsForRow(context, entity, requirement.holds, row)))
      throw AppError.conditionNotMet(requirement.otherwise, requirement.at ?? at);
  }
}

/** The validated input of a step, with its defaults and with references to records that the caller may pick. */
async function inputOf(
  context: Context,
  entity: Entity,
  row: RecordRow,
  { input }: NamedStep,
  body: FieldValues,
): Promise<FieldValues> {
  const refusals = new Refusals();
  const values = await refusals.attempt(() => parseStepInput(entity, row, input, body));
  if (values) await refusals.attempt(() => checkReferences(context, input ?? {}, values));
  if (refusals.any) {
    const after = { ...row, ...mergeObjects(entity, row, body) };
    await refusals.attempt(() => checkFieldRules(context, entity, after, Object.keys(body), row));
  }
  refusals.throwIfAny();
  return withInputDefaults(context, entity, row, input, values);
}

/**
 * The values that a permitted step writes: those of its effect or its input, those that it assigns, and the new state.
 */
export async function prepareStep(
  context: Context,
  entity: Entity,
  row: RecordRow,
  step: NamedStep,
  input: FieldValues,
): Promise<PreparedStep> {
  const refusals = new Refusals();
  const found = await refusals.attempt(() => applyEffect(context, entity, 'transitions', step, row, input));
  const effect = found ?? input;
  const state = step.to === undefined ? {} : { [stateField(entity)]: step.to };
  const assigned = { ...effect, ...(await resolveAssignedValues(context, entity, step.assign, row)), ...state };
  const shown = await refusals.attempt(() => withoutHiddenValues(context, entity, assigned, row));
  const values = shown ?? assigned;
  await refusals.attempt(() => checkRulesOfStep(context, entity, step.input, values, row));
  refusals.throwIfAny();
  return { name: step.name, values, creates: step.create, updates: step.update, takes: step.takes };
}

/**
 * Runs the domain rule of a step or an action on a locked row before it is stored: the effect that it names, else the
 * rule under its own name. What has to happen afterwards is enqueued as a job in the same transaction.
 * @returns the columns to set, or undefined where there is no rule
 */
export async function applyEffect(
  context: Context,
  entity: Entity,
  word: 'transitions' | 'actions',
  operation: { readonly name: string; readonly effect?: string },
  row: RecordRow,
  input: FieldValues,
): Promise<FieldValues | undefined> {
  const rules = rulesOf(entity.name);
  if (operation.effect === undefined) return rules[word]?.[operation.name]?.(context, row, input);
  const { within, afterwards } = rules.effects?.[operation.effect] ?? {};
  const values = await within?.(context, row, input);
  if (afterwards)
    await context.enqueue(context.trx, 'effect', { entity: entity.name, id: row.id, effect: operation.effect });
  return values;
}
