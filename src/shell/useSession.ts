import { useSyncExternalStore } from 'react';
import type { Role } from '../../contract/access.ts';
import { readSession, type Session, subscribeSession } from '../authProvider/session.ts';

/** The session, followed as it changes here or in another tab (B35). */
export const useSession = (): Session | undefined => useSyncExternalStore(subscribeSession, readSession);

/** The role that the present session has; while acting it is that of the enterprise user. */
export const useRole = (): Role | undefined => useSession()?.role;

export const isActing = (session: Session | undefined): boolean => session?.sales_login_id !== undefined;
