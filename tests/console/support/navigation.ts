/**
 * jsdom does not load other pages. This module passes the address of a navigation to the opened test page instead. A
 * location cannot be replaced from outside, so the navigating part of jsdom's own implementation is replaced.
 */
interface Implementation {
  _locationObjectNavigate(url: { path: string[]; query: string | null }): void;
  reload(): void;
}

export function onNavigation(go: (path: string) => void): void {
  const [inner] = Object.getOwnPropertySymbols(window.location).filter((one) => String(one) === 'Symbol(impl)');
  if (!inner) throw new Error('jsdom hides its location');
  const implementation = (window.location as unknown as Record<symbol, Implementation>)[inner] as Implementation;
  implementation._locationObjectNavigate = ({ path, query }) => go(`/${path.join('/')}${query ? `?${query}` : ''}`);
  implementation.reload = () => go(window.location.pathname + window.location.search);
}
