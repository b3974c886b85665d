/** A record that another user created, changed or deleted. */
export interface RemoteChange {
  readonly entity: string;
  readonly id: number;
  readonly version: number;
  readonly action: 'create' | 'update' | 'remove';
}

/** A change, or the fact that some were missed; `position` says where to continue. */
export interface ChangeMessage {
  readonly change?: RemoteChange;
  readonly missed?: boolean;
  readonly position?: string;
}

/** Receives changes. */
export interface ChangeListener {
  onMessage(message: ChangeMessage): void;
  /** Called when changes start or stop being received. */
  onFollowing(isFollowing: boolean): void;
}
