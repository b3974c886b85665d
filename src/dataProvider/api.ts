import { endSession } from '../authProvider/leave.ts';
import { readSession } from '../authProvider/session.ts';
import { language } from '../i18n/language.ts';
import { text } from '../i18n/text.ts';
import { saveFile } from './files.ts';
import { alarm, tellWritten, toast } from './notices.ts';

export interface ApiOptions {
  readonly method?: 'GET' | 'POST' | 'DELETE';
  readonly body?: unknown;
  readonly query?: Readonly<Record<string, unknown>>;
  /** What is wanted, where a call can answer in several ways. */
  readonly accept?: string;
  /** Background work: failures show no message, though a 401 still alerts (A19). */
  readonly quiet?: boolean;
}

/** A refusal of the server, with the messages of its fields. */
export class ApiError extends Error {
  readonly status: number;
  readonly fields: Readonly<Record<string, string[]>>;
  constructor(message: string, status: number, fields: Readonly<Record<string, string[]>> = {}) {
    super(message);
    this.status = status;
    this.fields = fields;
  }
}

const timeout = 20_000;
const raw = /%(3A|2F|2C|40|5B|5D)/g;

/** A query as the product sends it: `: / , @ [ ]` stay as they are, what could break it is encoded (A5). */
export function queryOf(values: Readonly<Record<string, unknown>>): string {
  const encode = (value: unknown) => encodeURIComponent(String(value)).replace(raw, decodeURIComponent);
  return Object.entries(values)
    .filter(([, value]) => value !== undefined && value !== null && value !== '')
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .join('&');
}

async function send(
  path: string,
  { method = 'GET', body, query, accept }: ApiOptions,
  signal = AbortSignal.timeout(timeout),
): Promise<Response> {
  const key = readSession()?.api_key;
  const address = query && queryOf(query) ? `${path}?${queryOf(query)}` : path;
  return fetch(address, {
    method,
    headers: {
      ...(key && { authorization: key }),
      'X-LANG': language(),
      ...(accept && { accept }),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal,
  });
}

interface ErrorBody {
  title?: string;
  error?: { fields?: Record<string, string[]> } | string;
}

const fieldsOf = (body: ErrorBody): Record<string, string[]> =>
  (typeof body.error === 'object' && body.error.fields) || {};

const firstOf = (body: ErrorBody): string | undefined => Object.values(fieldsOf(body))[0]?.[0] ?? body.title;

/** What each status says to the user; others say nothing (SPEC 8). */
function messageOf(status: number, body: ErrorBody): string | undefined {
  if (status === 422) return firstOf(body);
  if (status === 500) return body.title || text().errors.server;
  if (status === 404) return body.title || text().errors.notFound;
  return undefined;
}

async function refusal(response: Response, quiet: boolean): Promise<ApiError> {
  const body = (await response.json().catch(() => ({}))) as ErrorBody;
  const message = messageOf(response.status, body);
  if (response.status === 401) alarm(body.title || text().errors.session, endSession);
  else if (message && !quiet) toast(message, 'error');
  return new ApiError(message ?? body.title ?? '', response.status, fieldsOf(body));
}

/** Neither an answer nor the whole of one in 20 s. */
function noResponse(quiet: boolean): never {
  if (!quiet) toast(text().errors.timeout, 'error');
  throw new ApiError(text().errors.timeout, 0);
}

/**
 * One call of `/v1`: the session's key and the language go along, it gives up after 20 s, and failures are
 * told as SPEC 8 says. Throws an ApiError; status 0 is "no response".
 */
export async function api<T>(path: string, options: ApiOptions = {}): Promise<T> {
  const quiet = options.quiet ?? false;
  const response = await send(path, options).catch(() => noResponse(quiet));
  if (!response.ok) throw await refusal(response, quiet);
  const body = (await response.json().catch(() => noResponse(quiet))) as T & ErrorBody;
  if (body?.error) {
    const message = typeof body.error === 'string' ? body.error : (firstOf(body) ?? '');
    if (message && !quiet) toast(message, 'error');
    throw new ApiError(message, 200, fieldsOf(body));
  }
  // Later, for the caller deals first with what the answer may have ended: its own session.
  if (options.method && options.method !== 'GET') setTimeout(tellWritten);
  return body;
}

/** A list as every `/v1/…/list` answers it (B1). */
export interface Page<T> {
  items: T[];
  total: number;
  page: number;
  per_page: number;
}

/** The bytes of an answer; it has failed when none come for 20 s, however long the whole of it takes. */
async function bytesOf(
  path: string,
  query: ApiOptions['query'],
  onProgress: (bytes: number) => void,
): Promise<[Response, Blob]> {
  const patience = new AbortController();
  let late = setTimeout(() => patience.abort(), timeout);
  const alive = () => {
    clearTimeout(late);
    late = setTimeout(() => patience.abort(), timeout);
  };
  try {
    const response = await send(path, { query: query ?? {} }, patience.signal);
    const parts: Uint8Array<ArrayBuffer>[] = [];
    let bytes = 0;
    const reader = response.ok ? response.body?.getReader() : undefined;
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
      alive();
      parts.push(part.value as Uint8Array<ArrayBuffer>);
      bytes += part.value.length;
      onProgress(bytes);
    }
    return [response, new Blob(parts)];
  } finally {
    clearTimeout(late);
  }
}

/** Saves an answer as a file, under the name that the server gives it; tells how many bytes have come. */
export async function download(
  path: string,
  query: Readonly<Record<string, unknown>>,
  onProgress: (bytes: number) => void,
): Promise<void> {
  const [response, file] = await bytesOf(path, query, onProgress).catch(() => noResponse(false));
  if (!response.ok) throw await refusal(response, false);
  const name = response.headers.get('content-disposition')?.match(/filename="([^"]+)"/)?.[1] ?? 'export.csv';
  saveFile(name, file);
}
