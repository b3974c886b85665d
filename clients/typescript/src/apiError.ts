/** An answer of the server that is not a success. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** The HTTP status. */
  readonly status: number;
  /** The code of the error, as `/docs/api/errors` of the server lists them; `unknown` if the answer has none. */
  readonly code: string;
  /** What is wrong with each field of the body, in the language of the client. */
  readonly fields: Readonly<Record<string, readonly string[]>>;
  /** The id of the request in the logs of the server. */
  readonly requestId: string | undefined;
  /** Seconds after which the server may accept the request, from `Retry-After`. */
  readonly retryAfter: number | undefined;

  /**
   * @param response the answer, whose body was read
   * @param body its JSON, or its text
   */
  constructor(response: Response, body: unknown) {
    const { title, code, error, request_id } = (typeof body === 'object' ? body : {}) as ErrorBody;
    super(title ?? `The server answered ${response.status} ${response.statusText}`.trim());
    this.status = response.status;
    this.code = code ?? 'unknown';
    this.fields = error?.fields ?? {};
    this.requestId = response.headers.get('x-request-id') ?? request_id;
    this.retryAfter = secondsToWait(response);
  }
}

type ErrorBody = Partial<{
  title: string;
  code: string;
  error: { fields?: Record<string, string[]> };
  request_id: string;
}>;

/** The seconds in `Retry-After`, which is a number or a date (RFC 9110, 10.2.3). */
export function secondsToWait({ headers }: Response): number | undefined {
  const text = headers.get('retry-after');
  if (text === null) return undefined;
  const seconds = /^\d+$/.test(text) ? Number(text) : (Date.parse(text) - Date.now()) / 1000;
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
}
