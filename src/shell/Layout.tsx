import { Skeleton } from '@mui/material';
import { lazy, memo, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { matchPath, Navigate, useLocation, useNavigate } from 'react-router';
import { goToLogin, saveWishedPage } from '../authProvider/leave.ts';
import { clearLanding, drawnKey, landingPath } from '../authProvider/session.ts';
import { isActing, useSession } from '../authProvider/useSession.ts';
import { text, translate } from '../i18n/text.ts';
import { useContract } from '../resources/ContractContext.ts';
import { Deferred } from '../ui/deferred/Deferred.tsx';
import { DialogHost } from '../ui/dialog/DialogHost.tsx';
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx';
import { lazyChunk } from '../ui/lazyChunk.ts';
import { IdentityCheck } from './identity/IdentityCheck.tsx';
import { mayOpen, redirectFor } from './menu/menu.ts';
import { SessionEnding } from './notices/SessionEnding.tsx';
import { ErrorPage } from './pages/ErrorPage.tsx';
import { isConsolePath, screenAt } from './router/paths.ts';
import { Shell } from './Shell.tsx';
import { useRestoreFocus } from './useRestoreFocus.ts';

const DuePassword = lazyChunk(() =>
  import('./password/DuePassword.tsx').then((found) => ({ default: found.DuePassword })),
);

const DueFactor = lazyChunk(() =>
  import('./secondFactor/DueFactor.tsx').then((found) => ({ default: found.DueFactor })),
);

/** Syncs choices from other browsers. The page also works without this script. */
const Choices = lazy(() =>
  import('./choices/ChoicesSync.tsx').then(
    (found) => ({ default: found.ChoicesSync }),
    () => ({ default: () => null }),
  ),
);

/**
 * Goes to the login, which is a separate page.
 * @param wished true if the current page was opened without a session; the user returns to it after the login
 */
export function GoToLogin({ to = '/login', wished = false }: { to?: string; wished?: boolean }) {
  useEffect(() => {
    if (wished) saveWishedPage();
    goToLogin(to);
  }, [to, wished]);
  return null;
}

/**
 * Goes to the path at which a session begins, at once: nothing of it may be drawn at the page of the previous session.
 */
function GoToLanding({ to }: { to: string }) {
  const navigate = useNavigate();
  useEffect(() => {
    clearLanding();
    void navigate(to, { flushSync: true });
  }, [navigate, to]);
  return null;
}

/** True for the address of the subscription page, as the router matches it: with a slash at its end, too. */
const isSubscription = (pathname: string): boolean => matchPath('/subscription', pathname) !== null;

/**
 * True after the user has gone from the subscription page to another page of the app: until a fresh load, every page but
 * the subscription itself shows the error page (SPEC 2, A32, E12).
 */
export function useHasLeftSubscription(): boolean {
  const { pathname } = useLocation();
  const before = useRef(pathname);
  const [hasLeft, setHasLeft] = useState(false);
  const isElsewhere = !isSubscription(pathname);
  const isLeaving = isElsewhere && isSubscription(before.current);
  useEffect(() => {
    if (isLeaving) setHasLeft(true);
    before.current = pathname;
  }, [isLeaving, pathname]);
  return isElsewhere && (hasLeft || isLeaving);
}

/** Sets the window's title: the name of the page, and then that of the product. */
function useDocumentTitle(): void {
  const { pathname } = useLocation();
  const contract = useContract();
  useEffect(() => {
    const screen = screenAt(contract, pathname);
    document.title = [screen && translate(screen.label), text().product].filter(Boolean).join(' · ');
  }, [contract, pathname]);
}

/** Shown while a page loads. */
const pageSkeleton = <Skeleton variant="rounded" height={120} data-coming="" />;

/**
 * The frame of the console and the guard of its pages (R-GUARD-02 to -05): an unknown path shows the error page,
 * without a session every path leads to the login, and a page opens only for the roles that its declaration names.
 */
export const Layout = memo(function Layout({ tools, children }: { tools: ReactNode; children?: ReactNode }) {
  const session = useSession();
  const contract = useContract();
  const { pathname, search } = useLocation();
  const before = useRef(session?.api_key);
  useDocumentTitle();
  useRestoreFocus();
  const open = session !== undefined && mayOpen(contract, pathname, session.role, isActing(session));
  useEffect(() => {
    if (open) before.current = session?.api_key;
  });
  if (!isConsolePath(contract, pathname)) return <ErrorPage />;
  if (!session) return <GoToLogin wished={before.current === undefined} />;
  const landing = landingPath(session);
  if (landing) return <GoToLanding to={landing} />;
  const to = redirectFor(contract, pathname, session.role);
  if (to) return <Navigate to={to + search} replace />;
  if (session.must_change_password)
    return (
      <Suspense fallback={null}>
        <DuePassword session={session} />
      </Suspense>
    );
  if (session.must_enrol_second_factor)
    return (
      <Suspense fallback={null}>
        <DueFactor session={session} />
      </Suspense>
    );
  if (!open) {
    // The session was changed in another tab, so the new user did not ask for this page (B35).
    return before.current === session.api_key ? (
      <GoToLogin to="/login?denied=1" />
    ) : (
      <Navigate to="/dashboard" replace />
    );
  }
  return (
    <Shell key={drawnKey(session)} tools={tools}>
      <SessionEnding session={session} />
      <IdentityCheck />
      <Suspense fallback={null}>
        <Choices />
      </Suspense>
      <ErrorBoundary key={screenAt(contract, pathname)?.path ?? pathname}>
        <DialogHost>
          {/* After its frame; the end of the header is deferred too, and comes before the page. */}
          <Deferred fallback={pageSkeleton}>
            <Suspense fallback={pageSkeleton}>{children}</Suspense>
          </Deferred>
        </DialogHost>
      </ErrorBoundary>
    </Shell>
  );
});
