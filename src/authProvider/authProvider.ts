import type { AuthProvider, Identifier } from 'react-admin';
import { isAllowed, type PermissionCaller } from '../../contract/access/permission.ts';
import { whenDeclared } from '../../contract/outlines/outlinedContract.ts';
import { ownProperties } from '../../contract/roles/index.ts';
import type { Role } from '../../contract/schema/access.ts';
import type { Contract, Entity } from '../../contract/schema/entity.ts';
import { text } from '../i18n/text.ts';
import { removeDraftsOnSignOut } from './drafts.ts';
import { goToLogin, saveWishedPage } from './leave.ts';
import { clearSession, readSession, type Session, type SignInAnswer } from './session.ts';
import { alertSessionEnd } from './sessionAlert.ts';
import { type SendRequest, type SignInCredentials, signIn, startSession } from './signIn.ts';
import { displayName } from './useSession.ts';

/** The answer of `getPermissions`. */
export type Permissions = Role | undefined;

export interface ConsoleAuthProvider extends AuthProvider {
  login(credentials: SignInCredentials): Promise<Session>;
  /**
   * Lets a salesman act for an enterprise user (C12).
   * @param to the path at which the new session begins
   */
  actFor(id: Identifier, to?: string): Promise<Session>;
  /**
   * Ends the acting and restores the salesman's own session, at the path `to` (R-HEAD-05).
   * @throws Error when the session is not acting for a user
   */
  actBack(to?: string): Promise<Session>;
}

/** react-admin's action names that differ from those of the contract. */
const actionNames: Readonly<Record<string, string>> = { show: 'get', clone: 'create', delete: 'remove' };

/** The signed-in user, in the form that access rules and conditions take. */
export function currentCaller(): PermissionCaller | undefined {
  const session = readSession();
  if (!session) return undefined;
  const { id, enterprise_id } = session.user;
  const values: Readonly<Record<string, unknown>> = { ...session.user };
  const own = ownProperties.map(({ name }) => [name, (values[name] as number | null | undefined) ?? null] as const);
  const parent_id = session.user.parent_id ?? null;
  return { id, role: session.role, enterprise_id, parent_id, own: Object.fromEntries(own) };
}

/** True if the current session may do this. Decided from the contract, without a request. */
export function isPermitted(entity: Entity, action: string, record?: Readonly<Record<string, unknown>>): boolean {
  const caller = currentCaller();
  if (!caller) return false;
  return isAllowed({ entity, action: actionNames[action] ?? action, caller, ...(record && { record }) });
}

const failureOf = (error: unknown) => error as { status?: number; body?: { key?: string; title?: string } } | undefined;

/** True if this failure means that the current session has ended. A 401 for the key of an earlier session does not. */
const endsSession = (error: unknown): boolean => {
  const failure = failureOf(error);
  const session = readSession();
  return failure?.status === 401 && session !== undefined && (failure.body?.key ?? session.api_key) === session.api_key;
};

/**
 * Alerts that the session has ended, and clears it once the user confirms (R-ERR-03). Nothing is rejected: until then
 * the page stays and leaves its loading states (A18). No other failure ends a session (A25).
 */
export function alertIfSessionEnded(error: unknown): void {
  if (!endsSession(error)) return;
  alertSessionEnd(failureOf(error)?.body?.title || text().errors.session, () => {
    saveWishedPage();
    clearSession();
    // If another tab has begun a session meanwhile, this tab goes on with that one.
    if (!readSession()) goToLogin();
  });
}

/** react-admin's AuthProvider, from `/v1/auth` and the contract; it can also start and end acting for a user. */
export function createAuthProvider(contract: Contract, send: SendRequest): ConsoleAuthProvider {
  let switching: Promise<Session> | undefined;
  /** Changes the session; a second click while a change is under way joins it. */
  const change = (id: Identifier, to?: string): Promise<Session> => {
    switching ??= send<SignInAnswer>(`/v1/auth/login/user/${encodeURIComponent(id)}`, { method: 'POST' })
      .then((welcome) => startSession(welcome, to))
      .finally(() => {
        switching = undefined;
      });
    return switching;
  };
  return {
    async login(credentials) {
      const session = await signIn(send, credentials);
      // The console only binds a provider to a session that it has; the login page takes the second step.
      if ('ticket' in session) throw new Error('A second step of the sign-in is needed');
      return session;
    },
    /** Ends the session on the server and in every tab, and goes to the login page; no draft stays. */
    async logout() {
      removeDraftsOnSignOut();
      const ended = readSession()
        ? await send<{ provider_url?: string }>('/v1/auth/logout', { method: 'POST', quiet: true }).catch(
            () => undefined,
          )
        : undefined;
      clearSession();
      // The provider signs the person out there, too, and sends them to the login page.
      goToLogin(ended?.provider_url);
      return false;
    },
    async checkAuth() {
      if (!readSession()) throw new Error(text().errors.session);
    },
    checkError: async (error) => alertIfSessionEnded(error),
    async getIdentity() {
      const user = readSession()?.user;
      if (!user) throw new Error(text().errors.session);
      return { ...user, fullName: displayName(user) };
    },
    getPermissions: async (): Promise<Permissions> => readSession()?.role,
    async canAccess({ resource, action, record }) {
      const entity = contract.byName.get(resource);
      return entity !== undefined && whenDeclared(() => isPermitted(entity, action, record));
    },
    actFor: (id, to) => change(id, to),
    async actBack(to) {
      const sales = readSession()?.sales_login_id;
      if (sales === undefined) throw new Error('The session is not acting for a user');
      return change(sales, to);
    },
  };
}
