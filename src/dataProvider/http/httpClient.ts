import { readSession } from '../../authProvider/session.ts';
import { language } from '../../i18n/language.ts';
import { type ErrorAnswer, httpError, noResponse } from './failure.ts';
import { queryOf } from './query.ts';

/** How long an answer may take, in milliseconds (R-CONST-01). */
export const timeout = 20_000;

export interface HttpOptions extends Omit<RequestInit, 'headers'> {
  readonly headers?: HeadersInit;
  /** Background work: a failure shows no message, though a 401 still alerts (A19). */
  readonly quiet?: boolean | undefined;
  /** Without the session's key. */
  readonly anonymous?: boolean;
}

export interface HttpAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
  // biome-ignore lint/suspicious/noExplicitAny: what an answer holds is for the caller to say, as in react-admin
  readonly json: any;
}

const headersOf = (headers: HeadersInit | undefined, key: string | undefined, hasBody: boolean): Headers => {
  const all = new Headers(headers);
  if (key) all.set('authorization', key);
  all.set('X-LANG', language());
  if (hasBody) all.set('Content-Type', 'application/json');
  return all;
};

/** Sends a request with the session's key and the language; `signal` alone decides how long it may take. */
export function send(
  url: string,
  { headers, quiet: _quiet, anonymous: _anonymous, ...init }: HttpOptions,
  key?: string,
): Promise<Response> {
  return fetch(url, { ...init, headers: headersOf(headers, key, init.body !== undefined && init.body !== null) });
}

/** What went wrong without an answer: what the caller took back stays that, all else is "no response". */
export const brokenOff = (error: unknown, signal: AbortSignal | null | undefined, quiet: boolean): unknown =>
  signal?.aborted ? error : noResponse(quiet);

const parsed = (body: string): unknown => {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
};

/**
 * The one way to `/v1`, in the form that ra-data-simple-rest takes: the session's key and the language go along, and it
 * gives up after 20 s. Rejects with an HttpError whose message is what the user is told (SPEC 8); status 0 is "no
 * response", 200 a body with an error field.
 */
export async function httpClient(url: string, options: HttpOptions = {}): Promise<HttpAnswer> {
  const quiet = options.quiet ?? false;
  const key = options.anonymous ? undefined : readSession()?.api_key;
  const late = AbortSignal.timeout(timeout);
  const signal = options.signal ? AbortSignal.any([options.signal, late]) : late;
  const failed = (error: unknown) => {
    throw brokenOff(error, options.signal, quiet);
  };
  const response = await send(url, { ...options, signal }, key).catch(failed);
  const body = (await response.text().catch(failed)) as string;
  const json = parsed(body);
  if (!response.ok) throw httpError(response.status, (json ?? {}) as ErrorAnswer, key, quiet);
  if (json === undefined && !response.redirected) throw noResponse(quiet);
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
}

/** One request whose body and answer are JSON. In: the path, and its query and body as values. Out: the answer. */
export async function request<T>(path: string, { query, body, signal, ...options }: RequestOptions = {}): Promise<T> {
  const search = query ? queryOf(query) : '';
  const { json } = await httpClient(search ? `${path}?${search}` : path, {
    ...options,
    ...(signal && { signal }),
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return json as T;
}
