import { sql } from 'kysely';
import { type ActionEndpoint, actionEndpoints } from '../../../contract/endpoints/actionEndpoint.ts';
import type { FieldErrors } from '../../../contract/kinds/validation.ts';
import { isFilledIn } from '../../../contract/kinds/writable.ts';
import { foldText } from '../../../contract/lib/foldText.ts';
import { message } from '../../../contract/messages/message.ts';
import type { NamedAction } from '../../../contract/schema/action.ts';
import type { Entity } from '../../../contract/schema/entity.ts';
import { AppError } from '../../core/appError.ts';
import { type Context, callerOf } from '../../core/context.ts';
import type { FieldValues } from '../../core/rules.ts';
import { requireEntityScope } from '../../core/security/tokenScope.ts';
import { folded } from '../../db/schema/uniqueTexts.ts';
import type { RecordRow } from '../compile/serialize.ts';
import { getRecord, getRecords, readRow } from '../read/read.ts';
import { applyEffect, applyStep, checkRequirements } from './applyStep.ts';
import { asEdit, checkReferences } from './body.ts';
import { resolveAssignedValues, withInputDefaults } from './defaults.ts';
import { checkFieldRules, withoutHiddenValues } from './fieldRules.ts';
import { Refusals } from './refusals.ts';

/** The record that the path of an endpoint names: its id, or the value of the field that the endpoint looks up. */
export interface RecordIdentifier {
  readonly id: number;
  readonly text: string;
}

const isGiven = (value: unknown): boolean => value !== undefined && value !== null;

/**
 * The id of the live record that the request names, regardless of scope; else 404. The index of a unique text has
 * its folded form.
 */
async function idOf(
  context: Context,
  { entity, by, idIn }: ActionEndpoint,
  named: RecordIdentifier,
  body: FieldValues,
): Promise<number> {
  if (idIn !== undefined) return body[idIn] as number;
  if (by === undefined) return named.id;
  const found = await sql<{ id: number }>`select id from ${sql.table(entity.table)}
    where ${folded(sql.ref(by))} = ${foldText(named.text)} and ${sql.ref(by)} = ${named.text} and deleted_at is null`.execute(
    context.trx,
  );
  const [row] = found.rows;
  if (!row) throw AppError.notFound();
  return row.id;
}

/** Refuses, by name, inputs that only actions of other roles take. */
function checkOwn({ idIn = '' }: ActionEndpoint, permitted: readonly NamedAction[], body: FieldValues): void {
  const known = [idIn, ...permitted.flatMap(({ sends, input }) => Object.keys({ ...sends, ...input }))];
  const unknown = Object.keys(body).filter((name) => isGiven(body[name]) && !known.includes(name));
  const errors: FieldErrors = Object.fromEntries(unknown.map((name) => [name, [message('not_writable')]]));
  if (unknown.length > 0) throw AppError.invalid(errors);
}

/** The action of the role that the body selects, out of the permitted ones. */
function chooseAction(endpoint: ActionEndpoint, permitted: readonly NamedAction[], body: FieldValues): NamedAction {
  checkOwn(endpoint, permitted, body);
  const found = permitted.find(({ sends = {} }) =>
    Object.entries(sends).every(([name, value]) => body[name] === value),
  );
  if (found) return found;
  const [name = '_'] = permitted.flatMap(({ sends = {} }) => Object.keys(sends));
  throw AppError.unprocessable(isGiven(body[name]) ? 'wrong_state' : 'required', undefined, name);
}

/**
 * The values of the action's own input. A required one that is neither given nor prefilled from the record is refused.
 */
function actionInput(
  { input = {}, prefilled = [], typed }: NamedAction,
  row: RecordRow,
  body: FieldValues,
): FieldValues {
  const values = Object.fromEntries(Object.entries(body).filter(([name]) => Object.hasOwn(input, name)));
  const needed = Object.entries(input).flatMap(([name, field]) =>
    field.required && !isFilledIn(field) && !isGiven(values[name]) ? [name] : [],
  );
  for (const name of needed.filter((one) => prefilled.includes(one))) values[name] = row[name];
  const missing = needed.filter((name) => !isGiven(values[name]));
  const errors: FieldErrors = Object.fromEntries(missing.map((name) => [name, [message('required')]]));
  if (missing.length > 0) throw AppError.invalid(errors);
  if (typed && values[typed.input] !== typed.word) throw AppError.conditionNotMet(typed.otherwise, typed.input);
  return values;
}

/** The input that an action without a rule stores, like an edit: all but the word typed for confirmation. */
function inputToStore(
  entity: Entity,
  { typed, input: fields = {} }: NamedAction,
  row: RecordRow,
  input: FieldValues,
): FieldValues {
  const given = Object.entries(input).filter(([name]) => name !== typed?.input);
  return asEdit(entity, row, fields, Object.fromEntries(given));
}

/** Answers the record as GET does, or the records of another entity that refer to it. */
async function applyAndAnswer(context: Context, { entity, answers }: ActionEndpoint, row: RecordRow): Promise<object> {
  if (!answers) return getRecord(context, entity, row.id);
  const other = context.contract.entity(answers.entity);
  const { rows } = await sql<{ id: number }>`select id from ${sql.table(other.table)}
    where ${sql.ref(answers.by)} = ${row.id} and deleted_at is null order by id`.execute(context.trx);
  const items = await getRecords(
    context,
    other,
    rows.map(({ id }) => id),
  );
  return { items };
}

/**
 * Runs the action that a validated body selects on the record that the request names.
 * @returns the answer of the endpoint
 * @throws 403 (role), 404 (not in the caller's scope), 422 (the body, a reference, or the state of the record)
 */
export async function runAction(
  context: Context,
  endpoint: ActionEndpoint,
  named: RecordIdentifier,
  body: FieldValues,
): Promise<object> {
  const { entity } = endpoint;
  const caller = callerOf(context);
  if (!endpoint.roles.includes(caller.role)) throw AppError.forbidden();
  // Where the role has one action here, a token without its scope is refused before anything is looked up.
  const permitted = endpoint.actions.filter(({ roles }) => roles.includes(caller.role));
  const [only, ...others] = permitted;
  if (only && others.length === 0) requireEntityScope(caller, entity, only.name);
  await checkReferences(context, endpoint.body, body);
  const row = await readRow(context, entity, await idOf(context, endpoint, named, body), 'change');
  const action = chooseAction(endpoint, permitted, body);
  requireEntityScope(caller, entity, action.name);
  await checkRequirements(context, endpoint.entity, action, row);
  const input = await withInputDefaults(context, entity, row, action.input, actionInput(action, row, body));
  const refusals = new Refusals();
  const effect = await refusals.attempt(() => applyEffect(context, entity, 'actions', action, row, input));
  const followed = effect ?? inputToStore(entity, action, row, input);
  const set = { ...followed, ...(await resolveAssignedValues(context, entity, action.assign, row)) };
  const values = (await refusals.attempt(() => withoutHiddenValues(context, entity, set, row))) ?? set;
  await refusals.attempt(() => checkFieldRules(context, entity, { ...row, ...values }, Object.keys(values), row));
  refusals.throwIfAny();
  const { name, audit, create: creates, update: updates, takes } = action;
  await applyStep(context, entity, row, { name, audit, values, creates, updates, takes });
  return applyAndAnswer(context, endpoint, row);
}

/**
 * Runs an action by its name.
 * @param input its validated input
 * @throws as `runAction`
 */
export async function runActionByName(
  context: Context,
  entity: Entity,
  name: string,
  id: number,
  input: FieldValues,
): Promise<void> {
  const endpoint = actionEndpoints(entity).find(({ actions }) => actions.some((one) => one.name === name));
  if (!endpoint) throw new Error(`${entity.name} has no action "${name}"`);
  const { sends } = endpoint.actions.find((one) => one.name === name) ?? {};
  const body = { ...(endpoint.idIn !== undefined && { [endpoint.idIn]: id }), ...sends, ...input };
  await runAction(context, endpoint, { id, text: '' }, body);
}
