import { authProvider } from '../authProvider.ts';
import { type ErrorAnswer, httpError } from '../http/failure.ts';
import { send } from '../http/httpClient.ts';
import { eventReader, type ServerEvent } from './eventText.ts';
import { pace } from './pace.ts';
import type { Listener } from './told.ts';

/** The session has ended: nothing more is told. */
class Ended extends Error {}

/** Until the time is over, or the signal says so. */
const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      // A tab that is open for days pauses often, by signals that live as long.
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    if (signal.aborted) end();
    else signal.addEventListener('abort', end, { once: true });
  });

/** One session's way to others' changes: the stream, or pieces of it where a proxy keeps the stream back. */
class Connection {
  private readonly key: string;
  private readonly listener: Listener;
  private readonly signal: AbortSignal;
  private readonly isShared: boolean;
  private position: string | undefined;
  private readonly began = Date.now();
  /** Ends what is waited for, since the network is there again. */
  private attempt = new AbortController();

  constructor(key: string, position: string | undefined, listener: Listener, signal: AbortSignal, isShared: boolean) {
    this.key = key;
    this.position = position;
    this.listener = listener;
    this.signal = signal;
    this.isShared = isShared;
  }

  async run(): Promise<void> {
    const wake = () => this.attempt.abort();
    for (const name of ['online', 'pageshow']) window.addEventListener(name, wake, { signal: this.signal });
    const look = () => this.isShared || document.hidden || wake();
    document.addEventListener('visibilitychange', look, { signal: this.signal });
    let wait = pace.pause;
    while (!this.signal.aborted) {
      this.attempt = new AbortController();
      const heard = await this.once().catch((error: unknown) => {
        if (error instanceof Ended) return undefined;
        return false;
      });
      this.listener.following(false);
      if (heard === undefined) return;
      wait = heard ? pace.pause : Math.min(wait * 2, pace.longestPause);
      await pause(wait * (0.75 + Math.random() / 2), AbortSignal.any([this.signal, this.attempt.signal]));
    }
  }

  /** Follows until it breaks off. Out: whether anything was heard. */
  private async once(): Promise<boolean> {
    if (this.isShared && !(await this.stream())) return true;
    const until = Date.now() + pace.retryStream;
    while (Date.now() < until && !this.signal.aborted && !this.attempt.signal.aborted) {
      await this.piece();
      const isLookedAt = !this.isShared && !document.hidden;
      await pause(isLookedAt ? pace.pollAlone : pace.poll, AbortSignal.any([this.signal, this.attempt.signal]));
    }
    return true;
  }

  private async ask(query: string, signal: AbortSignal): Promise<Response> {
    const headers = { Accept: 'text/event-stream', ...(this.position && { 'Last-Event-ID': this.position }) };
    const response = await send(`/v1/events${query}`, { headers, signal, cache: 'no-store' }, this.key);
    if (response.ok) return response;
    const answer = (await response.json().catch(() => ({}))) as ErrorAnswer;
    const error = httpError(response.status, answer, this.key, true);
    if (response.status !== 401) throw error;
    await authProvider.checkError(error);
    throw new Ended();
  }

  /** Reads the stream to its end. Out: whether nothing at all has come in time. */
  private async stream(): Promise<boolean> {
    const silent = new AbortController();
    let isHeard = false;
    let timer = setTimeout(() => silent.abort(), pace.firstByte);
    const alive = () => {
      isHeard = true;
      this.listener.following(true);
      clearTimeout(timer);
      timer = setTimeout(() => silent.abort(), pace.silence);
    };
    try {
      await this.read(AbortSignal.any([this.signal, this.attempt.signal, silent.signal]), alive);
    } catch (error) {
      if (!isHeard && !silent.signal.aborted) throw error;
    } finally {
      clearTimeout(timer);
    }
    return !isHeard && silent.signal.aborted;
  }

  private async read(signal: AbortSignal, alive: () => void): Promise<void> {
    const { body } = await this.ask('', signal);
    signal.throwIfAborted();
    const reader = body?.getReader();
    const take = eventReader((event) => this.take(event));
    const decoder = new TextDecoder();
    // What is read of a stream ends with the signal, also where the request had its answer long before.
    signal.addEventListener('abort', () => void reader?.cancel().catch(() => undefined), { once: true });
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
      alive();
      take(decoder.decode(part.value, { stream: true }));
    }
  }

  /** What was missed since the last piece. */
  private async piece(): Promise<void> {
    const signal = AbortSignal.any([this.signal, this.attempt.signal, AbortSignal.timeout(pace.firstByte)]);
    const response = await this.ask('?wait=0', signal);
    eventReader((event) => this.take(event))(await response.text());
    this.listener.following(true);
  }

  private take({ event, id, data }: ServerEvent): void {
    // Between the first look at what is shown and a late beginning something may have happened.
    const isLate = id !== undefined && this.position === undefined && Date.now() - this.began > pace.silence / 10;
    if (id !== undefined) this.position = id;
    const position = id === undefined ? {} : { position: id };
    if (event === 'reset' || isLate) this.listener.told({ missed: true, ...position });
    else if (data !== undefined) this.listener.told({ change: JSON.parse(data), ...position });
    else if (id !== undefined) this.listener.told(position);
  }
}

/**
 * Tells what others change from `position` on, until the signal ends it or the session has ended. A connection that is not
 * shared with other tabs is no stream: a browser has six to a server over HTTP/1.1, and six tabs would take them all.
 */
export const follow = (
  key: string,
  position: string | undefined,
  listener: Listener,
  signal: AbortSignal,
  isShared: boolean,
): Promise<void> => new Connection(key, position, listener, signal, isShared).run();
