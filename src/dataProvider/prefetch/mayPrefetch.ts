/** The Network Information API; not every browser has it. */
interface NetworkInformation {
  readonly saveData?: boolean;
  readonly effectiveType?: string;
}

/**
 * True if the console may prefetch: the page is visible, and the network is online, fast and not in data-saving mode.
 */
export function mayPrefetch(): boolean {
  const { connection } = navigator as { connection?: NetworkInformation };
  const isSlow = /[23]g/.test(connection?.effectiveType ?? '');
  return !document.hidden && navigator.onLine && !connection?.saveData && !isSlow;
}

/** Calls back once the page is idle, after 2 s at the latest. */
export function whenIdle(call: () => void): void {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(call, { timeout: 2000 });
  else setTimeout(call, 50);
}
