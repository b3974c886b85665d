import { HttpError } from 'react-admin';
import type { Fields } from '../../../contract/schema/field/field.ts';
import { messagesBySource } from '../../dataProvider/forms/body.ts';
import { type FailureBody, failureBody } from '../../dataProvider/http/failure.ts';

/** Messages in the shape of react-admin's forms: by source, with dots for fields inside objects. */
export type FormMessages = Readonly<Record<string, unknown>>;

/** The messages of a failure for a form; one that belongs to no input is shown for the whole form. */
export function formMessages(failure: unknown): FormMessages {
  const { _: whole, ...errors } = failureBody(failure).errors ?? {};
  return { ...errors, ...(whole !== undefined && { 'root.serverError': whole }) };
}

/**
 * The failure of a form that says by an alert of its own that the record has changed meanwhile: without the server's
 * message about that.
 */
export function withoutStaleMessage(failure: unknown): unknown {
  const body = failureBody(failure);
  if (!(failure instanceof HttpError) || body.code !== 'stale') return failure;
  const { _: _whole, ...errors } = body.errors ?? {};
  return new HttpError(failure.message, failure.status, { ...body, errors });
}

/** A refusal by the console itself, in the form of the server's refusals: the messages are shown at their inputs. */
export const formFailure = (messages: Readonly<Record<string, string>>): HttpError =>
  new HttpError('', 422, { errors: messages } satisfies FailureBody);

/**
 * The failure with its messages moved to the inputs of these fields: the server names them by their paths in the body.
 */
export function failureAtInputs(failure: unknown, fields: Fields): unknown {
  const body = failureBody(failure);
  if (!(failure instanceof HttpError) || !body.errors) return failure;
  return new HttpError(failure.message, failure.status, { ...body, errors: messagesBySource(fields, body.errors) });
}
