import { HttpError } from 'react-admin';
import { text } from '../../i18n/text.ts';

/** Messages by the server's field names. */
export type FieldMessages = Readonly<Record<string, readonly string[]>>;

/** The details of a failed request, besides its message. */
export interface FailureBody {
  /** The server's message about the whole request; shown in place of data that could not be loaded. */
  readonly title?: string | undefined;
  readonly code?: string | undefined;
  readonly fields?: FieldMessages;
  /** react-admin's form errors: the first message of each field, by the source of its input. */
  readonly errors?: Readonly<Record<string, unknown>>;
  /** The session key with which the request was sent. */
  readonly key?: string | undefined;
  /** True if the user was asked who they are, and cancelled the question. */
  readonly declined?: boolean;
}

export interface ErrorAnswer {
  readonly title?: string;
  readonly code?: string;
  readonly error?: { readonly fields?: FieldMessages } | string;
}

const fieldMessagesOf = ({ error }: ErrorAnswer): FieldMessages => (typeof error === 'object' && error.fields) || {};
const firstMessage = (answer: ErrorAnswer): string | undefined =>
  Object.values(fieldMessagesOf(answer))[0]?.[0] ?? answer.title;

/** The message that each status shows to the user; other statuses show none (SPEC 8). */
function messageForUser(status: number, answer: ErrorAnswer): string {
  if (status === 200) return typeof answer.error === 'string' ? answer.error : (firstMessage(answer) ?? '');
  if (status === 422) return firstMessage(answer) ?? '';
  if (status === 500) return answer.title || text().errors.server;
  if (status === 404) return answer.title || text().errors.notFound;
  return '';
}

/** True if the answer has the same sentence at several fields: their values are in use together. */
export const isAboutSeveral = ({ code }: { readonly code?: string | undefined }): boolean => code === 'used_together';

/** An error answer as an HttpError. Its message is shown to the user; it is empty if the request was quiet. */
export function httpError(status: number, answer: ErrorAnswer, key: string | undefined, quiet: boolean): HttpError {
  const fields = fieldMessagesOf(answer);
  const named = Object.entries(fields).map(([name, messages]) => [name, messages[0] ?? '']);
  // One sentence about several fields is shown once.
  const errors = Object.fromEntries(isAboutSeveral(answer) ? named.slice(0, 1) : named);
  const title = answer.title ?? (typeof answer.error === 'string' ? answer.error : undefined);
  const body: FailureBody = { title, code: answer.code, fields, errors, key };
  return new HttpError(quiet ? '' : messageForUser(status, answer), status, body);
}

/** The error of a request without a complete answer in 20 s (R-ERR-05), or of a browser without a network. */
export function noResponseError(quiet: boolean): HttpError {
  const title = navigator.onLine ? text().errors.timeout : text().errors.offline;
  return new HttpError(quiet ? '' : title, 0, { title } satisfies FailureBody);
}

/**
 * The error of a request that was refused because the user did not want to show who they are. No message is shown, since
 * they cancelled it themselves.
 */
export const identityDeclinedError = (status: number, code: string, key: string | undefined): HttpError =>
  new HttpError('', status, { code, key, declined: true } satisfies FailureBody);

/** The error of a file that was received only in part. */
export const incompleteFileError = (): HttpError =>
  new HttpError(text().errors.fileIncomplete, 0, { title: text().errors.fileIncomplete } satisfies FailureBody);

/** The details of a failure; an empty object for errors of other kinds. */
export const failureBody = (error: unknown): FailureBody =>
  error instanceof HttpError ? ((error.body as FailureBody | null) ?? {}) : {};

/**
 * The text of a failure that is shown in place of the missing data, also if the request was quiet; empty if the user
 * cancelled the request themselves.
 */
export const failureText = (error: unknown): string =>
  failureBody(error).declined
    ? ''
    : (error instanceof Error && error.message) || failureBody(error).title || text().errors.server;

/** The field messages that a form shows at its inputs. */
const shownByForms = new WeakSet<object>();

/** A form will show the messages of this failure at its inputs, so that no notice repeats them. */
export function leaveToForm(error: unknown): void {
  const { fields } = failureBody(error);
  if (fields) shownByForms.add(fields);
}

/** True if a form shows the messages of this failure. */
export const isShownByForm = (error: unknown): boolean => shownByForms.has(failureBody(error).fields ?? {});
