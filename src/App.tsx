import './throwingLibraries.ts';
import { CssBaseline } from '@mui/material';
import type { QueryClient } from '@tanstack/react-query';
import { type ReactNode, startTransition, useEffect, useState } from 'react';
import {
  CoreAdminContext,
  CoreAdminUI,
  CustomRoutes,
  Resource,
  ResourceDefinitionContextProvider,
  type Store,
  ThemeProvider,
  ThemesContext,
} from 'react-admin';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, Route } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { entities } from '../contract/index.ts';
import { recordName } from '../contract/relations/title.ts';
import type { Entity } from '../contract/schema/entity.ts';
import { readSession, subscribeSession } from './authProvider/session.ts';
import { crashPageStyle } from './crashPageStyle.ts';
import { Bell } from './custom/messages/Bell.tsx';
import { publicPages, screenPages } from './custom/pages.tsx';
import { overrides } from './custom/registry.tsx';
import { ViewsButton } from './custom/views/ViewsButton.tsx';
import { authProvider } from './dataProvider/authProvider.ts';
import { dataProvider } from './dataProvider/dataProvider.ts';
import { prefetchNextPages } from './dataProvider/prefetch/prefetchNextPages.ts';
import { ConsoleQueryClient } from './dataProvider/queryClient.ts';
import { i18nProvider } from './i18n/i18nProvider.ts';
import { language } from './i18n/language.ts';
import { text } from './i18n/text.ts';
import { lazyDialogs } from './lazyDialogs.ts';
import { DialogSlotsProvider } from './resources/dialogSlots.ts';
import { OverridesProvider } from './resources/overrides.ts';
import { BusyMark } from './shell/BusyMark.tsx';
import { consoleStore } from './shell/choices/consoleStore.ts';
import { GoToLogin, Layout, useHasLeftSubscription } from './shell/Layout.tsx';
import { icons } from './shell/menu/icons.tsx';
import { Notices, SessionAlert, UniqueNotices } from './shell/notices/Notices.tsx';
import { AccessDenied, BrokenPage, ErrorPage } from './shell/pages/ErrorPage.tsx';
import { ResourcePage } from './shell/router/ResourcePage.tsx';
import { darkTheme, lightTheme } from './shell/theme/theme.ts';
import { ErrorBoundary } from './ui/ErrorBoundary.tsx';

const themes = { lightTheme, darkTheme };
const overridesValue = { entities: overrides, ListTool: ViewsButton };

/** Clears the store and the query cache when the session changes, in whichever tab (B35). */
function useResetOnSessionChange(queries: ConsoleQueryClient, store: Store): void {
  useEffect(() => {
    let key = readSession()?.api_key;
    return subscribeSession(() => {
      if (readSession()?.api_key === key) return;
      key = readSession()?.api_key;
      store.reset();
      queries.clear();
    });
  }, [queries, store]);
}

/**
 * Starts background work once its script is loaded.
 * @param load loads the script and returns a function that starts the work; that function returns one that stops it
 */
function useBackgroundTask(queries: QueryClient, load: () => Promise<(queries: QueryClient) => () => void>): void {
  useEffect(() => {
    let stop: (() => void) | undefined;
    let isUnmounted = false;
    // If the script cannot be loaded, the console works without it and fetches when it has to.
    load().then(
      (startWork) => {
        if (!isUnmounted) stop = startWork(queries);
      },
      () => undefined,
    );
    return () => {
      isUnmounted = true;
      stop?.();
    };
  }, [queries, load]);
}

/**
 * Other users' changes are shown without a reload (D3); the target of a hovered link is fetched before it is opened.
 */
const loadLiveUpdates = () =>
  import('./dataProvider/live/startLiveUpdates.ts').then(({ startLiveUpdates: startLive }) => startLive);
const loadLinkPrefetch = () => import('./prefetch.ts').then(({ prefetchLinks: fetchLinked }) => fetchLinked);

/** A declared entity as a react-admin resource. Its screens are custom routes, since SPEC 2 fixes their paths. */
const resourceOf = ({ name, icon, title, label }: Entity) => (
  <Resource
    key={name}
    name={name}
    icon={icons[icon]}
    list={ResourcePage}
    edit={overrides[name]?.resource?.edit ?? ResourcePage}
    show={overrides[name]?.resource?.show ?? ResourcePage}
    create={overrides[name]?.resource?.create ?? ResourcePage}
    recordRepresentation={(record) =>
      overrides[name]?.represent?.(record) ?? recordName({ title, label }, record, language())
    }
  />
);

const resources = entities.map(resourceOf);

/** The definitions of all resources, available before react-admin has registered them one by one. */
const resourceDefinitions = Object.fromEntries(
  resources.map(({ props }) => [props.name, Resource.registerResource(props)]),
);

const headerTools = <Bell />;

/**
 * The frame around the pages. It keeps its first children, so that it is not drawn again whenever react-admin registers
 * its resources.
 */
function Frame({ children }: { children?: ReactNode }) {
  const [routes] = useState(children);
  return (
    <ResourceDefinitionContextProvider definitions={resourceDefinitions}>
      <Layout tools={headerTools}>{routes}</Layout>
    </ResourceDefinitionContextProvider>
  );
}

/** A constant, since react-admin registers and draws everything again whenever these elements are new ones. */
const adminRoutes = (
  <>
    {resources}
    <CustomRoutes>
      {screenPages.map(({ path, element }) => (
        <Route key={path} path={path} element={element} />
      ))}
    </CustomRoutes>
    <CustomRoutes noLayout>
      <Route path="/login" element={<GoToLogin />} />
      {publicPages.map(({ path, element }) => (
        <Route key={path} path={path} element={<ErrorBoundary>{element}</ErrorBoundary>} />
      ))}
    </CustomRoutes>
  </>
);

function Pages() {
  if (useHasLeftSubscription()) return <ErrorPage />;
  return (
    <CoreAdminUI
      title={text().product}
      layout={Frame}
      catchAll={ErrorPage}
      error={BrokenPage}
      accessDenied={AccessDenied}
      loginPage={false}
      disableTelemetry
    >
      {adminRoutes}
    </CoreAdminUI>
  );
}

function Root() {
  const [queryClient] = useState(() => new ConsoleQueryClient());
  const [store] = useState(consoleStore);
  useResetOnSessionChange(queryClient, store);
  useEffect(() => prefetchNextPages(queryClient), [queryClient]);
  useBackgroundTask(queryClient, loadLiveUpdates);
  useBackgroundTask(queryClient, loadLinkPrefetch);
  return (
    <CoreAdminContext
      authProvider={authProvider}
      dataProvider={dataProvider}
      i18nProvider={i18nProvider}
      queryClient={queryClient}
      store={store}
    >
      <ThemesContext.Provider value={themes}>
        <ThemeProvider>
          <BusyMark />
          <CssBaseline />
          <UniqueNotices>
            <OverridesProvider value={overridesValue}>
              <DialogSlotsProvider value={lazyDialogs}>
                <Pages />
              </DialogSlotsProvider>
            </OverridesProvider>
            <Notices />
          </UniqueNotices>
          <SessionAlert />
        </ThemeProvider>
      </ThemesContext.Provider>
    </CoreAdminContext>
  );
}

/** Shown when the console could not be drawn. */
function CrashPage() {
  return (
    <main style={crashPageStyle.page}>
      {text().errors.scriptNotLoaded}
      <button type="button" style={crashPageStyle.button} onClick={() => window.location.reload()}>
        {text().list.retry}
      </button>
    </main>
  );
}

/**
 * The router of the console. A change of page is drawn as a transition, in pieces: in one piece it would be a task of
 * over 200 ms on a slow machine. A change on the same page (`?filter=…`) is drawn at once, since the next change builds
 * on it.
 */
function createRouter(): ReturnType<typeof createBrowserRouter> {
  const router = createBrowserRouter([{ path: '*', element: <Root />, errorElement: <CrashPage /> }]);
  const navigate = router.navigate as (to: unknown, options?: object) => Promise<void>;
  const staysOnPage = (to: unknown) =>
    typeof to === 'object' && to !== null && 'pathname' in to && to.pathname === router.state.location.pathname;
  router.navigate = (to: unknown, options?: object) =>
    navigate(to, staysOnPage(to) ? { ...options, flushSync: true } : options);
  return router;
}

/** The whole console, with its own router and cache. */
export function App() {
  const [router] = useState(createRouter);
  return <RouterProvider router={router} />;
}

/** Draws the console. The login page has its own, smaller entry point. */
export function startConsole(): void {
  const container = document.getElementById('root');
  if (!container) return;
  const root = createRoot(container);
  // As a transition, in pieces: in one piece it would be a task of half a second on a slow machine.
  startTransition(() => root.render(<App />));
  setTimeout(() => import('./prefetch.ts').then(({ preloadMenu }) => preloadMenu()).catch(() => undefined), 1000);
}
