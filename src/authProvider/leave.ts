import { readSession } from './session.ts';

let isLeaving = false;
const wishedPageKey = 'licence.wish';

interface WishedPage {
  readonly path: string;
  /** Whose page it was; whoever signs in instead begins at the start. */
  readonly user?: number | undefined;
}

/** Keeps the page that is left without wanting to, for the login that follows in this tab. */
export function saveWishedPage(): void {
  const { pathname, search } = window.location;
  if (pathname === '/login' || pathname === '/') return;
  sessionStorage.setItem(
    wishedPageKey,
    JSON.stringify({ path: pathname + search, user: readSession()?.user.id } satisfies WishedPage),
  );
}

/** The page that the user wished to see before the login, once; undefined where it was another user's. */
export function takeWishedPage(user: number): string | undefined {
  const text = sessionStorage.getItem(wishedPageKey);
  sessionStorage.removeItem(wishedPageKey);
  try {
    const wish = text ? (JSON.parse(text) as WishedPage) : undefined;
    if (!wish || !/^\/(?!\/)/.test(wish.path)) return undefined;
    return wish.user === undefined || wish.user === user ? wish.path : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Goes to the login, a page of its own. Who ends the session and the guard that sees it end both ask for it: a second
 * navigation would break off the first, so the first alone counts, until it is clear that the user stayed.
 */
export function goToLogin(to = '/login'): void {
  if (isLeaving) return;
  isLeaving = true;
  setTimeout(() => {
    isLeaving = false;
  }, 1000);
  window.location.replace(to);
}
