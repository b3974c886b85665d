import { HttpError } from 'react-admin';
import type { Fields } from '../../../contract/schema/field/field.ts';
import { messagesBySource } from '../../dataProvider/forms/body.ts';
import { type FailureBody, failureBody } from '../../dataProvider/http/failure.ts';

/** Messages in the shape that react-admin's forms take them in: by source, those inside objects dotted. */
export type FormMessages = Readonly<Record<string, unknown>>;

/** The messages of a failure for the inputs of a form; what is of no input stands for the whole form. */
export function formMessages(failure: unknown): FormMessages {
  const { _: whole, ...errors } = failureBody(failure).errors ?? {};
  return { ...errors, ...(whole !== undefined && { 'root.serverError': whole }) };
}

/** A refusal that the console itself makes, in the form of the server's: the messages stand at their inputs. */
export const formFailure = (messages: Readonly<Record<string, string>>): HttpError =>
  new HttpError('', 422, { errors: messages } satisfies FailureBody);

/** The failure with its messages at the inputs of these fields: the body of an endpoint names them by their paths. */
export function failureAtInputs(failure: unknown, fields: Fields): unknown {
  const body = failureBody(failure);
  if (!(failure instanceof HttpError) || !body.errors) return failure;
  return new HttpError(failure.message, failure.status, { ...body, errors: messagesBySource(fields, body.errors) });
}
