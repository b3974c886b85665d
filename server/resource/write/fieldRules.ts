import { isDeepStrictEqual } from 'node:util';
import { atBodyPaths, brokenRules, hasFieldRules, hiddenValueRules } from '../../../contract/conditions/checkRules.ts';
import type { ConditionRecord } from '../../../contract/conditions/evaluate.ts';
import { fieldChecks } from '../../../contract/conditions/fieldChecks.ts';
import { fieldsReadOnlyWhen, readOnlyMessage } from '../../../contract/conditions/readOnlyFields.ts';
import { storedRecord } from '../../../contract/conditions/records.ts';
import { timeLimitedFields } from '../../../contract/conditions/timeLimits.ts';
import { valueAt } from '../../../contract/lib/dottedPath.ts';
import { message } from '../../../contract/messages/message.ts';
import { type Entity, fieldOf, mayWrite } from '../../../contract/schema/entity.ts';
import type { Field, Fields } from '../../../contract/schema/field/field.ts';
import { AppError } from '../../core/appError.ts';
import { type Context, zoneOf } from '../../core/context.ts';
import type { FieldValues } from '../../core/rules.ts';
import { conditionHoldsForRow } from '../compile/scope.ts';
import type { RecordRow } from '../compile/serialize.ts';
import { emptyValue } from './body.ts';

/** A record as it would be, with the clock of the request, and as it was. */
const writtenRecord = (context: Context, values: FieldValues, before?: FieldValues): ConditionRecord => ({
  ...storedRecord(values, context.now),
  zone: zoneOf(context),
  ...(before && { former: storedRecord(before) }),
});

/** The messages of the rules between fields that values break, by field. */
const rulesBrokenBy = (
  context: Context,
  entity: Entity,
  values: FieldValues,
  written?: readonly string[],
  before?: FieldValues,
): Readonly<Record<string, string>> =>
  hasFieldRules(entity) ? brokenRules(entity, writtenRecord(context, values, before), context.caller, written) : {};

function refuseBroken(entity: Entity, broken: Readonly<Record<string, string>>): void {
  if (Object.keys(broken).length > 0) throw AppError.invalid(atBodyPaths(entity, broken));
}

/**
 * Refuses values that break a rule between fields (422).
 * @param values the record as it would be
 * @param written the names of the fields that are written
 * @param before the record before a change
 */
export function checkFieldRules(
  context: Context,
  entity: Entity,
  values: FieldValues,
  written?: readonly string[],
  before?: FieldValues,
): void {
  refuseBroken(entity, rulesBrokenBy(context, entity, values, written, before));
}

/**
 * Refuses a step or its values where they break a rule between fields (422). A field that the step does not ask for has to
 * be filled in the record before.
 * @param input the fields that the step asks for
 * @param row the record before the step
 */
export function checkRulesOfStep(
  context: Context,
  entity: Entity,
  input: Fields | undefined,
  values: FieldValues,
  row: RecordRow,
): void {
  const broken = rulesBrokenBy(context, entity, { ...row, ...values }, Object.keys(values), row);
  const isAsked = (name: string) => Object.hasOwn(input ?? {}, name.split('.')[0] ?? '');
  const messages = Object.entries(broken).map(([name, one]): [string, string] => [
    name,
    one === message('required') && !isAsked(name) ? message('required_before_step') : one,
  ]);
  refuseBroken(entity, Object.fromEntries(messages));
}

/**
 * Refuses an edit that changes fields which the record makes read-only (issue 37, section 6).
 * @param row the record before the edit
 * @param changed the names of the fields whose values differ
 * @throws 422 at each of these fields, with the sentence of its declaration
 */
export async function checkReadOnlyFields(
  context: Context,
  entity: Entity,
  row: RecordRow,
  changed: readonly string[],
): Promise<void> {
  const refused: Record<string, string> = {};
  for (const [name, field] of fieldsReadOnlyWhen(entity))
    if (changed.includes(name) && (await conditionHoldsForRow(context, entity, field.readOnlyWhen, row)))
      refused[name] = readOnlyMessage(field);
  if (Object.keys(refused).length > 0) throw AppError.invalid(atBodyPaths(entity, refused));
}

/** True if the caller is to fill the field: nobody else gives its value. */
function isToFill({ caller }: Context, entity: Entity, name: string, operation: 'create' | 'edit') {
  const head = entity.fields[name.split('.')[0] ?? ''];
  if (!head || !caller) return false;
  return mayWrite(head, caller.role, operation) && !head.fixedFor?.includes(caller.role);
}

/** The fields of rules that the caller is to fill, and the first fields of checks whose fields are all such. */
function filledFields(context: Context, entity: Entity, operation: 'create' | 'edit'): string[] {
  const isFilled = (name: string) => isToFill(context, entity, name, operation);
  return [
    ...[...(entity.rules ?? []).map(({ field }) => field), ...timeLimitedFields(entity).map(([name]) => name)].filter(
      isFilled,
    ),
    ...fieldChecks(entity).flatMap(({ names }) =>
      names.every((name) => isFilled(name) || entity.fields[name]?.rollup) ? names.slice(0, 1) : [],
    ),
  ];
}

/**
 * The rules between fields that the values of a body break, before the domain completes them: for an answer that
 * refuses the body anyway, so that it names them all.
 * @param values the record as it would be
 * @param written the names of the fields that are written, if not all are
 * @param before the record before a change
 * @throws 422 with each broken rule at its field
 */
export function checkBodyRules(
  context: Context,
  entity: Entity,
  operation: 'create' | 'edit',
  values: FieldValues,
  written?: readonly string[],
  before?: FieldValues,
): void {
  if (!hasFieldRules(entity)) return;
  const record = writtenRecord(context, values, before);
  const filled = filledFields(context, entity, operation);
  const broken = Object.entries(brokenRules(entity, record, context.caller, written)).filter(([name]) =>
    filled.includes(name),
  );
  const hidden = hiddenValueRules(entity, record, context.caller, written)
    .filter(({ unlessShown }) => unlessShown === 'refused')
    .map(({ field }): [string, string] => [field, message('not_shown')]);
  if (broken.length + hidden.length > 0)
    throw AppError.invalid(atBodyPaths(entity, Object.fromEntries([...broken, ...hidden])));
}

/** An object without the value at a path of keys. */
function without(object: unknown, [key = '', ...keys]: readonly string[]): unknown {
  if (typeof object !== 'object' || object === null) return object;
  const { [key]: inner, ...rest } = object as FieldValues;
  return keys.length === 0 ? rest : { ...rest, [key]: without(inner, keys) };
}

/** The value of a field once it is emptied; a field inside an object is removed from it. */
function emptied(entity: Entity, name: string, record: FieldValues): FieldValues {
  const [head = '', ...keys] = name.split('.');
  return { [head]: keys.length === 0 ? emptyValue(fieldOf(entity, name) as Field) : without(record[head], keys) };
}

/**
 * The written values, without those of fields that the rules hide for the resulting record; stored values of such
 * fields are emptied, too.
 * @param before the record before the change
 * @param submitted the values of the body
 * @throws 422 at a field whose rule refuses a hidden value
 */
export function withoutHiddenValues(
  context: Context,
  entity: Entity,
  written: FieldValues,
  before: FieldValues,
  submitted: FieldValues = written,
): FieldValues {
  if (!entity.rules?.some(({ unlessShown }) => unlessShown)) return written;
  const refused: Record<string, string> = {};
  const values = { ...written };
  // An emptied value may hide further fields, so the rules are applied repeatedly.
  for (const _ of entity.rules) {
    const record = { ...before, ...values };
    const hidden = hiddenValueRules(entity, storedRecord(record, context.now), context.caller, Object.keys(values));
    if (hidden.length === 0) break;
    for (const { field, unlessShown } of hidden) {
      const value = valueAt(submitted, field) ?? null;
      const isSubmitted = value !== null && !isDeepStrictEqual(value, valueAt(before, field) ?? null);
      if (unlessShown === 'refused' && isSubmitted) refused[field] = message('not_shown');
      Object.assign(values, emptied(entity, field, { ...before, ...values }));
    }
  }
  if (Object.keys(refused).length > 0) throw AppError.invalid(atBodyPaths(entity, refused));
  return values;
}
