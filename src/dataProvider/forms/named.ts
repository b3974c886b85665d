import { HttpError } from 'react-admin';
import { bodyPathOf, fieldOf } from '../../../contract/schema/entity.ts';
import type { Field, Fields } from '../../../contract/schema/field/field.ts';
import { text, translate } from '../../i18n/text.ts';
import { type FailureBody, failureBody } from '../http/failure.ts';

/** The names of fields, those inside objects with a dot. */
const namesOf = (fields: Fields, prefix = ''): string[] =>
  Object.entries(fields).flatMap(([name, { fields: inner = {} }]) => [
    ...namesOf(inner, `${prefix}${name}.`),
    prefix + name,
  ]);

/** The name of the field that a place of a body belongs to; undefined where it belongs to none. */
function nameAt(fields: Fields, place: string): string | undefined {
  const plain = place.replace(/\[\d+\].*$/, '');
  return namesOf(fields).find((name) => bodyPathOf(name, fieldOf({ fields }, name) as Field) === plain);
}

/** The first that is said of a field which was not asked for, with its label. */
function elsewhere(fields: Fields, body: FailureBody, isAsked: (name: string) => boolean): string | undefined {
  for (const [place, [said]] of Object.entries(body.fields ?? {})) {
    const name = nameAt(fields, place);
    const field = name === undefined || isAsked(name) ? undefined : fieldOf({ fields }, name);
    if (field && said) return text().errors.ofField(translate(field.label), said);
  }
  return undefined;
}

/**
 * Does the work; where it is refused for a field that it did not ask for, and below which nothing can stand, what the user is
 * told begins with what that field is called. In: all fields that there are, and which of them were asked for.
 */
export async function withNames<T>(fields: Fields, isAsked: (name: string) => boolean, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const body = failureBody(error);
    const said = elsewhere(fields, body, isAsked);
    if (!(error instanceof HttpError) || said === undefined) throw error;
    throw new HttpError(error.message && said, error.status, { ...body, title: said });
  }
}
