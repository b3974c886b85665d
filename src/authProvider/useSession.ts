import { useSyncExternalStore } from 'react';
import type { Role } from '../../contract/schema/access.ts';
import { readSession, type Session, type SessionUser, subscribeSession } from './session.ts';

/** The session, followed as it changes here or in another tab (B35). */
export const useSession = (): Session | undefined => useSyncExternalStore(subscribeSession, readSession);

/** How a user is addressed (R-HEAD-06). */
export const displayName = (user: SessionUser | undefined): string =>
  user?.nick_name || user?.name || user?.phone || '-';

/** The role that the present session has; while acting it is that of the enterprise user. */
export const useRole = (): Role | undefined => useSession()?.role;

export const isActing = (session: Session | undefined): boolean => session?.sales_login_id !== undefined;
