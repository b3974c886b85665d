import { isDeepStrictEqual } from 'node:util';
import { atBodyPaths, brokenRules, hiddenValueRules } from '../../../contract/conditions/checkRules.ts';
import { storedRecord } from '../../../contract/conditions/evaluate.ts';
import { valueAt } from '../../../contract/lib/dottedPath.ts';
import { message } from '../../../contract/messages/message.ts';
import { type Entity, fieldOf } from '../../../contract/schema/entity.ts';
import type { Field } from '../../../contract/schema/field/field.ts';
import { AppError } from '../../core/appError.ts';
import type { Context } from '../../core/context.ts';
import type { FieldValues } from '../../core/rules.ts';
import { emptyValue } from './body.ts';

/** Refuses what breaks a rule between fields. In: the record as it would be, and what of it was written. */
export function checkFieldRules(
  context: Context,
  entity: Entity,
  values: FieldValues,
  written?: readonly string[],
): void {
  if (!entity.rules) return;
  const broken = brokenRules(entity, storedRecord(values, context.now), context.caller, written);
  if (Object.keys(broken).length > 0) throw AppError.invalid(atBodyPaths(entity, broken));
}

/** An object without what stands in it at these keys. */
function without(object: unknown, [key = '', ...keys]: readonly string[]): unknown {
  if (typeof object !== 'object' || object === null) return object;
  const { [key]: inner, ...rest } = object as FieldValues;
  return keys.length === 0 ? rest : { ...rest, [key]: without(inner, keys) };
}

/** A field of the record as it is when it is emptied; what stands inside an object is not there any more. */
function emptied(entity: Entity, name: string, record: FieldValues): FieldValues {
  const [head = '', ...keys] = name.split('.');
  return { [head]: keys.length === 0 ? emptyValue(fieldOf(entity, name) as Field) : without(record[head], keys) };
}

/**
 * What is written, without the values whose fields are not shown for the record as it would be, where its rules say so: what
 * it has there goes, too. In: the record as it was, and what a body said. Throws a 422 at a field that is refused.
 */
export function withoutHiddenValues(
  context: Context,
  entity: Entity,
  written: FieldValues,
  before: FieldValues,
  said: FieldValues = written,
): FieldValues {
  if (!entity.rules?.some(({ unlessShown }) => unlessShown)) return written;
  const refused: Record<string, string> = {};
  const values = { ...written };
  // What goes may hide more.
  for (const _ of entity.rules) {
    const record = { ...before, ...values };
    const hidden = hiddenValueRules(entity, storedRecord(record, context.now), context.caller, Object.keys(values));
    if (hidden.length === 0) break;
    for (const { field, unlessShown } of hidden) {
      const value = valueAt(said, field) ?? null;
      const isSaid = value !== null && !isDeepStrictEqual(value, valueAt(before, field) ?? null);
      if (unlessShown === 'refused' && isSaid) refused[field] = message('not_shown');
      Object.assign(values, emptied(entity, field, { ...before, ...values }));
    }
  }
  if (Object.keys(refused).length > 0) throw AppError.invalid(atBodyPaths(entity, refused));
  return values;
}
