/** A record that somebody made, changed or deleted. */
export interface RemoteChange {
  readonly entity: string;
  readonly id: number;
  readonly version: number;
  readonly action: 'create' | 'update' | 'remove';
}

/** What is told: a change, or that some were missed; with it, where to go on. */
export interface ChangeMessage {
  readonly change?: RemoteChange;
  readonly missed?: boolean;
  readonly position?: string;
}

/** Who is told. */
export interface ChangeListener {
  told(told: ChangeMessage): void;
  /** Whether changes are told now. */
  following(is: boolean): void;
}
