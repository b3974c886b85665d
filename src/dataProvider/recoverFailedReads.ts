import { focusManager, type Query, type QueryClient } from '@tanstack/react-query';

/** How long a failed read waits until it is sent again, in milliseconds; each failure doubles the time. */
export const recoveryTimings = { first: 4_000, most: 60_000 };

/** No response (0), or a server or proxy that is not ready: reads that fail so succeed later without a change. */
const transientStatuses: readonly (number | undefined)[] = [0, 502, 503, 504];

/** True for a failure that is over once the network or the server is back. */
export const isTransient = (error: unknown): boolean =>
  transientStatuses.includes((error as { status?: number } | null)?.status);

const isFailed = (query: Query): boolean =>
  query.isActive() && query.state.status === 'error' && isTransient(query.state.error);

/**
 * Sends the reads of the shown page again that failed for want of a network or a server (issue 33): as soon as the
 * browser is online again or the window gets the focus, otherwise after a while. Without a network nothing is sent.
 */
export class FailedReads {
  private readonly client: QueryClient;
  private wait = recoveryTimings.first;
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** The reads that are being sent again, whose failure was shown before. */
  private readonly repeated = new Set<string>();
  private stops: readonly (() => void)[] = [];

  constructor(client: QueryClient) {
    this.client = client;
  }

  /** True if the failure of this read was shown before, and the reader did not ask for another try. */
  isRepeated({ queryHash }: Pick<Query, 'queryHash'>): boolean {
    return this.repeated.has(queryHash);
  }

  start(): void {
    if (this.stops.length > 0) return;
    const isBack = () => void this.fetchAgain(true);
    window.addEventListener('online', isBack);
    this.stops = [
      () => window.removeEventListener('online', isBack),
      focusManager.subscribe((isFocused) => isFocused && isBack()),
      this.client.getQueryCache().subscribe(({ query }) => this.timer === undefined && isFailed(query) && this.later()),
    ];
  }

  stop(): void {
    for (const stop of this.stops) stop();
    this.stops = [];
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  private later(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.fetchAgain(false), this.wait * (0.75 + Math.random() / 2));
    this.wait = Math.min(this.wait * 2, recoveryTimings.most);
  }

  private async fetchAgain(isBack: boolean): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    if (isBack) this.wait = recoveryTimings.first;
    const failed = this.client.getQueryCache().findAll({ predicate: isFailed });
    if (navigator.onLine) await this.repeat(new Set(failed.map(({ queryHash }) => queryHash)));
    if (!failed.some(isFailed)) this.wait = recoveryTimings.first;
    else if (this.stops.length > 0) this.later();
  }

  private async repeat(hashes: ReadonlySet<string>): Promise<void> {
    for (const hash of hashes) this.repeated.add(hash);
    await this.client.refetchQueries({ predicate: ({ queryHash }) => hashes.has(queryHash) }, { cancelRefetch: false });
    for (const hash of hashes) this.repeated.delete(hash);
  }
}
