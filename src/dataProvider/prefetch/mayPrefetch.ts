/** What a browser may say of its network; not every one does. */
interface NetworkInformation {
  readonly saveData?: boolean;
  readonly effectiveType?: string;
}

/** May something be fetched that nobody has asked for yet: the page is looked at, and its network has room for it? */
export function mayPrefetch(): boolean {
  const { connection } = navigator as { connection?: NetworkInformation };
  const isSlow = /[23]g/.test(connection?.effectiveType ?? '');
  return !document.hidden && navigator.onLine && !connection?.saveData && !isSlow;
}

/** Calls back once the page is not busy, after 2 s at most. */
export function whenIdle(call: () => void): void {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(call, { timeout: 2000 });
  else setTimeout(call, 50);
}
