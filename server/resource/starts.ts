import { bodyPathOf, type Entity, mayWrite, storedFields } from '../../contract/entity.ts';
import type { Field } from '../../contract/field.ts';
import { message } from '../../contract/message.ts';
import { isWorkedOut } from '../../contract/start.ts';
import { startOf } from '../../contract/startOf.ts';
import { AppError } from '../domain/appError.ts';
import type { Context } from '../domain/context.ts';
import type { Values } from '../domain/rules.ts';
import { stored, strayReferences } from './body.ts';

/** Of a transaction, the ids that its caller may not pick, by the field that would start with them. */
const strays = new WeakMap<object, Map<Field, boolean>>();

/** Does the field start with a record that its maker may not pick? Asked once, however many records are made. */
async function isStray(context: Context, name: string, field: Field, id: unknown): Promise<boolean> {
  const known = strays.get(context.trx) ?? new Map<Field, boolean>();
  strays.set(context.trx, known);
  const found = known.get(field);
  if (found !== undefined) return found;
  const [errors = {}] = await strayReferences(context, { [name]: field }, [{ [name]: id }]);
  const isOne = Object.keys(errors).length > 0;
  known.set(field, isOne);
  return isOne;
}

/** Fields that a new record has worked out: what was left out, and what is required and was emptied. */
const workedOut = (entity: Entity, given: Values): [string, Field][] =>
  storedFields(entity).filter(
    ([name, field]) =>
      isWorkedOut(field.default) && (given[name] === undefined || (field.required && given[name] === null)),
  );

/**
 * The values of a new record with what its declaration works out for it. What the caller could pick and may not see
 * starts empty. Throws a 422 where a required field has nothing to start with. The clock is no caller.
 */
export async function withStarts(context: Context, entity: Entity, given: Values): Promise<Values> {
  const { caller } = context;
  const from = { caller, now: context.now, zone: 'UTC' };
  const values = { ...given };
  const missing: string[] = [];
  for (const [name, field] of workedOut(entity, given)) {
    const value = stored(
      field,
      startOf(entity.fields, name, (other) => given[other], from),
    );
    const isPicked = field.kind === 'reference' && caller !== undefined && mayWrite(field, caller.role, 'create');
    values[name] = value !== null && isPicked && (await isStray(context, name, field, value)) ? null : value;
    if (field.required && values[name] === null) missing.push(bodyPathOf(name, field));
  }
  if (missing.length === 0) return values;
  throw AppError.invalid(Object.fromEntries(missing.map((path) => [path, [message('required')]])));
}
