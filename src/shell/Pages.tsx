import { Skeleton } from '@mui/material';
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { ResourceContextProvider } from 'react-admin';
import { Navigate, Route, Routes, useLocation } from 'react-router';
import { applicationPage } from '../../contract/calls/allocation.ts';
import { entities } from '../../contract/index.ts';
import { screens } from '../../contract/menu.ts';
import { leave } from '../authProvider/leave.ts';
import { custom } from '../custom/registry.tsx';
import { EntityScreen } from '../resources/EntityScreen.tsx';
import { ErrorPage } from './ErrorPage.tsx';
import { mayOpen, redirectOf } from './menu.ts';
import { part } from './part.ts';
import { Shell } from './Shell.tsx';
import { isActing, useSession } from './useSession.ts';

const Dashboard = lazy(() => part(import('../custom/pages/Dashboard.tsx')));
const Account = lazy(() => part(import('../custom/account/Account.tsx')));
const LicencePage = lazy(() => part(import('../custom/allocation/LicencePage.tsx')));
const SubscriptionPage = lazy(() => part(import('../custom/subscription/SubscriptionPage.tsx')));
const ApplicationPage = lazy(() => part(import('../custom/allocation/ApplicationPage.tsx')));
const Messages = lazy(() => part(import('../custom/pages/Messages.tsx')));

const own: Readonly<Record<string, ReactNode>> = {
  '/dashboard': <Dashboard />,
  '/userinfo': <Account />,
  '/message': <Messages />,
  '/authorization/assignment': <LicencePage />,
};

/** Lets a page be seen by whom its declaration names; everybody else goes to the login (R-GUARD-03 to -05). */
function Guard({ path, children }: { path: string; children: ReactNode }) {
  const session = useSession();
  const before = useRef(session?.api_key);
  const open = session !== undefined && mayOpen(path, session.role, isActing(session));
  useEffect(() => {
    if (open) before.current = session?.api_key;
  });
  if (!session) return <Leave to="/login" />;
  if (!open) {
    // Who one is was changed in another tab: the page was not asked for by who one is now (B35).
    return before.current === session.api_key ? <Leave to="/login?denied=1" /> : <Navigate to="/dashboard" replace />;
  }
  return (
    <Shell key={session.api_key}>
      <Suspense fallback={<Skeleton variant="rounded" height={120} />}>{children}</Suspense>
    </Shell>
  );
}

/** The login is a page of its own: going there loads it. */
function Leave({ to }: { to: string }) {
  useEffect(() => leave(to), [to]);
  return null;
}

function Redirect() {
  const session = useSession();
  const { pathname, search } = useLocation();
  if (!session) return <Leave to="/login" />;
  const to = redirectOf(pathname, session.role);
  return to ? <Navigate to={to + search} replace /> : <ErrorPage />;
}

const isScreen = (path: string) => screens.some((one) => one.path === path);

/** Whoever leaves the subscription page for another page of the app sees the error page, until a fresh load (A32). */
function useLeftSubscription(): boolean {
  const { pathname } = useLocation();
  const before = useRef(pathname);
  const [left, setLeft] = useState(false);
  useEffect(() => {
    if (before.current === '/subscription' && pathname !== '/subscription') setLeft(true);
    before.current = pathname;
  }, [pathname]);
  return left || (before.current === '/subscription' && pathname !== '/subscription');
}

/** Every route of the console, composed from the declarations. */
export function Pages() {
  const left = useLeftSubscription();
  if (left) return <ErrorPage />;
  return (
    <Suspense fallback={null}>
      <Routes>
        {Object.entries(own).map(([path, page]) => (
          <Route key={path} path={path} element={<Guard path={path}>{page}</Guard>} />
        ))}
        {entities.flatMap((entity) =>
          (entity.screens ?? [])
            .filter((screen) => !own[screen.path])
            .map((screen) => (
              <Route key={screen.path} path={screen.path} element={entityPage(screen.path, entity.name)} />
            )),
        )}
        <Route path="/behalf_order" element={entityPage('/behalf_order', 'order', '/authorization/order')} />
        {['/', '/user', '/product', '/authorization', '/product/*']
          .filter((path) => !isScreen(path))
          .map((path) => (
            <Route key={path} path={path} element={<Redirect />} />
          ))}
        <Route path="/subscription" element={<SubscriptionPage />} />
        <Route path={`${applicationPage}/:token`} element={<ApplicationPage />} />
        <Route path="*" element={<ErrorPage />} />
      </Routes>
    </Suspense>
  );
}

/** No component of its own: with the guard at the top of every page the frame stays from one to the next. */
function entityPage(path: string, name: string, as = path) {
  const Own = custom[name]?.pages?.[as];
  return (
    <Guard path={path}>
      <ResourceContextProvider value={name}>
        {Own ? <Own /> : <EntityScreen key={path} name={name} path={as} />}
      </ResourceContextProvider>
    </Guard>
  );
}
