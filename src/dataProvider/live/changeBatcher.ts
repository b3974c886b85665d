import type { RemoteChange } from './changeMessage.ts';
import { liveTimings } from './liveTimings.ts';

/** What was gathered: the changes, and whether some were missed. */
export interface ChangeBatch {
  readonly changes: readonly RemoteChange[];
  readonly missed: boolean;
}

/** Hands on what was told in bursts, with a gap between them; while the tab is hidden nothing, and all upon return. */
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

  /** Forgets what was gathered. */
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
