import { alertIfSessionEnded } from '../../authProvider/authProvider.ts';
import { type ErrorAnswer, httpError } from '../http/failure.ts';
import { sendRequest } from '../http/httpClient.ts';
import type { ChangeListener } from './changeMessage.ts';
import { eventReader, type ServerEvent } from './eventText.ts';
import { liveTimings } from './liveTimings.ts';

/** The session has ended, so no more changes come. */
class SessionEnded extends Error {}

/** Waits for a time, or until the signal aborts. */
const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      // A tab that is open for days pauses often while these signals stay alive: without this, listeners would pile up.
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    if (signal.aborted) end();
    else signal.addEventListener('abort', end, { once: true });
  });

/**
 * The connection that receives other users' changes for one session: a stream, or polling where a proxy buffers the
 * stream.
 */
class LiveConnection {
  private readonly key: string;
  private readonly listener: ChangeListener;
  private readonly signal: AbortSignal;
  private readonly isShared: boolean;
  private position: string | undefined;
  private readonly began = Date.now();
  /** Ends the current attempt and its pauses when the network is back. */
  private attempt = new AbortController();

  constructor(
    key: string,
    position: string | undefined,
    listener: ChangeListener,
    signal: AbortSignal,
    isShared: boolean,
  ) {
    this.key = key;
    this.position = position;
    this.listener = listener;
    this.signal = signal;
    this.isShared = isShared;
  }

  async run(): Promise<void> {
    const retryNow = () => this.attempt.abort();
    for (const name of ['online', 'pageshow']) window.addEventListener(name, retryNow, { signal: this.signal });
    const look = () => this.isShared || document.hidden || retryNow();
    document.addEventListener('visibilitychange', look, { signal: this.signal });
    let wait = liveTimings.firstRetry;
    while (!this.signal.aborted) {
      this.attempt = new AbortController();
      const hasReceived = await this.followOnce().catch((error: unknown) => {
        if (error instanceof SessionEnded) return undefined;
        return false;
      });
      this.listener.onFollowing(false);
      if (hasReceived === undefined) return;
      wait = hasReceived ? liveTimings.firstRetry : Math.min(wait * 2, liveTimings.maxRetry);
      await pause(wait * (0.75 + Math.random() / 2), AbortSignal.any([this.signal, this.attempt.signal]));
    }
  }

  /**
   * Follows changes until the connection breaks off.
   * @returns true if something was received
   */
  private async followOnce(): Promise<boolean> {
    if (this.isShared && !(await this.stream())) return true;
    const until = Date.now() + liveTimings.retryStream;
    while (Date.now() < until && !this.signal.aborted && !this.attempt.signal.aborted) {
      await this.poll();
      const isVisible = !this.isShared && !document.hidden;
      await pause(
        isVisible ? liveTimings.pollUnshared : liveTimings.poll,
        AbortSignal.any([this.signal, this.attempt.signal]),
      );
    }
    return true;
  }

  private async ask(query: string, signal: AbortSignal): Promise<Response> {
    const headers = { Accept: 'text/event-stream', ...(this.position && { 'Last-Event-ID': this.position }) };
    const response = await sendRequest(`/v1/events${query}`, { headers, signal, cache: 'no-store' }, this.key);
    if (response.ok) return response;
    const answer = (await response.json().catch(() => ({}))) as ErrorAnswer;
    const error = httpError(response.status, answer, this.key, true);
    if (response.status !== 401) throw error;
    alertIfSessionEnded(error);
    throw new SessionEnded();
  }

  /**
   * Reads the stream to its end.
   * @returns true if nothing was received within the time for the first byte
   */
  private async stream(): Promise<boolean> {
    const silent = new AbortController();
    let gotData = false;
    let timer = setTimeout(() => silent.abort(), liveTimings.firstByte);
    const onData = () => {
      gotData = true;
      this.listener.onFollowing(true);
      clearTimeout(timer);
      timer = setTimeout(() => silent.abort(), liveTimings.maxSilence);
    };
    try {
      await this.read(AbortSignal.any([this.signal, this.attempt.signal, silent.signal]), onData);
    } catch (error) {
      if (!gotData && !silent.signal.aborted) throw error;
    } finally {
      clearTimeout(timer);
    }
    return !gotData && silent.signal.aborted;
  }

  private async read(signal: AbortSignal, onData: () => void): Promise<void> {
    const { body } = await this.ask('', signal);
    signal.throwIfAborted();
    const reader = body?.getReader();
    const readEvents = eventReader((event) => this.handleEvent(event));
    const decoder = new TextDecoder();
    // Reading ends when the signal aborts, even if the response arrived long before.
    signal.addEventListener('abort', () => void reader?.cancel().catch(() => undefined), { once: true });
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
      onData();
      readEvents(decoder.decode(part.value, { stream: true }));
    }
  }

  /** Fetches the changes since the last poll. */
  private async poll(): Promise<void> {
    const signal = AbortSignal.any([this.signal, this.attempt.signal, AbortSignal.timeout(liveTimings.firstByte)]);
    const response = await this.ask('?wait=0', signal);
    eventReader((event) => this.handleEvent(event))(await response.text());
    this.listener.onFollowing(true);
  }

  private handleEvent({ event, id, data }: ServerEvent): void {
    // Changes may have been missed if the first event comes late after what is shown was read.
    const isLate =
      id !== undefined && this.position === undefined && Date.now() - this.began > liveTimings.maxSilence / 10;
    if (id !== undefined) this.position = id;
    const position = id === undefined ? {} : { position: id };
    if (event === 'reset' || isLate) this.listener.onMessage({ missed: true, ...position });
    else if (data !== undefined) this.listener.onMessage({ change: JSON.parse(data), ...position });
    else if (id !== undefined) this.listener.onMessage(position);
  }
}

/**
 * Reports other users' changes from `position` on, until the signal aborts or the session ends.
 * @param isShared true if the tabs share this connection. One that is not shared polls instead of streaming: over
 *   HTTP/1.1 a browser has six connections to a server, and six tabs would use them all.
 */
export const followRemoteChanges = (
  key: string,
  position: string | undefined,
  listener: ChangeListener,
  signal: AbortSignal,
  isShared: boolean,
): Promise<void> => new LiveConnection(key, position, listener, signal, isShared).run();
