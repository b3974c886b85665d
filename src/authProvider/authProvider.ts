import type { AuthProvider, Identifier } from 'react-admin';
import { isAllowed, type PermissionCaller } from '../../contract/access/permission.ts';
import { entities } from '../../contract/index.ts';
import type { Role } from '../../contract/schema/access.ts';
import { text } from '../i18n/text.ts';
import { goToLogin, saveWishedPage } from './leave.ts';
import { clearSession, readSession, type Session, type SignInAnswer } from './session.ts';
import { alertSessionEnd } from './sessionAlert.ts';
import { type SendRequest, type SignInCredentials, signIn, startSession } from './signIn.ts';
import { displayName } from './useSession.ts';

/** What `getPermissions` answers. */
export type Permissions = Role | undefined;

export interface ConsoleAuthProvider extends AuthProvider {
  login(credentials: SignInCredentials): Promise<Session>;
  /** A salesman steps into the place of an enterprise user (C12). `to` is the path that the new session begins with. */
  actFor(id: Identifier, to?: string): Promise<Session>;
  /** Ends the acting; the salesman's own session comes back, at `to` (R-HEAD-05). Rejects when nobody acts. */
  actBack(to?: string): Promise<Session>;
}

/** react-admin's names for what the contract calls otherwise. */
const actionNames: Readonly<Record<string, string>> = { show: 'get', clone: 'create', delete: 'remove' };

/** Whoever is signed in, as rights and conditions know them. */
export function currentCaller(): PermissionCaller | undefined {
  const session = readSession();
  if (!session) return undefined;
  const { id, enterprise_id } = session.user;
  return { id, role: session.role, enterprise_id, parent_id: session.user.parent_id ?? null };
}

/** May the present session do this? Decided from the contract alone, without a request. */
export function isPermitted(resource: string, action: string, record?: Readonly<Record<string, unknown>>): boolean {
  const caller = currentCaller();
  const entity = entities.find((one) => one.name === resource);
  if (!caller || !entity) return false;
  return isAllowed({ entity, action: actionNames[action] ?? action, caller, ...(record && { record }) });
}

const failureOf = (error: unknown) => error as { status?: number; body?: { key?: string; title?: string } } | undefined;

/** Did the present session end by this failure? The answer to a request of an earlier session says nothing of it. */
const endsSession = (error: unknown): boolean => {
  const failure = failureOf(error);
  const session = readSession();
  return failure?.status === 401 && session !== undefined && (failure.body?.key ?? session.api_key) === session.api_key;
};

/** react-admin's AuthProvider over `/v1/auth` and the contract, with acting and returning. */
export function createAuthProvider(send: SendRequest): ConsoleAuthProvider {
  let switching: Promise<Session> | undefined;
  /** A second click while one change of session is under way joins it. */
  const change = (id: Identifier, to?: string): Promise<Session> => {
    switching ??= send<SignInAnswer>(`/v1/auth/login/user/${encodeURIComponent(id)}`, { method: 'POST' })
      .then((welcome) => startSession(welcome, to))
      .finally(() => {
        switching = undefined;
      });
    return switching;
  };
  return {
    login: (credentials) => signIn(send, credentials),
    /** Ends the session on the server and here, in every tab, and goes to the login, a page of its own. */
    async logout() {
      if (readSession()) await send('/v1/auth/logout', { method: 'POST', quiet: true }).catch(() => undefined);
      clearSession();
      goToLogin();
      return false;
    },
    async checkAuth() {
      if (!readSession()) throw new Error(text().errors.session);
    },
    /**
     * A lost session is said, and ends when that is confirmed (R-ERR-03); until then the page stays and leaves its loading
     * states (A18), so nothing is rejected here. No other failure ends a session (A25).
     */
    async checkError(error) {
      if (!endsSession(error)) return;
      alertSessionEnd(failureOf(error)?.body?.title || text().errors.session, () => {
        saveWishedPage();
        clearSession();
        goToLogin();
      });
    },
    async getIdentity() {
      const user = readSession()?.user;
      if (!user) throw new Error(text().errors.session);
      return { ...user, fullName: displayName(user) };
    },
    getPermissions: async (): Promise<Permissions> => readSession()?.role,
    canAccess: async ({ resource, action, record }) => isPermitted(resource, action, record),
    actFor: (id, to) => change(id, to),
    async actBack(to) {
      const sales = readSession()?.sales_login_id;
      if (sales === undefined) throw new Error('nobody acts in this session');
      return change(sales, to);
    },
  };
}
