import { follow } from './connection.ts';
import type { Listener, Told } from './told.ts';

type Message = { readonly told: Told } | { readonly following: boolean } | { readonly hello: true };

/** What of a browser the tabs share a connection by; given by a test. */
export interface Surroundings {
  readonly locks: Pick<LockManager, 'request'> | undefined;
  readonly openChannel: ((name: string) => BroadcastChannel) | undefined;
  readonly follow: typeof follow;
}

const surroundings = (): Surroundings => ({
  locks: navigator.locks as LockManager | undefined,
  openChannel: typeof BroadcastChannel === 'undefined' ? undefined : (name) => new BroadcastChannel(name),
  follow,
});

/**
 * Tells the changes of a session in each of its tabs over one connection: the tab that holds the lock has it, and another
 * takes over where that one was when it closes. Where a browser has no locks, as without TLS, each tab asks for itself, and
 * keeps no connection. Out: what ends it.
 */
export function share(key: string, listener: Listener, { locks, openChannel, follow } = surroundings()): () => void {
  const name = `licence.live ${key}`;
  const end = new AbortController();
  const channel = locks && openChannel?.(name);
  let position: string | undefined;
  let [isLeader, isFollowing] = [false, false];
  const post = (message: Message) => {
    if (!end.signal.aborted) channel?.postMessage(message);
  };
  const told = (message: Told) => {
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
    const all: Listener = {
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
    channel.onmessage = ({ data }: MessageEvent<Message>) => {
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
