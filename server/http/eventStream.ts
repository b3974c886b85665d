import type { Caller } from '../core/context.ts';
import { rightsMark } from '../core/narrowedContract.ts';
import type { RecordChange } from '../db/changes/changeLog.ts';
import { type Follower, visibleChanges } from '../resource/read/changeFeed.ts';
import { findCallerAgain } from './findCaller.ts';
import type { Services } from './services.ts';

/** How often a stream sends a sign of life and checks its session. */
const beatMs = 15_000;
/** If more changes wait to be sent or read, they are replaced by a reset. */
const maxPending = 500;
/** The streams that one account may have open in this process. */
export const maxStreams = 10;

const encoder = new TextEncoder();

const open = new Map<number, number>();

/** True if the account may open another stream. */
export const mayOpenStream = (account: number): boolean => (open.get(account) ?? 0) < maxStreams;

function count(account: number, by: 1 | -1): void {
  const left = (open.get(account) ?? 0) + by;
  if (left > 0) open.set(account, left);
  else open.delete(account);
}

export interface StreamRequest {
  readonly key: string;
  readonly address: string;
  readonly caller: Caller;
  /** The key of the last change that the client knows. */
  readonly after: string | undefined;
  /** Seconds after which the stream ends. */
  readonly wait: number | undefined;
}

/** True if the change may affect the caller's identity, rights or session. */
const affectsCaller = (caller: Caller, { entity, id }: RecordChange): boolean =>
  (entity === 'session' && id === caller.session_id) ||
  (entity === 'service_token' && id === caller.token?.id) ||
  (entity === 'user' && (id === caller.id || id === caller.behalf_id)) ||
  (entity === 'enterprise' && id === caller.enterprise_id);

/** The stream of one caller: collects changes, filters them by the caller's current scope, and sends them. */
class EventStream implements Follower {
  private readonly services: Services;
  private readonly out: ReadableStreamDefaultController<Uint8Array>;
  private readonly key: string;
  private readonly address: string;
  private readonly account: number;
  private caller: Caller;
  private pending: RecordChange[] = [];
  private missed = false;
  private isOpen = true;
  private isToFlush = false;
  private working: Promise<void> = Promise.resolve();
  private readonly timers: NodeJS.Timeout[] = [];

  constructor(
    services: Services,
    { key, address, caller }: StreamRequest,
    out: ReadableStreamDefaultController<Uint8Array>,
  ) {
    this.services = services;
    this.out = out;
    this.key = key;
    this.address = address;
    this.caller = caller;
    this.account = caller.id;
  }

  begin({ after, wait }: StreamRequest): void {
    count(this.account, 1);
    this.send('retry: 3000\n: open\n\n');
    // If the start fails, the stream ends and the client reconnects.
    this.work(() => this.follow(after, wait).catch(() => this.end()));
  }

  private async follow(after: string | undefined, wait: number | undefined): Promise<void> {
    const { changes, position } = await this.services.changes.follow(this, after);
    if (!this.isOpen) return this.services.changes.leave(this);
    if (after === undefined) this.sendPosition(position);
    this.pending.unshift(...(changes ?? []));
    if (!changes) this.reset();
    if (wait === 0) {
      await this.flush();
      this.sendPosition(position);
      return this.end();
    }
    this.flushSoon();
    this.timers.push(setInterval(() => this.beat(), beatMs));
    if (wait !== undefined) this.timers.push(setTimeout(() => this.end(), wait * 1000));
  }

  changed(changes: readonly RecordChange[]): void {
    this.pending.push(...changes);
    if (this.pending.length > maxPending) this.reset();
    this.flushSoon();
  }

  reset(): void {
    this.pending = [];
    this.missed = true;
    this.flushSoon();
  }

  end(): void {
    if (!this.isOpen) return;
    this.isOpen = false;
    this.services.changes.leave(this);
    for (const timer of this.timers) clearTimeout(timer);
    count(this.account, -1);
    try {
      this.out.close();
    } catch {
      // The reader has already gone.
    }
  }

  private send(text: string): void {
    if (this.isOpen) this.out.enqueue(encoder.encode(text));
  }

  /** Sends the position to read on from, also to a caller who may see none of the changes so far. */
  private sendPosition(position: string): void {
    this.send(`id: ${position}\n\n`);
  }

  private sendReset(): void {
    this.send(`event: reset\nid: ${this.services.changes.position()}\ndata: {}\n\n`);
  }

  private flushSoon(): void {
    if (this.isToFlush) return;
    this.isToFlush = true;
    this.work(() => this.flush());
  }

  private beat(): void {
    this.send(': beat\n\n');
    this.work(async () => {
      await this.recheck();
      // Callers who get no changes also need a recent position to read on from.
      if (this.pending.length === 0 && !this.missed) this.sendPosition(this.services.changes.position());
    });
  }

  /** Runs one piece of work after the other. */
  private work(piece: () => Promise<void>): void {
    this.working = this.working.then(piece).catch(() => this.sendReset());
  }

  /** Reads the caller again; ends the stream if the session has ended. */
  private async recheck(): Promise<void> {
    const found = await findCallerAgain(this.services, this.key, this.address);
    // A caller with other rights begins anew, with what they now see.
    if (found && rightsMark(found) === rightsMark(this.caller)) this.caller = found;
    else this.end();
  }

  private async flush(): Promise<void> {
    const { pending, missed } = this;
    this.isToFlush = false;
    this.pending = [];
    this.missed = false;
    if (missed || pending.some((change) => affectsCaller(this.caller, change))) await this.recheck();
    if (!this.isOpen) return;
    // A client that does not read gets a reset later, so that no changes pile up in memory.
    if ((this.out.desiredSize ?? 0) < -maxPending) {
      this.missed = true;
      return;
    }
    if (missed) this.sendReset();
    for (const { key, ...change } of await visibleChanges(this.services, this.caller, pending))
      this.send(`id: ${key}\ndata: ${JSON.stringify(change)}\n\n`);
  }
}

/**
 * The changes that a caller may read, as server-sent events
 * (https://html.spec.whatwg.org/multipage/server-sent-events.html).
 */
export function eventStream(services: Services, opening: StreamRequest): ReadableStream<Uint8Array> {
  let stream: EventStream | undefined;
  return new ReadableStream<Uint8Array>({
    start: (out) => {
      stream = new EventStream(services, opening, out);
      stream.begin(opening);
    },
    cancel: () => stream?.end(),
  });
}
