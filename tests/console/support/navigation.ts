/**
 * jsdom loads no other page. Its Location is told here what a browser would do then: whoever opened the page gets the
 * address. A location cannot be replaced from outside, so the part that navigates is, in jsdom's own implementation.
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
