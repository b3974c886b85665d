import { useSyncExternalStore } from 'react';
import { leastRole, type Role } from '../../contract/roles/index.ts';
import { readSession, type Session, type SessionUser, subscribeSession } from './session.ts';

/** The current session; follows its changes here and in other tabs (B35). */
export const useSession = (): Session | undefined => useSyncExternalStore(subscribeSession, readSession);

/** How the console addresses a user (R-HEAD-06). */
export const displayName = (user: SessionUser | undefined): string =>
  user?.nick_name || user?.name || user?.phone || '-';

/**
 * The role of the current session; while acting, that of the enterprise user. While somebody signs out, the page still
 * shows for a moment what it showed: then it is the role with the fewest rights.
 */
export const useRole = (): Role => useSession()?.role ?? leastRole;

export const isActing = (session: Session | undefined): boolean => session?.sales_login_id !== undefined;
