import { setTimeout as wait } from 'node:timers/promises';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { answerDelay } from '../../support/slowPages.ts';

/** A request from the console to the server. */
export interface NetworkCall {
  url(): string;
  method(): string;
  headers(): Record<string, string>;
  postData(): string | null;
  // biome-ignore lint/suspicious/noExplicitAny: tests read bodies of any shape and state what they expect
  postDataJSON(): any;
}

export interface NetworkReply {
  url(): string;
  status(): number;
  // biome-ignore lint/suspicious/noExplicitAny: as above
  json(): Promise<any>;
}

/** Answers in place of the server. */
export interface Route {
  request(): NetworkCall;
  fulfill(answer: { status?: number; json: unknown }): Promise<void>;
  abort(): Promise<void>;
  continue(): Promise<void>;
  fetch(): Promise<NetworkReply>;
}
export type Answerer = (route: Route) => unknown;
type Pattern = string | RegExp;

const escaped = (text: string): string => text.replace(/[.+?^${}()|[\]\\]/g, '\\$&');
/** `**` matches anything, `*` anything without a slash. */
const globOf = (glob: string): RegExp =>
  new RegExp(`^${escaped(glob).replaceAll('**', '\0').replaceAll('*', '[^/]*').replaceAll('\0', '.*')}$`);
export const matches = (pattern: Pattern, url: string): boolean =>
  (typeof pattern === 'string' ? globOf(pattern) : pattern).test(url);

const callOf = (request: Request, body: string | null): NetworkCall => ({
  url: () => request.url,
  method: () => request.method,
  headers: () => Object.fromEntries(request.headers),
  postData: () => body,
  postDataJSON: () => (body === null ? null : JSON.parse(body)),
});

const replyOf = (url: string, response: Response): NetworkReply => ({
  url: () => url,
  status: () => response.status,
  json: () => response.clone().json(),
});

/**
 * Streams the response until the page is left. The stream is not cloned, because nobody would read or end the clone.
 */
function streamTo(signals: readonly AbortSignal[], response: Response, onEnd: () => void): Response {
  const reader = response.body?.getReader();
  const end = () => void reader?.cancel();
  const closed = () => {
    for (const one of signals) one.removeEventListener('abort', end);
    onEnd();
  };
  void reader?.closed.then(closed, closed);
  for (const one of signals) one.addEventListener('abort', end, { once: true });
  if (signals.some(({ aborted }) => aborted)) end();
  const body = new ReadableStream({
    pull: async (out) => {
      const { done, value } = (await reader?.read()) ?? { done: true };
      if (done) out.close();
      else out.enqueue(value);
    },
    cancel: end,
  });
  return new Response(body, response);
}

type Events = {
  request: NetworkCall;
  response: NetworkReply;
  requestfinished: NetworkCall;
  requestfailed: NetworkCall;
};
type Listener = (event: never) => unknown;

/** The network between the console and a server in this process. Tests can listen to it, mock responses and cut it. */
export function createNetwork(fetch: (request: Request) => Response | Promise<Response>) {
  const pending = new Set<Promise<unknown>>();
  const server = async (request: Request): Promise<Response> => {
    const answered = Promise.resolve(fetch(request)).finally(() => pending.delete(answered));
    pending.add(answered);
    return answered;
  };
  const routes: { pattern: Pattern; answer: Answerer }[] = [];
  const listeners = new Map<string, Set<Listener>>();
  let offline = false;
  let left = new AbortController();
  /** The browser says that it is offline, as a real one does. */
  const setOffline = (cut: boolean) => {
    offline = cut;
    Object.defineProperty(navigator, 'onLine', { configurable: true, value: !cut });
  };

  const tell = <E extends keyof Events>(name: E, event: Events[E]) => {
    for (const listen of [...(listeners.get(name) ?? [])]) listen(event as never);
  };

  /**
   * The response of the route that was set last; undefined if it passes the request on. It never resolves while the
   * route holds the request.
   */
  const routed = (request: Request, call: NetworkCall) => {
    const route = routes.findLast(({ pattern }) => matches(pattern, request.url));
    if (!route) return undefined;
    return new Promise<Response | undefined>((resolve) => {
      const done = async (response: Response | undefined) => resolve(response);
      void route.answer({
        request: () => call,
        fulfill: ({ status = 200, json }) => done(HttpResponse.json(json as never, { status })),
        abort: () => done(HttpResponse.error()),
        continue: () => done(undefined),
        fetch: async () => replyOf(request.url, await server(request.clone())),
      });
    });
  };

  const answer = async (request: Request): Promise<Response> => {
    const body = request.body ? await request.clone().text() : null;
    const call = callOf(request, body);
    tell('request', call);
    const response = offline ? HttpResponse.error() : ((await routed(request, call)) ?? (await server(request)));
    if (answerDelay > 0) await wait(answerDelay);
    const end = () => tell('requestfinished', call);
    if (response.headers.get('content-type') === 'text/event-stream')
      return streamTo([request.signal, left.signal], response, end);
    if (response.type === 'error') tell('requestfailed', call);
    else tell('response', replyOf(request.url, response.clone()));
    // Listeners for the end of a request expect that the page has the response already.
    if (response.type !== 'error') queueMicrotask(() => tell('requestfinished', call));
    return response;
  };

  const interceptor = setupServer(http.all('*/v1/*', ({ request }) => answer(request)));
  interceptor.listen({ onUnhandledRequest: 'error' });
  return {
    route: (pattern: Pattern, answerer: Answerer) => void routes.push({ pattern, answer: answerer }),
    unroute: (pattern: Pattern) => {
      const remaining = routes.filter((one) => String(one.pattern) !== String(pattern));
      routes.splice(0, routes.length, ...remaining);
    },
    on: <E extends keyof Events>(name: E, listen: (event: Events[E]) => unknown) => {
      listeners.set(name, (listeners.get(name) ?? new Set()).add(listen as Listener));
    },
    off: (name: keyof Events, listen?: Listener) => {
      if (listen) listeners.get(name)?.delete(listen);
      else listeners.delete(name);
    },
    setOffline,
    /** Waits until the server has answered all requests. */
    idle: async () => {
      while (pending.size > 0) await Promise.allSettled(pending);
    },
    /** Restores the initial state for the next page. */
    reset: () => {
      left.abort();
      left = new AbortController();
      routes.length = 0;
      listeners.clear();
      setOffline(false);
    },
    close: () => interceptor.close(),
  };
}
export type Network = ReturnType<typeof createNetwork>;
