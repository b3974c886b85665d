import type { RemoteChange } from './changeMessage.ts';
import { liveTimings } from './liveTimings.ts';

/** A batch of changes. `missed` is true if some changes were not received. */
export interface ChangeBatch {
  readonly changes: readonly RemoteChange[];
  readonly missed: boolean;
}

/**
 * Passes on changes in batches, with a gap between them. While the tab is hidden it collects, and passes on when the
 * tab is shown again.
 */
export class ChangeBatcher {
  private readonly gap: () => number;
  private readonly onGathered: (gathered: ChangeBatch) => void;
  private changes: RemoteChange[] = [];
  private missed = false;
  private last = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(gap: () => number, onGathered: (gathered: ChangeBatch) => void) {
    this.gap = gap;
    this.onGathered = onGathered;
    document.addEventListener('visibilitychange', this.flushSoon);
  }

  add({ changes, missed }: ChangeBatch): void {
    this.changes.push(...changes);
    this.missed ||= missed;
    this.flushSoon();
  }

  /** Discards the collected changes. */
  clear(): void {
    this.changes = [];
    this.missed = false;
  }

  end(): void {
    this.clear();
    clearTimeout(this.timer);
    document.removeEventListener('visibilitychange', this.flushSoon);
  }

  private readonly flushSoon = (): void => {
    if (document.hidden || this.timer || !(this.missed || this.changes.length > 0)) return;
    const wait = Math.max(liveTimings.batch, this.last + this.gap() - Date.now());
    this.timer = setTimeout(() => this.flush(), wait);
  };

  private flush(): void {
    this.timer = undefined;
    if (document.hidden) return;
    this.last = Date.now();
    const { changes, missed } = this;
    this.clear();
    if (missed || changes.length > 0) this.onGathered({ changes, missed });
  }
}
