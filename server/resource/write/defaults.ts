import { followedField, resolveDefault } from '../../../contract/kinds/resolveDefault.ts';
import { isFilledIn } from '../../../contract/kinds/validation.ts';
import { memoize } from '../../../contract/lib/memoize.ts';
import { message } from '../../../contract/messages/message.ts';
import { type Entity, mayWrite, storedFields, writePathOf } from '../../../contract/schema/entity.ts';
import { isComputedDefault } from '../../../contract/schema/field/default.ts';
import type { Field, Fields } from '../../../contract/schema/field/field.ts';
import { AppError } from '../../core/appError.ts';
import type { Context } from '../../core/context.ts';
import type { FieldValues } from '../../core/rules.ts';
import { findReferenceErrors, toStoredValue } from './body.ts';

/** Of a transaction, the ids that its caller may not pick, by the field that would start with them. */
const hiddenReferences = memoize((_: Context['trx']) => new Map<Field, boolean>());

/** Does the field start with a record that its maker may not pick? Asked once, however many records are made. */
async function isHiddenReference(context: Context, name: string, field: Field, id: unknown): Promise<boolean> {
  const known = hiddenReferences(context.trx);
  const found = known.get(field);
  if (found !== undefined) return found;
  const [errors = {}] = await findReferenceErrors(context, { [name]: field }, [{ [name]: id }]);
  const isOne = Object.keys(errors).length > 0;
  known.set(field, isOne);
  return isOne;
}

/** For whom and when something begins; the server has no other day than that of UTC. */
const defaultContext = ({ caller, now }: Context) => ({ caller, now, zone: 'UTC' });

/** The field that was given and from which a field starts, over others that start from it too; undefined where none was. */
function givenBase(beside: Fields, field: Field, givenOf: (name: string) => unknown): [string, Field] | undefined {
  const name = followedField(field);
  const base = name === undefined ? undefined : beside[name];
  if (name === undefined || base === undefined) return undefined;
  const value = givenOf(name);
  if (value === undefined) return givenBase(beside, base, givenOf);
  return value === null ? undefined : [name, base];
}

/**
 * Values with what these fields start with. In: all fields beside which they stand, which of them, and whether the caller
 * could pick what a reference starts with. What they may not see starts empty. Throws a 422 where a required field has
 * nothing to start with: at that field, or at the one it starts from where that lies too late for it.
 */
async function fillDefaults(
  context: Context,
  beside: Fields,
  fields: readonly (readonly [string, Field])[],
  given: FieldValues,
  isPicked: (field: Field) => boolean,
): Promise<FieldValues> {
  const values = { ...given };
  const errors: Record<string, string[]> = {};
  const begun = new Set(fields.map(([name]) => name));
  const givenOf = (name: string) => (begun.has(name) ? undefined : given[name]);
  for (const [name, field] of fields) {
    const value = toStoredValue(field, resolveDefault(beside, name, givenOf, defaultContext(context)));
    const isOwn = field.kind === 'reference' && isPicked(field);
    values[name] = value !== null && isOwn && (await isHiddenReference(context, name, field, value)) ? null : value;
    if (!field.required || values[name] !== null) continue;
    const late = givenBase(beside, field, givenOf);
    errors[writePathOf(...(late ?? [name, field]))] = [message(late ? 'too_late' : 'required')];
  }
  if (Object.keys(errors).length === 0) return values;
  throw AppError.invalid(errors);
}

/** Fields that a new record has worked out: what was left out, and what is required and was emptied. */
const computedDefaultFields = (entity: Entity, given: FieldValues): (readonly [string, Field])[] =>
  storedFields(entity).filter(
    ([name, field]) =>
      isComputedDefault(field.default) && (given[name] === undefined || (field.required && given[name] === null)),
  );

/**
 * The values of a new record with what its declaration works out for it. What the caller could pick and may not see
 * starts empty. Throws a 422 where a required field has nothing to start with. The clock is no caller.
 */
export function withDefaults(context: Context, entity: Entity, given: FieldValues): Promise<FieldValues> {
  const { caller } = context;
  const isPicked = (field: Field) => caller !== undefined && mayWrite(field, caller.role, 'create');
  return fillDefaults(context, entity.fields, computedDefaultFields(entity, given), given, isPicked);
}

const isEmpty = (value: unknown): boolean => value === undefined || value === null;

/** The input of a step or an action with what it requires, starts with something, and was left out or emptied. Throws as above. */
export function withInputDefaults(context: Context, input: Fields = {}, given: FieldValues = {}): Promise<FieldValues> {
  const left = Object.entries(input).filter(([name, field]) => isFilledIn(field) && isEmpty(given[name]));
  return fillDefaults(context, input, left, given, () => context.caller !== undefined);
}
