import { isIdentityProof } from '../../../contract/access/identityProofs.ts';
import { followRights } from '../../authProvider/rights.ts';
import { readSession } from '../../authProvider/session.ts';
import { language } from '../../i18n/language.ts';
import { browserZone } from '../../i18n/timeZone.ts';
import { type ErrorAnswer, httpError, identityDeclinedError, noResponseError } from './failure.ts';
import { askForIdentity } from './identityCheck.ts';
import { queryString } from './queryString.ts';

/** How long an answer may take, in milliseconds (R-CONST-01). */
export const requestTimeout = 20_000;

export interface HttpOptions extends Omit<RequestInit, 'headers'> {
  readonly headers?: HeadersInit;
  /** Background work: a failure shows no message; a 401 still shows the session alert (A19). */
  readonly quiet?: boolean | undefined;
  /** True to send the request without the session's key. */
  readonly anonymous?: boolean;
}

export interface HttpAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
  // biome-ignore lint/suspicious/noExplicitAny: the caller knows the type of the answer, as in react-admin
  readonly json: any;
}

const buildHeaders = (headers: HeadersInit | undefined, key: string | undefined, hasBody: boolean): Headers => {
  const all = new Headers(headers);
  if (key) all.set('authorization', key);
  all.set('X-LANG', language());
  all.set('X-TIME-ZONE', browserZone());
  if (hasBody) all.set('Content-Type', 'application/json');
  return all;
};

/** Sends a request with the session's key, the language and the time zone. It has no time limit of its own: pass a `signal`. */
export function sendRequest(
  url: string,
  { headers, quiet: _quiet, anonymous: _anonymous, ...init }: HttpOptions,
  key?: string,
): Promise<Response> {
  return fetch(url, { ...init, headers: buildHeaders(headers, key, init.body !== undefined && init.body !== null) });
}

/**
 * The error of a request that failed without an answer: unchanged if the caller aborted it, otherwise "no response".
 */
export const abortedOrNoResponse = (error: unknown, signal: AbortSignal | null | undefined, quiet: boolean): unknown =>
  signal?.aborted ? error : noResponseError(quiet);

const parseJson = (body: string): unknown => {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
};

/**
 * Sends a request to `/v1`, in the form that ra-data-simple-rest expects: with the session's key and the language, and
 * with a limit of 20 s.
 * @throws HttpError whose message is the one for the user (SPEC 8); status 0 means "no response", 200 a body with an
 *   error field
 */
export async function httpClient(url: string, options: HttpOptions = {}): Promise<HttpAnswer> {
  const quiet = options.quiet ?? false;
  const key = options.anonymous ? undefined : readSession()?.api_key;
  const timeLimit = AbortSignal.timeout(requestTimeout);
  const signal = options.signal ? AbortSignal.any([options.signal, timeLimit]) : timeLimit;
  const failed = (error: unknown) => {
    throw abortedOrNoResponse(error, options.signal, quiet);
  };
  const response = await sendRequest(url, { ...options, signal }, key).catch(failed);
  const body = (await response.text().catch(failed)) as string;
  const json = parseJson(body);
  const { code } = (json ?? {}) as ErrorAnswer;
  // The request was refused before anything was done, so it can be sent again as it was.
  if (response.status === 403 && isIdentityProof(code)) {
    const answer = await askForIdentity(code);
    if (answer === 'confirmed') return httpClient(url, options);
    if (answer === 'declined') throw identityDeclinedError(response.status, code, key);
  }
  if (response.ok || response.status === 403) void followRights(response.headers.get('X-Rights'), key, requestJson);
  if (!response.ok) throw httpError(response.status, (json ?? {}) as ErrorAnswer, key, quiet);
  if (json === undefined && !response.redirected) throw noResponseError(quiet);
  if ((json as ErrorAnswer | null)?.error) throw httpError(200, json as ErrorAnswer, key, quiet);
  return { status: response.status, headers: response.headers, body, json };
}

export interface RequestOptions {
  readonly method?: 'GET' | 'POST' | 'DELETE';
  readonly body?: unknown;
  readonly query?: Readonly<Record<string, unknown>> | undefined;
  readonly headers?: HeadersInit;
  readonly signal?: AbortSignal | undefined;
  readonly quiet?: boolean | undefined;
  /** True to send the request without the session's key. */
  readonly anonymous?: boolean;
}

/**
 * Sends a request whose body and answer are JSON.
 * @returns the parsed answer
 */
export async function requestJson<T>(
  path: string,
  { query, body, signal, ...options }: RequestOptions = {},
): Promise<T> {
  const search = query ? queryString(query) : '';
  const { json } = await httpClient(search ? `${path}?${search}` : path, {
    ...options,
    ...(signal && { signal }),
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return json as T;
}
