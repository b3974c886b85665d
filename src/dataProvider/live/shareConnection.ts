import type { ChangeListener, ChangeMessage } from './changeMessage.ts';
import { followRemoteChanges } from './connection.ts';

type TabMessage = { readonly told: ChangeMessage } | { readonly following: boolean } | { readonly hello: true };

/** What of a browser the tabs share a connection by; given by a test. */
export interface TabEnvironment {
  readonly locks: Pick<LockManager, 'request'> | undefined;
  readonly openChannel: ((name: string) => BroadcastChannel) | undefined;
  readonly follow: typeof followRemoteChanges;
}

const browserEnvironment = (): TabEnvironment => ({
  locks: navigator.locks as LockManager | undefined,
  openChannel: typeof BroadcastChannel === 'undefined' ? undefined : (name) => new BroadcastChannel(name),
  follow: followRemoteChanges,
});

/**
 * Tells the changes of a session in each of its tabs over one connection: the tab that holds the lock has it, and another
 * takes over where that one was when it closes. Where a browser has no locks, as without TLS, each tab asks for itself, and
 * keeps no connection. Out: what ends it.
 */
export function shareConnection(
  key: string,
  listener: ChangeListener,
  { locks, openChannel, follow } = browserEnvironment(),
): () => void {
  const name = `licence.live ${key}`;
  const end = new AbortController();
  const channel = locks && openChannel?.(name);
  let position: string | undefined;
  let [isLeader, isFollowing] = [false, false];
  const post = (message: TabMessage) => {
    if (!end.signal.aborted) channel?.postMessage(message);
  };
  const told = (message: ChangeMessage) => {
    position = message.position ?? position;
    listener.told(message);
  };
  const following = (is: boolean) => {
    isFollowing = is;
    listener.following(is);
  };
  const isShared = locks !== undefined && channel !== undefined;
  const lead = () => {
    isLeader = true;
    const all: ChangeListener = {
      told: (message) => {
        told(message);
        post({ told: message });
      },
      following: (is) => {
        if (is !== isFollowing) post({ following: is });
        following(is);
      },
    };
    return follow(key, position, all, end.signal, isShared);
  };
  if (!isShared) void lead();
  else {
    channel.onmessage = ({ data }: MessageEvent<TabMessage>) => {
      if (end.signal.aborted) return;
      if ('hello' in data) return isLeader ? post({ following: isFollowing }) : undefined;
      if ('told' in data) told(data.told);
      else following(data.following);
    };
    post({ hello: true });
    locks.request(name, { signal: end.signal }, lead).catch(() => undefined);
  }
  return () => {
    end.abort();
    channel?.close();
    listener.following(false);
  };
}
