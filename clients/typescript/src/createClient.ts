import createFetchClient from 'openapi-fetch';
import { ApiError } from './apiError.ts';
import type {
  ApiAnswer,
  ApiInput,
  HttpMethod,
  InputArgument,
  ListPage,
  ListPath,
  PathWith,
  Row,
} from './operations.ts';
import { type RetryOptions, repeating, requestKey } from './retry.ts';
import { type paths, pathsWithoutKey } from './schema.ts';

export interface ClientOptions extends RetryOptions {
  /** The address of the server, such as `https://console.example`. */
  readonly url: string;
  /** The token of a service account, or the key of a session. */
  readonly token?: string | undefined;
  /** The language of messages and names. */
  readonly language?: 'en' | 'zh' | undefined;
  /** The time zone of files, messages and calendar periods, such as `Asia/Shanghai`. */
  readonly timeZone?: string | undefined;
  /** Sends a request; the global `fetch` by default. */
  readonly fetch?: ((request: Request) => Promise<Response>) | undefined;
}

/** Calls of the API by path, as `/docs/api` of the server lists them. Each throws an {@link ApiError} unless it succeeds. */
export interface Client {
  get<P extends PathWith<'get'>>(path: P, ...input: InputArgument<ApiInput<P, 'get'>>): Promise<ApiAnswer<P, 'get'>>;
  /** Has an `Idempotency-Key` of its own, or that of the input, wherever the server takes one. */
  post<P extends PathWith<'post'>>(
    path: P,
    ...input: InputArgument<ApiInput<P, 'post'>>
  ): Promise<ApiAnswer<P, 'post'>>;
  delete<P extends PathWith<'delete'>>(
    path: P,
    ...input: InputArgument<ApiInput<P, 'delete'>>
  ): Promise<ApiAnswer<P, 'delete'>>;
  /**
   * The records of a list, page after page. `page` of the query is where it begins, and `per_page` is 100 by default.
   * If records are added or removed meanwhile, none is returned twice, but one may be missing.
   */
  list<P extends ListPath>(
    path: P,
    ...input: InputArgument<ApiInput<P, 'get'>>
  ): AsyncGenerator<Row<P>, void, undefined>;
}

/** An input, whatever the call. */
interface AnyInput {
  readonly path?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly header?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly signal?: AbortSignal;
}

/** `request` of openapi-fetch, whatever the call. */
type Send = (
  method: HttpMethod,
  path: string,
  init: Record<string, unknown>,
) => Promise<{ readonly response: Response; readonly error?: unknown }>;

const isFile = (body: unknown): boolean =>
  body instanceof Blob || body instanceof ArrayBuffer || ArrayBuffer.isView(body);

/** The content type of a file, which openapi-fetch sends as it is. */
const fileInit = { bodySerializer: (body: unknown) => body, headers: { 'content-type': 'application/octet-stream' } };

/** The headers of an input; of a POST, with a request key where the server takes one. */
const headersOf = (method: HttpMethod, path: string, { header }: AnyInput) =>
  method === 'post' && !pathsWithoutKey.includes(path) ? { [requestKey]: crypto.randomUUID(), ...header } : header;

const isJson = ({ headers }: Response): boolean => /[/+]json\b/.test(headers.get('content-type') ?? '');

/** Creates the function that sends any call and reads its answer. */
function createSender({ url, token, language, timeZone, fetch, ...retry }: ClientOptions) {
  const send = createFetchClient<paths>({
    baseUrl: url,
    fetch: repeating(fetch ?? ((request) => globalThis.fetch(request)), retry),
    // Several values of a parameter are separated by commas.
    querySerializer: { array: { style: 'form', explode: false } },
    headers: { authorization: token && `Bearer ${token}`, 'x-lang': language, 'x-time-zone': timeZone },
  }).request as unknown as Send;
  return async (method: HttpMethod, path: string, input: AnyInput = {}): Promise<unknown> => {
    const { path: inPath, query, body, signal } = input;
    const { response, error } = await send(method, path, {
      params: { path: inPath, query, header: headersOf(method, path, input) },
      ...(body !== undefined && { body }),
      ...(isFile(body) && fileInit),
      signal,
      parseAs: 'stream',
    });
    if (!response.ok) throw new ApiError(response, error);
    return isJson(response) ? response.json() : response;
  };
}

/** The rows of a page that were not seen on a page before. A row without an id is always new. */
function unseen(rows: readonly unknown[], seen: Set<unknown>): unknown[] {
  return rows.filter((row) => {
    const { id } = row as { id?: unknown };
    if (id === undefined) return true;
    const isNew = !seen.has(id);
    seen.add(id);
    return isNew;
  });
}

/**
 * Creates a client. It repeats requests that are answered by 429 or 503, with the same `Idempotency-Key`.
 * @throws TypeError if the address or the token is not valid
 */
export function createClient(options: ClientOptions): Client {
  new URL(options.url);
  if (options.token && !/^[!-~]+$/.test(options.token))
    throw new TypeError('The token has blanks or other characters that no token has');
  const send = createSender(options);
  async function* list(path: string, input: AnyInput = {}): AsyncGenerator<unknown, void, undefined> {
    const seen = new Set<unknown>();
    for (let page = Number(input.query?.['page'] ?? 1); ; page += 1) {
      const query = { per_page: 100, ...input.query, page };
      const { items, per_page } = (await send('get', path, { ...input, query })) as ListPage<unknown>;
      yield* unseen(items, seen);
      if (items.length < per_page) return;
    }
  }
  return {
    get: (path: string, input?: AnyInput) => send('get', path, input),
    post: (path: string, input?: AnyInput) => send('post', path, input),
    delete: (path: string, input?: AnyInput) => send('delete', path, input),
    list,
  } as unknown as Client;
}
