import type { FieldErrors } from '../../contract/kinds/validation.ts';
import { type MessageKey, message } from '../../contract/messages/message.ts';
import { bodyPathOf } from '../../contract/schema/entity.ts';
import type { Field } from '../../contract/schema/field/field.ts';
import { ForeignReference, TakenError } from '../db/engine/errors.ts';

export type ErrorStatus = 400 | 401 | 403 | 404 | 405 | 412 | 413 | 416 | 422 | 429 | 503 | 507;

/** A "no" with its reason, still without a language; the HTTP layer says it in the caller's (B2). */
export class AppError extends Error {
  readonly status: ErrorStatus;
  readonly code: string;
  readonly fields: FieldErrors | undefined;
  /** In how many seconds the same may be asked again. */
  readonly retryAfter: number | undefined;

  constructor(status: ErrorStatus, title: string, fields?: FieldErrors, retryAfter?: number) {
    super(title);
    this.retryAfter = retryAfter;
    this.status = status;
    this.code = title.split('?', 1)[0] ?? title;
    this.fields = fields;
  }

  /** 422 on one field, or on the request as a whole (`_`). */
  static unprocessable(key: MessageKey, values?: Record<string, string | number>, field = '_'): AppError {
    const text = message(key, values);
    return new AppError(422, text, { [field]: [text] });
  }

  /** 422 on several fields. */
  static invalid(fields: FieldErrors): AppError {
    return new AppError(422, message('invalid'), fields);
  }

  /** The error as a client is told it; nothing for one that a client has no part in. */
  static of(error: unknown): AppError | undefined {
    if (error instanceof AppError) return error;
    if (error instanceof ForeignReference)
      return AppError.invalid(Object.fromEntries(error.fields.map((name) => [name, [message('other_enterprise')]])));
    if (!(error instanceof TakenError)) return undefined;
    const { entity, fields } = error;
    const places = fields.map((name) => bodyPathOf(name, entity.fields[name] as Field));
    return AppError.invalid(Object.fromEntries(places.map((place) => [place, [message('taken')]])));
  }

  static notFound(): AppError {
    return new AppError(404, message('not_found'));
  }

  static forbidden(): AppError {
    return new AppError(403, message('forbidden'));
  }

  static signedOut(): AppError {
    return new AppError(401, message('signed_out'));
  }

  static busy(): AppError {
    return new AppError(503, message('busy'), undefined, 2);
  }

  /** Was something asked for that is not the caller's to see or do? Then it is audited (C10). */
  get denied(): boolean {
    const texts = Object.values(this.fields ?? {}).flat();
    return [401, 403, 404].includes(this.status) || texts.includes(message('not_found_reference'));
  }
}
