import { HttpError } from 'react-admin';
import { fieldOf, writePathOf } from '../../../contract/schema/entity.ts';
import type { Field, Fields } from '../../../contract/schema/field/field.ts';
import { text, translate } from '../../i18n/text.ts';
import { type FailureBody, failureBody, isAboutSeveral } from '../http/failure.ts';

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

/** The messages about fields that the form did not ask for, each with the field's label, by its place in the body. */
function unaskedFieldMessages(
  fields: Fields,
  body: FailureBody,
  isAsked: (name: string) => boolean,
): Readonly<Record<string, string>> {
  const found = Object.entries(body.fields ?? {}).flatMap(([place, [fieldMessage]]): [string, string][] => {
    const name = fieldNameAt(fields, place);
    const field = name === undefined || isAsked(name) ? undefined : fieldOf({ fields }, name);
    return field && fieldMessage ? [[place, text().errors.fieldMessage(translate(field.label), fieldMessage)]] : [];
  });
  return Object.fromEntries(found);
}

/**
 * The errors of a form of values that are in use together: one sentence, at the first of their fields that the form asks
 * for, else for the whole form. It names the fields itself.
 */
function errorTogether(fields: Fields, { fields: messages = {} }: FailureBody, isAsked: (name: string) => boolean) {
  const all = Object.entries(messages);
  const asked = all.find(([place]) => isAsked(fieldNameAt(fields, place) ?? place));
  return { [asked?.[0] ?? '_']: all[0]?.[1][0] ?? '' };
}

/**
 * Waits for a request. If it is refused because of fields that have no input in the form, their messages begin with the
 * labels of these fields.
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
    if (error instanceof HttpError && isAboutSeveral(body))
      throw new HttpError(error.message, error.status, { ...body, errors: errorTogether(fields, body, isAsked) });
    const unasked = unaskedFieldMessages(fields, body, isAsked);
    const [first] = Object.values(unasked);
    if (!(error instanceof HttpError) || first === undefined) throw error;
    const errors = { ...body.errors, ...unasked };
    throw new HttpError(error.message && first, error.status, { ...body, errors, title: first });
  }
}
