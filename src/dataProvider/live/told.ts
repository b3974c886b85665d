/** A record that somebody made, changed or deleted. */
export interface Change {
  readonly entity: string;
  readonly id: number;
  readonly version: number;
  readonly action: 'create' | 'update' | 'remove';
}

/** What is told: a change, or that some were missed; with it, where to go on. */
export interface Told {
  readonly change?: Change;
  readonly missed?: boolean;
  readonly position?: string;
}

/** Who is told. */
export interface Listener {
  told(told: Told): void;
  /** Whether changes are told now. */
  following(is: boolean): void;
}
