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
 * A required field that starts with a value need not be sent: left out or emptied, it has that value. What is worked out
 * for a new record is none that an edit falls back to.
 */
export const mayBeLeftOut = (field: Field, operation: 'create' | 'edit'): Field =>
  field.required && field.default !== undefined && (operation === 'create' || !isComputedDefault(field.default))
    ? { ...field, required: false }
    : field;

/** Is the input filled in where a body leaves it out? */
export const isFilledIn = (input: Field): boolean => input.required === true && input.default !== undefined;

/**
 * What a step or an action asks for, as a body has it: what is required and starts with something need not be sent. What
 * else starts with something does so in a form alone.
 */
export const askedInBody = (input: Fields): Fields =>
  Object.fromEntries(
    Object.entries(input).map(([name, field]) => {
      const { default: _start, ...rest } = field;
      return [name, isFilledIn(field) ? { ...field, required: false } : rest];
    }),
  );

/** The field as a body has it: what only the server sets inside an object is not part of the object there. */
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

/** Is the object left out in which the value of the path would stand? */
const isLeftOut = (body: object, path: string): boolean => valueAt(body, path.split('.').slice(0, -1)) === undefined;

/** A body that leaves out an object leaves out what is required in it. */
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

/** The rule of a body made of these fields, each at its place in the body. One rule for the form and the server. */
export function bodyRule(fields: Fields): yup.ObjectSchema<Record<string, unknown>> {
  const tree: Node = {};
  for (const [name, field] of Object.entries(fields)) putAt(tree, writePathOf(name, field), ruleOf(inBody(field)));
  return wholeRule(schemaOfNode(tree), fields);
}

/** Validates a body; answers the messages by field path, or nothing when all is well. */
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
  // Without a prototype: an item may be called `constructor`.
  const errors: FieldErrors = Object.create(null);
  const parts = error.inner.length > 0 ? error.inner : [error];
  for (const part of parts) {
    const unknown = (part.params as { unknown?: string } | undefined)?.unknown;
    const path = [part.path, unknown?.split(', ')[0]].filter(Boolean).join('.') || '_';
    errors[path] = [...(errors[path] ?? []), ...part.errors];
  }
  return errors;
}
