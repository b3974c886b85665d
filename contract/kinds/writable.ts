import { type ConditionCaller, callerProperty } from '../conditions/condition.ts';
import type { Role } from '../schema/access.ts';
import { type Entity, mayWrite } from '../schema/entity.ts';
import { isComputedDefault } from '../schema/field/default.ts';
import type { Field, Fields } from '../schema/field/field.ts';

/** The fields that a role may set, by name. */
export function writable(entity: Entity, role: Role, operation: 'create' | 'edit'): Fields {
  const mine = Object.entries(entity.fields).filter(([, field]) => mayWrite(field, role, operation));
  return Object.fromEntries(mine.map(([name, field]) => [name, mayBeLeftOut(field, operation)]));
}

/**
 * Makes a required field optional if it has a default. A new record may leave it out; it may not empty a field with a
 * fixed default, since nobody who sends `null` asks for that value. An edit empties a field to its fixed default.
 */
export function mayBeLeftOut(field: Field, operation: 'create' | 'edit'): Field {
  if (!field.required || field.default === undefined) return field;
  const isFixed = !isComputedDefault(field.default);
  if (operation === 'create') return { ...field, required: false, notEmpty: isFixed };
  return isFixed ? { ...field, required: false } : field;
}

/** True if the default of a field is a value of the caller, and this caller has none, such as no enterprise. */
export const isDefaultMissing = ({ default: value }: Field, caller: ConditionCaller | undefined): boolean =>
  isComputedDefault(value) && 'me' in value && callerProperty(caller, value.me) === null;

/**
 * The fields of a body as this caller has to fill them in: a required field is left out only where its default has a
 * value for the caller.
 * @param declared the fields of the entity
 */
export const requiredOf = (fields: Fields, declared: Fields, caller: ConditionCaller | undefined): Fields =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => {
      const own = declared[name];
      return [name, own?.required && isDefaultMissing(own, caller) ? { ...field, required: true } : field];
    }),
  );

/** True if a default replaces a missing value of this input. */
export const isFilledIn = (input: Field): boolean => input.required === true && input.default !== undefined;

/**
 * The inputs of a step or an action as a body has them: required inputs with a default may be left out. The defaults of
 * optional inputs apply only in the form.
 */
export const inputInBody = (input: Fields): Fields =>
  Object.fromEntries(
    Object.entries(input).map(([name, field]) => {
      const { default: _default, ...rest } = field;
      return [name, isFilledIn(field) ? { ...field, required: false } : rest];
    }),
  );

/** The field as a body has it: fields of an object that only the server sets are left out. */
export const inBody = (field: Field): Field =>
  field.fields
    ? { ...field, fields: Object.fromEntries(Object.entries(field.fields).filter(([, inner]) => !inner.readOnly)) }
    : field;
