import { landingPath, readSession, type Session, sessionElsewhere, subscribeSession, writeSession } from './session.ts';
import type { SendRequest } from './signIn.ts';

/** The rights of a person with a variant of their role, as the server answers them (docs/guide/narrow-rights.md). */
type Rights = Pick<Session, 'withheld' | 'rights'>;

let isReading = false;

/**
 * Reads what the current user may do if it has changed since the session began: an administrator has changed the variant.
 * @param mark the header `X-Rights` of an answer; null for the whole role
 * @param key the key that the request was sent with
 */
export async function followRights(mark: string | null, key: string | undefined, send: SendRequest): Promise<void> {
  const session = readSession();
  if (isReading || !session || session.api_key !== key || (session.rights ?? '') === (mark ?? '')) return;
  isReading = true;
  try {
    const { withheld, rights } = await send<Rights>('/v1/user/config', { method: 'GET', quiet: true });
    const current = readSession();
    const { withheld: _withheld, rights: _rights, ...rest } = current ?? session;
    // A tab that keeps its own session writes none over that of another tab.
    if (current?.api_key === key && sessionElsewhere() === undefined)
      writeSession({ ...rest, ...(withheld && { withheld }), ...(rights && { rights }) });
  } catch {
    // The next answer has the mark again.
  } finally {
    isReading = false;
  }
}

/**
 * Loads the page again when the rights of the current user are others than those it was drawn with.
 * @param whenSaved calls back once the page has no unsaved input; until then it stays, and the server refuses what it has to
 */
export function reloadOnOtherRights(whenSaved: (go: () => void) => void): void {
  const drawn = readSession()?.rights;
  subscribeSession(() => {
    const session = readSession();
    if (!session || session.rights === drawn) return;
    const path = landingPath(session);
    whenSaved(() => (path === undefined ? window.location.reload() : window.location.assign(path)));
  });
}
