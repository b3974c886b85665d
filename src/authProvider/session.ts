import type { StoredLanguage } from '../../contract/messages/label.ts';
import type { Role } from '../../contract/schema/access.ts';

/** The signed-in user as `GET /v1/user/{id}` returns it, with the fields that the console reads. */
export interface SessionUser {
  id: number;
  name: string;
  nick_name: string | null;
  phone: string | null;
  role_id: number;
  tags: number;
  enterprise_id: number | null;
  parent_id?: number | null;
  enterprise: { id: number; name: string } | null;
  language?: StoredLanguage | null;
}

/** The session in local storage (R-SESS-01). The sales login id exists only while acting. */
export interface Session {
  user: SessionUser;
  role: Role;
  api_key: string;
  expires_at: string;
  /** True if the session may do nothing but set a password (D7). */
  must_change_password: boolean;
  /** True if the session may do nothing but set up a second factor. */
  must_enrol_second_factor?: boolean;
  sales_login_id?: number;
  /** The salesman who acts, and since when. */
  acting?: { by: string; since: string };
  /** What a variant withholds from the role; undefined for the whole role. */
  withheld?: readonly string[];
  /** The mark of these rights, which each answer has in the header `X-Rights`. */
  rights?: string;
  /** In a tab with unsaved input, the key before the same person signed in again; never stored. */
  drawnFor?: string;
}

const sessionKey = 'licence.session';
const listeners = new Set<() => void>();
let cachedSession: { text: string | null; session: Session | undefined } = { text: null, session: undefined };

function parse(text: string | null): Session | undefined {
  try {
    const found = text ? (JSON.parse(text) as Session) : undefined;
    return found?.api_key && found.user ? found : undefined;
  } catch {
    return undefined;
  }
}

/** The session of the browser; the same object until it changes. */
function storedSession(): Session | undefined {
  const text = localStorage.getItem(sessionKey);
  if (text !== cachedSession.text) cachedSession = { text, session: parse(text) };
  return cachedSession.session;
}

/** The session that this tab keeps while it has unsaved input, whatever another tab does meanwhile. */
let pinnedSession: Session | undefined;

/** The current session of this tab; the same object until it changes. */
export const readSession = (): Session | undefined => pinnedSession ?? storedSession();

const notifyListeners = () => {
  for (const listener of listeners) listener();
};

const isSamePerson = (one: Session, other: Session): boolean =>
  one.user.id === other.user.id && one.sales_login_id === other.sales_login_id;

/** Keeps the session of this tab: another user in another tab does not withhold what was typed here (issue 33). */
export function pinSession(): void {
  pinnedSession ??= storedSession();
}

/** Follows the browser's session again. */
export function releaseSession(): void {
  const pinned = pinnedSession;
  pinnedSession = undefined;
  if (pinned && pinned !== storedSession()) notifyListeners();
}

/**
 * The browser's session, if this tab keeps that of somebody else: null if another tab has signed out, undefined if this
 * tab keeps no other one.
 */
export function sessionElsewhere(): Session | null | undefined {
  if (!pinnedSession) return undefined;
  const stored = storedSession();
  if (!stored) return null;
  return isSamePerson(pinnedSession, stored) ? undefined : stored;
}

/** The pinned session with a new key, if the same person has signed in again in another tab; the page stays as it is. */
function renewPinnedSession(): void {
  const stored = storedSession();
  if (!pinnedSession || !stored || !isSamePerson(pinnedSession, stored)) return;
  if (stored.api_key === pinnedSession.api_key) return;
  pinnedSession = { ...stored, drawnFor: pinnedSession.drawnFor ?? pinnedSession.api_key };
}

/** The key of the session for which the page is drawn. */
export const drawnKey = ({ drawnFor, api_key }: Session): string => drawnFor ?? api_key;

let pendingLanding: { readonly key: string; readonly path: string } | undefined;

/** The path at which a session begins in this tab, until the frame has gone there. */
export const landingPath = (session: Session): string | undefined =>
  pendingLanding?.key === session.api_key ? pendingLanding.path : undefined;

export function clearLanding(): void {
  pendingLanding = undefined;
}

/** Saves a session. With `path`, the frame goes there before it draws anything of the session. */
export function writeSession(session: Session, path?: string): void {
  pendingLanding = path === undefined ? undefined : { key: session.api_key, path };
  pinnedSession = undefined;
  localStorage.setItem(sessionKey, JSON.stringify({ ...session, drawnFor: undefined }));
  notifyListeners();
}

/** Ends the session of this tab, and that of the browser unless another tab has begun another one. */
export function clearSession(): void {
  const isOther = Boolean(sessionElsewhere());
  pinnedSession = undefined;
  if (!isOther) localStorage.removeItem(sessionKey);
  notifyListeners();
}

/** Calls the listener when the session changes, also in another tab (B35). */
export function subscribeSession(listener: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key !== sessionKey && event.key !== null) return;
    renewPinnedSession();
    listener();
  };
  listeners.add(listener);
  window.addEventListener('storage', onStorage);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', onStorage);
  };
}

/** The answer to a login, and to the start and end of acting. */
export interface SignInAnswer {
  user: SessionUser;
  role: Role;
  api_key: string;
  expires_at: string;
  must_change_password: boolean;
  must_enrol_second_factor?: boolean;
  behalf_id: number | null;
  behalf_name?: string | null;
  acting_since?: string | null;
  withheld?: readonly string[];
  rights?: string;
}

export function sessionOf({ behalf_id, behalf_name, acting_since, ...welcome }: SignInAnswer): Session {
  if (behalf_id === null) return welcome;
  const acting = behalf_name && acting_since && { by: behalf_name, since: acting_since };
  return { ...welcome, sales_login_id: behalf_id, ...(acting && { acting }) };
}
