import { type MessageKey, message } from '../../contract/message.ts';
import type { FieldErrors } from '../../contract/validation.ts';

export type RefusalStatus = 400 | 401 | 403 | 404 | 405 | 413 | 422 | 429;

/** A "no" with its reason, still without a language; the HTTP layer says it in the caller's (B2). */
export class Refusal extends Error {
  readonly status: RefusalStatus;
  readonly code: string;
  readonly fields: FieldErrors | undefined;

  constructor(status: RefusalStatus, title: string, fields?: FieldErrors) {
    super(title);
    this.status = status;
    this.code = title.split('?', 1)[0] ?? title;
    this.fields = fields;
  }

  /** Was something asked for that is not the caller's to see or do? Then it is audited (C10). */
  get denied(): boolean {
    const texts = Object.values(this.fields ?? {}).flat();
    return [401, 403, 404].includes(this.status) || texts.includes(message('not_found_reference'));
  }
}

/** 422 on one field, or on the request as a whole (`_`). */
export function refuse(key: MessageKey, values?: Record<string, string | number>, field = '_'): Refusal {
  const text = message(key, values);
  return new Refusal(422, text, { [field]: [text] });
}

/** 422 on several fields. */
export const invalid = (fields: FieldErrors): Refusal => new Refusal(422, message('invalid'), fields);

export const notFound = (): Refusal => new Refusal(404, message('not_found'));
export const forbidden = (): Refusal => new Refusal(403, message('forbidden'));
export const signedOut = (): Refusal => new Refusal(401, message('signed_out'));
