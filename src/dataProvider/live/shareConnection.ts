import type { ChangeListener, ChangeMessage } from './changeMessage.ts';
import { followRemoteChanges } from './connection.ts';

type TabMessage = { readonly message: ChangeMessage } | { readonly following: boolean } | { readonly hello: true };

/** The browser features by which tabs share a connection; tests pass their own. */
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
 * Reports the changes of a session in all of its tabs over one connection. The tab that has the lock keeps the
 * connection; when it closes, another tab takes over at the same position. In a browser without locks, as without TLS,
 * each tab polls for itself.
 * @returns a function that stops it
 */
export function shareConnection(
  key: string,
  listener: ChangeListener,
  { locks, openChannel, follow } = browserEnvironment(),
): () => void {
  const name = `licence.changes ${key}`;
  const end = new AbortController();
  const channel = locks && openChannel?.(name);
  let position: string | undefined;
  let [isLeader, isFollowing] = [false, false];
  const post = (message: TabMessage) => {
    if (!end.signal.aborted) channel?.postMessage(message);
  };
  const receive = (message: ChangeMessage) => {
    position = message.position ?? position;
    listener.onMessage(message);
  };
  const setFollowing = (next: boolean) => {
    isFollowing = next;
    listener.onFollowing(next);
  };
  const isShared = locks !== undefined && channel !== undefined;
  const lead = () => {
    isLeader = true;
    const all: ChangeListener = {
      onMessage: (message) => {
        receive(message);
        post({ message });
      },
      onFollowing: (next) => {
        if (next !== isFollowing) post({ following: next });
        setFollowing(next);
      },
    };
    return follow(key, position, all, end.signal, isShared);
  };
  if (!isShared) void lead();
  else {
    channel.onmessage = ({ data }: MessageEvent<TabMessage>) => {
      if (end.signal.aborted) return;
      if ('hello' in data) return isLeader ? post({ following: isFollowing }) : undefined;
      if ('message' in data) receive(data.message);
      else setFollowing(data.following);
    };
    post({ hello: true });
    locks.request(name, { signal: end.signal }, lead).catch(() => undefined);
  }
  return () => {
    end.abort();
    channel?.close();
    listener.onFollowing(false);
  };
}
