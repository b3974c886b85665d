import * as yup from 'yup';
import { putAt, valueAt } from '../lib/dottedPath.ts';
import { message } from '../messages/message.ts';
import type { Role } from '../schema/access.ts';
import { type Entity, mayWrite, writePathOf } from '../schema/entity.ts';
import { isComputedDefault } from '../schema/field/default.ts';
import type { Field, Fields } from '../schema/field/field.ts';
import { ruleOf } from './fieldRule.ts';

export type FieldErrors = Record<string, string[]>;

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

interface Node {
  [key: string]: Node | yup.Schema;
}

const isSchema = (value: Node | yup.Schema): value is yup.Schema => yup.isSchema(value);

const schemaOfNode = (node: Node): yup.ObjectSchema<Record<string, unknown>> =>
  yup
    .object(
      Object.fromEntries(
        Object.entries(node).map(([key, child]) => [key, isSchema(child) ? child : schemaOfNode(child).default({})]),
      ),
    )
    .strict()
    .typeError(message('object'))
    .nonNullable(message('object'))
    .noUnknown(message('unknown_field'));

/** True if the body does not contain the object that the path leads into. */
const isLeftOut = (body: object, path: string): boolean => valueAt(body, path.split('.').slice(0, -1)) === undefined;

/** Reports the required fields of an object that the body leaves out. */
function wholeRule(rule: yup.ObjectSchema<Record<string, unknown>>, fields: Fields) {
  const needed = Object.entries(fields)
    .filter(([, field]) => field.required)
    .map(([name, field]) => writePathOf(name, field));
  return rule.test('whole', (body, context) => {
    const missing = needed.filter((path) => isLeftOut(body, path));
    const errors = missing.map((path) => context.createError({ path, message: message('required') }));
    return errors.length === 0 || new yup.ValidationError(errors);
  });
}

/** The validation rule of a body with these fields, each at its path. The form and the server use the same rule. */
export function bodyRule(fields: Fields): yup.ObjectSchema<Record<string, unknown>> {
  const tree: Node = {};
  for (const [name, field] of Object.entries(fields)) putAt(tree, writePathOf(name, field), ruleOf(inBody(field)));
  return wholeRule(schemaOfNode(tree), fields);
}

/**
 * Validates a body.
 * @returns The messages by field path; undefined if the body is valid.
 */
export function validate(rule: yup.Schema, body: unknown): FieldErrors | undefined {
  try {
    rule.validateSync(body, { abortEarly: false, strict: true });
    return undefined;
  } catch (error) {
    if (!(error instanceof yup.ValidationError)) throw error;
    return errorsOf(error);
  }
}

function errorsOf(error: yup.ValidationError): FieldErrors {
  // Without a prototype, because an item may be called `constructor`.
  const errors: FieldErrors = Object.create(null);
  const parts = error.inner.length > 0 ? error.inner : [error];
  for (const part of parts) {
    const unknown = (part.params as { unknown?: string } | undefined)?.unknown;
    const path = [part.path, unknown?.split(', ')[0]].filter(Boolean).join('.') || '_';
    errors[path] = [...(errors[path] ?? []), ...part.errors];
  }
  return errors;
}
