import { secondsToWait } from './apiError.ts';
import { pause } from './pause.ts';

/** When a request that the server refused for now is repeated. */
export interface RetryOptions {
  /** How many times at most; 4 by default. */
  readonly retries?: number | undefined;
  /** The longest wait in seconds; if the server asks for more, the error is thrown at once. 60 by default. */
  readonly longestWait?: number | undefined;
}

/** The header by which the server recognizes a repeated request. */
export const requestKey = 'Idempotency-Key';

/**
 * True if a request can be repeated after an answer. 429 refuses a request before it is executed. Of 503 that is not
 * certain, so only a request that may be executed twice is repeated, or one that the server recognizes by its key.
 */
const isRepeatable = ({ method, headers }: Request, { status }: Response): boolean =>
  status === 429 || (status === 503 && (method !== 'POST' || headers.has(requestKey)));

/** The seconds before the next attempt: those that the server names, otherwise 1, 2, 4, …, each up to a half longer. */
const nextWait = (response: Response, attempt: number): number =>
  secondsToWait(response) ?? 2 ** attempt * (1 + Math.random() / 2);

/**
 * Repeats requests that are answered by 429 or 503, unchanged and after `Retry-After`.
 * @returns a function like `fetch`; it rejects with the reason of the request's signal, also during a wait
 */
export function repeating(fetch: (request: Request) => Promise<Response>, options: RetryOptions) {
  const { retries = 4, longestWait = 60 } = options;
  return async (request: Request): Promise<Response> => {
    for (let attempt = 0; ; attempt += 1) {
      const response = await fetch(request.clone());
      if (attempt >= retries || !isRepeatable(request, response)) return response;
      const seconds = nextWait(response, attempt);
      if (seconds > longestWait) return response;
      await response.body?.cancel();
      await pause(seconds * 1000, request.signal);
    }
  };
}
