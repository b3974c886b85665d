import { HttpError } from 'react-admin';
import { fieldOf, writePathOf } from '../../../contract/schema/entity.ts';
import type { Field, Fields } from '../../../contract/schema/field/field.ts';
import { text, translate } from '../../i18n/text.ts';
import { type FailureBody, failureBody } from '../http/failure.ts';

/** The names of all fields; those inside objects are dotted. */
const fieldNames = (fields: Fields, prefix = ''): string[] =>
  Object.entries(fields).flatMap(([name, { fields: inner = {} }]) => [
    ...fieldNames(inner, `${prefix}${name}.`),
    prefix + name,
  ]);

/** The name of the field at a path of the body; undefined if there is none. */
function fieldNameAt(fields: Fields, place: string): string | undefined {
  const plain = place.replace(/\[\d+\].*$/, '');
  return fieldNames(fields).find((name) => writePathOf(name, fieldOf({ fields }, name) as Field) === plain);
}

/** The first message about a field that the form did not ask for, with the field's label. */
function unaskedFieldMessage(
  fields: Fields,
  body: FailureBody,
  isAsked: (name: string) => boolean,
): string | undefined {
  for (const [place, [fieldMessage]] of Object.entries(body.fields ?? {})) {
    const name = fieldNameAt(fields, place);
    const field = name === undefined || isAsked(name) ? undefined : fieldOf({ fields }, name);
    if (field && fieldMessage) return text().errors.fieldMessage(translate(field.label), fieldMessage);
  }
  return undefined;
}

/**
 * Waits for a request. If it is refused because of a field that has no input in the form, the message for the user
 * begins with the field's label.
 * @param fields all fields of the body
 * @param isAsked true if the form asks for the field
 */
export async function withFieldNames<T>(
  fields: Fields,
  isAsked: (name: string) => boolean,
  work: Promise<T>,
): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const body = failureBody(error);
    const fieldMessage = unaskedFieldMessage(fields, body, isAsked);
    if (!(error instanceof HttpError) || fieldMessage === undefined) throw error;
    throw new HttpError(error.message && fieldMessage, error.status, { ...body, title: fieldMessage });
  }
}
