import { Skeleton } from '@mui/material';
import { lazy, memo, type ReactNode, Suspense, useDeferredValue, useEffect, useRef, useState } from 'react';
import { Navigate, useLocation, useNavigate } from 'react-router';
import { keepWish, leave } from '../authProvider/leave.ts';
import { land, landingOf } from '../authProvider/session.ts';
import { isActing, useSession } from '../authProvider/useSession.ts';
import { text, translate } from '../i18n/text.ts';
import { DialogHost } from '../ui/dialog/DialogHost.tsx';
import { PartBoundary } from '../ui/ErrorBoundary.tsx';
import { lazyChunk } from '../ui/lazyChunk.ts';
import { mayOpen, redirectOf } from './menu/menu.ts';
import { SessionEnding } from './notices/SessionEnding.tsx';
import { ErrorPage } from './pages/ErrorPage.tsx';
import { isConsolePath, screenAt } from './router/paths.ts';
import { Shell } from './Shell.tsx';
import { useKeptFocus } from './useKeptFocus.ts';

const DuePassword = lazyChunk(() =>
  import('./password/DuePassword.tsx').then((found) => ({ default: found.DuePassword })),
);

/** What the user chose elsewhere is no part of the page: without its script the page stands as well. */
const Choices = lazy(() =>
  import('./choices/Choices.tsx').then(
    (found) => ({ default: found.Choices }),
    () => ({ default: () => null }),
  ),
);

/** The login is a page of its own: going there loads it. `wished` when the page was asked for without a session. */
export function Leave({ to = '/login', wished = false }: { to?: string; wished?: boolean }) {
  useEffect(() => {
    if (wished) keepWish();
    leave(to);
  }, [to, wished]);
  return null;
}

/** Leads to where a session begins, at once: nothing of it is drawn at the page of the one before. */
function Land({ to }: { to: string }) {
  const navigate = useNavigate();
  useEffect(() => {
    land();
    void navigate(to, { flushSync: true });
  }, [navigate, to]);
  return null;
}

/** Whoever leaves the subscription page for another page of the app sees the error page, until a fresh load (A32). */
export function useLeftSubscription(): boolean {
  const { pathname } = useLocation();
  const before = useRef(pathname);
  const [left, setLeft] = useState(false);
  const leaves = before.current === '/subscription' && pathname !== '/subscription';
  useEffect(() => {
    if (before.current === '/subscription' && pathname !== '/subscription') setLeft(true);
    before.current = pathname;
  }, [pathname]);
  return left || leaves;
}

/** The name of the page in the window's title, before the product's. */
function useDocumentTitle(): void {
  const { pathname } = useLocation();
  useEffect(() => {
    const screen = screenAt(pathname);
    document.title = [screen && translate(screen.label), text().product].filter(Boolean).join(' · ');
  }, [pathname]);
}

/** A page that is on its way. */
const waiting = <Skeleton variant="rounded" height={120} data-coming="" />;

/**
 * The page, drawn once its frame stands, with the end of the header, which goes before what is deferred: in one task they
 * would keep a slow machine busy for long.
 */
function AfterFrame({ children }: { children: ReactNode }) {
  return useDeferredValue(true, false) ? children : waiting;
}

/**
 * The frame of the console and the guard of its pages (R-GUARD-02 to -05): an unknown path is the error page, without a
 * session there is only the login, and a page is seen by whom its declaration names.
 */
export const Layout = memo(function Layout({ tools, children }: { tools: ReactNode; children?: ReactNode }) {
  const session = useSession();
  const { pathname, search } = useLocation();
  const before = useRef(session?.api_key);
  useDocumentTitle();
  useKeptFocus();
  const open = session !== undefined && mayOpen(pathname, session.role, isActing(session));
  useEffect(() => {
    if (open) before.current = session?.api_key;
  });
  if (!isConsolePath(pathname)) return <ErrorPage />;
  if (!session) return <Leave wished={before.current === undefined} />;
  const landing = landingOf(session);
  if (landing) return <Land to={landing} />;
  const to = redirectOf(pathname, session.role);
  if (to) return <Navigate to={to + search} replace />;
  if (session.must_change_password)
    return (
      <Suspense fallback={null}>
        <DuePassword session={session} />
      </Suspense>
    );
  if (!open) {
    // Who one is was changed in another tab: the page was not asked for by who one is now (B35).
    return before.current === session.api_key ? <Leave to="/login?denied=1" /> : <Navigate to="/dashboard" replace />;
  }
  return (
    <Shell key={session.api_key} tools={tools}>
      <SessionEnding session={session} />
      <Suspense fallback={null}>
        <Choices />
      </Suspense>
      <PartBoundary key={screenAt(pathname)?.path ?? pathname}>
        <DialogHost>
          <AfterFrame>
            <Suspense fallback={waiting}>{children}</Suspense>
          </AfterFrame>
        </DialogHost>
      </PartBoundary>
    </Shell>
  );
});
