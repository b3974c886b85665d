import { readSession } from './session.ts';

let isLeaving = false;
const wishedPageKey = 'licence.wish';

interface WishedPage {
  readonly path: string;
  /** The user whose page it was; any other user begins at the start page. */
  readonly user?: number | undefined;
}

/** Saves the current page before an involuntary logout, for the next login in this tab. */
export function saveWishedPage(): void {
  const { pathname, search } = window.location;
  if (pathname === '/login' || pathname === '/') return;
  sessionStorage.setItem(
    wishedPageKey,
    JSON.stringify({ path: pathname + search, user: readSession()?.user.id } satisfies WishedPage),
  );
}

/** Returns the page that the user wanted before the login and removes it; undefined if it was another user's. */
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
 * Goes to the login, which is a separate page. Both the code that ends the session and the guard that notices it call
 * this; a second navigation would abort the first, so calls within one second count as one.
 */
export function goToLogin(to = '/login'): void {
  if (isLeaving) return;
  isLeaving = true;
  setTimeout(() => {
    isLeaving = false;
  }, 1000);
  window.location.replace(to);
}
