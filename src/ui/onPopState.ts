const listeners = new Set<() => void>();

// Registered as the script is loaded, before the router's own listener, which already renders the address.
window.addEventListener('popstate', () => {
  for (const listener of listeners) listener();
});

/**
 * Calls the listener when Back or Forward has led to another address, before the router renders it.
 * @returns a function that stops it
 */
export function onPopState(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
