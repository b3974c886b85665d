import { isIdentityProof } from '../../contract/access/identityProofs.ts';
import type { FieldErrors } from '../../contract/kinds/validation.ts';
import { type Label, nounList } from '../../contract/messages/label.ts';
import { type MessageKey, message } from '../../contract/messages/message.ts';
import { type DeclaredEntity, fieldOf, writePathOf } from '../../contract/schema/entity.ts';
import type { Field } from '../../contract/schema/field/field.ts';
import { ConstraintViolation, OtherTenantReference, UniqueViolation } from '../db/engine/errors.ts';

export type ErrorStatus = 400 | 401 | 403 | 404 | 405 | 412 | 413 | 416 | 422 | 429 | 503 | 507;

/** 422 with messages by field name, at the places of the fields in a body. */
const atFields = (entity: DeclaredEntity, broken: Readonly<Record<string, string>>): AppError =>
  AppError.invalid(
    Object.fromEntries(
      Object.entries(broken).map(([name, text]) => [writePathOf(name, fieldOf(entity, name) as Field), [text]]),
    ),
  );

/** A refusal with its reason as a message key; the HTTP layer translates it into the caller's language (B2). */
export class AppError extends Error {
  readonly status: ErrorStatus;
  readonly code: string;
  readonly fields: FieldErrors | undefined;
  /** The seconds after which the client may try again. */
  readonly retryAfter: number | undefined;

  constructor(status: ErrorStatus, title: string, fields?: FieldErrors, retryAfter?: number, code?: string) {
    super(title);
    this.retryAfter = retryAfter;
    this.status = status;
    this.code = code ?? title.split('?', 1)[0] ?? title;
    this.fields = fields;
  }

  /** 422 on one field, or on the request as a whole (`_`). */
  static unprocessable(key: MessageKey, values?: Record<string, string | number>, field = '_'): AppError {
    const text = message(key, values);
    return new AppError(422, text, { [field]: [text] });
  }

  /**
   * 422 because the record does not meet a condition.
   * @param otherwise a sentence of the declaration, which has the code `wrong_state`, or a message of the catalogue
   * @param field the field at which the client shows it; none by default
   */
  static conditionNotMet(otherwise: MessageKey | Label = 'wrong_state', field = '_'): AppError {
    if (typeof otherwise === 'string') return AppError.unprocessable(otherwise, undefined, field);
    const text = message('sentence', { text_en: otherwise.en, text_zh: otherwise.zh });
    return new AppError(422, text, { [field]: [text] }, undefined, 'wrong_state');
  }

  static invalid(fields: FieldErrors): AppError {
    return new AppError(422, message('invalid'), fields);
  }

  /** The error that a client may see; undefined for an internal fault. */
  static of(error: unknown): AppError | undefined {
    if (error instanceof AppError) return error;
    if (error instanceof OtherTenantReference)
      return AppError.invalid(Object.fromEntries(error.fields.map((name) => [name, [message('other_enterprise')]])));
    if (error instanceof ConstraintViolation) return atFields(error.entity, error.broken);
    return error instanceof UniqueViolation ? AppError.inUse(error.entity, error.fields) : undefined;
  }

  /**
   * 422 because another record has these values. Of several fields one sentence names them all; it is at each of them, and
   * the code `used_together` says that it is the same one. Fields that nobody fills in, such as the owner, are left out.
   */
  static inUse(entity: DeclaredEntity, all: readonly string[]): AppError {
    const filled = all.filter((name) => {
      const field = fieldOf(entity, name);
      return field && !field.hidden && !field.readOnly;
    });
    const names = filled.length > 0 ? filled : all;
    const at = (text: string) => atFields(entity, Object.fromEntries(names.map((name) => [name, text])));
    if (names.length === 1) return at(message('taken'));
    const fields = nounList(names.flatMap((name) => fieldOf(entity, name)?.label ?? []));
    const text = message('used_together', { fields_en: fields.en, fields_zh: fields.zh });
    return new AppError(422, text, at(text).fields);
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

  /** True if the caller asked for something that they may not see or do. Such a request is audited (C10). */
  get denied(): boolean {
    // The person may do it, once they have shown that it is them.
    if (isIdentityProof(this.code)) return false;
    const texts = Object.values(this.fields ?? {}).flat();
    return [401, 403, 404].includes(this.status) || texts.includes(message('not_found_reference'));
  }
}
