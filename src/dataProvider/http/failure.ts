import { HttpError } from 'react-admin';
import { text } from '../../i18n/text.ts';

/** Messages by field, as the server names the fields. */
export type FieldMessages = Readonly<Record<string, readonly string[]>>;

/** What travels with a failed request besides its message. */
export interface FailureBody {
  /** What the server says of the whole request, for where it stands in place of data. */
  readonly title?: string | undefined;
  readonly code?: string | undefined;
  readonly fields?: FieldMessages;
  /** react-admin's form errors: the first message of each field, by the source of its input. */
  readonly errors?: Readonly<Record<string, unknown>>;
  /** The session key that the request was made with. */
  readonly key?: string | undefined;
}

export interface ErrorAnswer {
  readonly title?: string;
  readonly code?: string;
  readonly error?: { readonly fields?: FieldMessages } | string;
}

const fieldsOf = ({ error }: ErrorAnswer): FieldMessages => (typeof error === 'object' && error.fields) || {};
const firstOf = (answer: ErrorAnswer): string | undefined => Object.values(fieldsOf(answer))[0]?.[0] ?? answer.title;

/** What each status says to the user; all others say nothing (SPEC 8). */
function messageOf(status: number, answer: ErrorAnswer): string {
  if (status === 200) return typeof answer.error === 'string' ? answer.error : (firstOf(answer) ?? '');
  if (status === 422) return firstOf(answer) ?? '';
  if (status === 500) return answer.title || text().errors.server;
  if (status === 404) return answer.title || text().errors.notFound;
  return '';
}

/** A no of the server as an error whose message is what the user is told: nothing, where the request was quiet. */
export function httpError(status: number, answer: ErrorAnswer, key: string | undefined, quiet: boolean): HttpError {
  const fields = fieldsOf(answer);
  const errors = Object.fromEntries(Object.entries(fields).map(([name, messages]) => [name, messages[0] ?? '']));
  const title = answer.title ?? (typeof answer.error === 'string' ? answer.error : undefined);
  const body: FailureBody = { title, code: answer.code, fields, errors, key };
  return new HttpError(quiet ? '' : messageOf(status, answer), status, body);
}

/** Neither an answer nor the whole of one in 20 s (R-ERR-05). */
export const noResponse = (quiet: boolean): HttpError =>
  new HttpError(quiet ? '' : text().errors.timeout, 0, { title: text().errors.timeout } satisfies FailureBody);

/** A file of which only a part has come. */
export const broken = (): HttpError =>
  new HttpError(text().errors.broken, 0, { title: text().errors.broken } satisfies FailureBody);

/** What is known of a failure; an empty object for errors of other kinds. */
export const failureBody = (error: unknown): FailureBody =>
  error instanceof HttpError ? ((error.body as FailureBody | null) ?? {}) : {};

/** What a failure says in place of what did not come, whether it was quiet or not. */
export const failureText = (error: unknown): string =>
  (error instanceof Error && error.message) || failureBody(error).title || text().errors.server;
