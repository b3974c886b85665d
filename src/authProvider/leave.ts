import { clearSession } from './session.ts';

let leaving = false;

/**
 * Goes to the login, a page of its own. Who ends the session and the guard that sees it end both ask for it: a second
 * navigation would break off the first, so the first alone counts, until it is clear that the user stayed.
 */
export function leave(to = '/login'): void {
  if (leaving) return;
  leaving = true;
  setTimeout(() => {
    leaving = false;
  }, 1000);
  window.location.replace(to);
}

/** Forgets the session in this browser, in every tab, and goes to the login. */
export function endSession(): void {
  clearSession();
  leave();
}
