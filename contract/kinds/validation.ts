import * as yup from 'yup';
import { putAt, valueAt } from '../lib/dottedPath.ts';
import { message } from '../messages/message.ts';
import { writePathOf } from '../schema/entity.ts';
import type { Fields } from '../schema/field/field.ts';
import { ruleOf } from './fieldRule.ts';
import { inBody } from './writable.ts';

export type FieldErrors = Record<string, string[]>;

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
    // Two rules of a value may refuse it with the same sentence.
    errors[path] = [...new Set([...(errors[path] ?? []), ...part.errors])];
  }
  return errors;
}
