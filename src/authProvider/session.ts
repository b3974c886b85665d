import type { StoredLanguage } from '../../contract/messages/label.ts';
import type { Role } from '../../contract/schema/access.ts';

/** The signed-in user as `GET /v1/user/{id}` gives it, as far as the console reads it. */
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

/** What stays in local storage (R-SESS-01): the sales login id is there only while acting. */
export interface Session {
  user: SessionUser;
  role: Role;
  api_key: string;
  expires_at: string;
  /** Nothing but a choice of password is open to it (D7). */
  must_change_password: boolean;
  sales_login_id?: number;
  /** Who acts here, and since when. */
  acting?: { by: string; since: string };
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

/** The present session; the same object until it changes. */
export function readSession(): Session | undefined {
  const text = localStorage.getItem(sessionKey);
  if (text !== cachedSession.text) cachedSession = { text, session: parse(text) };
  return cachedSession.session;
}

const notifyListeners = () => {
  for (const listener of listeners) listener();
};

let pendingLanding: { readonly key: string; readonly path: string } | undefined;

/** Where a session is to begin in this tab, until `land` says that it has. */
export const landingPath = (session: Session): string | undefined =>
  pendingLanding?.key === session.api_key ? pendingLanding.path : undefined;

export function clearLanding(): void {
  pendingLanding = undefined;
}

/** Keeps a session; with `path`, the frame leads there before it draws anything of it. */
export function writeSession(session: Session, path?: string): void {
  pendingLanding = path === undefined ? undefined : { key: session.api_key, path };
  localStorage.setItem(sessionKey, JSON.stringify(session));
  notifyListeners();
}

export function clearSession(): void {
  localStorage.removeItem(sessionKey);
  notifyListeners();
}

/** Calls back when the session changes, also in another tab (B35). */
export function subscribeSession(listener: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key === sessionKey || event.key === null) listener();
  };
  listeners.add(listener);
  window.addEventListener('storage', onStorage);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', onStorage);
  };
}

/** What a login, acting and returning answer. */
export interface SignInAnswer {
  user: SessionUser;
  role: Role;
  api_key: string;
  expires_at: string;
  must_change_password: boolean;
  behalf_id: number | null;
  behalf_name?: string | null;
  acting_since?: string | null;
}

export function sessionOf({ behalf_id, behalf_name, acting_since, ...welcome }: SignInAnswer): Session {
  if (behalf_id === null) return welcome;
  const acting = behalf_name && acting_since && { by: behalf_name, since: acting_since };
  return { ...welcome, sales_login_id: behalf_id, ...(acting && { acting }) };
}
