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
import { brokenLook } from './brokenLook.ts';
import { Bell } from './custom/messages/Bell.tsx';
import { publicPages, screenPages } from './custom/pages.tsx';
import { overrides } from './custom/registry.tsx';
import { ViewsButton } from './custom/views/ViewsButton.tsx';
import { authProvider } from './dataProvider/authProvider.ts';
import { dataProvider } from './dataProvider/dataProvider.ts';
import { followLists } from './dataProvider/early/nextPage.ts';
import { ConsoleQueryClient } from './dataProvider/queryClient.ts';
import { language } from './i18n/language.ts';
import { i18nProvider } from './i18n/provider.ts';
import { text } from './i18n/text.ts';
import { lazyDialogs } from './lazyDialogs.ts';
import { DialogSlotsProvider } from './resources/dialogSlots.ts';
import { OverridesProvider } from './resources/overrides.ts';
import { BusyMark } from './shell/BusyMark.tsx';
import { consoleStore } from './shell/choices/consoleStore.ts';
import { Layout, Leave, useLeftSubscription } from './shell/Layout.tsx';
import { icons } from './shell/menu/icons.tsx';
import { Notices, OneNoticeEach, SessionAlert } from './shell/notices/Notices.tsx';
import { AccessDenied, BrokenPage, ErrorPage } from './shell/pages/ErrorPage.tsx';
import { ResourcePage } from './shell/router/ResourcePage.tsx';
import { darkTheme, lightTheme } from './shell/theme/theme.ts';
import { PartBoundary } from './ui/ErrorBoundary.tsx';

const themes = { lightTheme, darkTheme };
const handed = { entities: overrides, ListTool: ViewsButton };

/** Nothing that another session read or chose stays, whichever tab changed it (B35). */
function useFreshSession(queries: ConsoleQueryClient, store: Store): void {
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

/** Begins what works beside the pages, once its script has come. In: what begins it; it says what ends it. */
function useBeside(queries: QueryClient, load: () => Promise<(queries: QueryClient) => () => void>): void {
  useEffect(() => {
    let stop: (() => void) | undefined;
    let isGone = false;
    // Without it the console asks when it has to.
    load().then(
      (begin) => {
        if (!isGone) stop = begin(queries);
      },
      () => undefined,
    );
    return () => {
      isGone = true;
      stop?.();
    };
  }, [queries, load]);
}

/** What others change shows by itself (D3); what is pointed at is fetched before it is opened. */
const live = () => import('./dataProvider/live/live.ts').then(({ startLive }) => startLive);
const links = () => import('./ahead.ts').then(({ fetchLinked }) => fetchLinked);

/** A declared entity as react-admin knows it; its screens are the custom routes, since SPEC 2 says their paths. */
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

/** What react-admin knows of the entities, before it has registered them one by one. */
const definitions = Object.fromEntries(resources.map(({ props }) => [props.name, Resource.registerResource(props)]));

const tools = <Bell />;

/** The frame with its pages, which stay the same: it is not drawn again because react-admin registers its resources. */
function Frame({ children }: { children?: ReactNode }) {
  const [routes] = useState(children);
  return (
    <ResourceDefinitionContextProvider definitions={definitions}>
      <Layout tools={tools}>{routes}</Layout>
    </ResourceDefinitionContextProvider>
  );
}

/** Stated once: react-admin registers them anew, and draws everything anew, whenever they are other elements. */
const pages = (
  <>
    {resources}
    <CustomRoutes>
      {screenPages.map(({ path, element }) => (
        <Route key={path} path={path} element={element} />
      ))}
    </CustomRoutes>
    <CustomRoutes noLayout>
      <Route path="/login" element={<Leave />} />
      {publicPages.map(({ path, element }) => (
        <Route key={path} path={path} element={<PartBoundary>{element}</PartBoundary>} />
      ))}
    </CustomRoutes>
  </>
);

function Pages() {
  if (useLeftSubscription()) return <ErrorPage />;
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
      {pages}
    </CoreAdminUI>
  );
}

function Root() {
  const [queryClient] = useState(() => new ConsoleQueryClient());
  const [store] = useState(consoleStore);
  useFreshSession(queryClient, store);
  useEffect(() => followLists(queryClient), [queryClient]);
  useBeside(queryClient, live);
  useBeside(queryClient, links);
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
          <OneNoticeEach>
            <OverridesProvider value={handed}>
              <DialogSlotsProvider value={lazyDialogs}>
                <Pages />
              </DialogSlotsProvider>
            </OverridesProvider>
            <Notices />
          </OneNoticeEach>
          <SessionAlert />
        </ThemeProvider>
      </ThemesContext.Provider>
    </CoreAdminContext>
  );
}

/** What stands in the place of a console that could not be drawn. */
function Broken() {
  return (
    <main style={brokenLook.page}>
      {text().errors.chunk}
      <button type="button" style={brokenLook.button} onClick={() => window.location.reload()}>
        {text().list.retry}
      </button>
    </main>
  );
}

/**
 * The addresses of the console. Another page is drawn as a transition, in pieces: in one it would be a task of over
 * 200 ms on a slow machine. What changes on the page (`?filter=…`) is drawn at once, since the next change builds on it.
 */
function createRouter(): ReturnType<typeof createBrowserRouter> {
  const router = createBrowserRouter([{ path: '*', element: <Root />, errorElement: <Broken /> }]);
  const navigate = router.navigate as (to: unknown, options?: object) => Promise<void>;
  const staysOnPage = (to: unknown) =>
    typeof to === 'object' && to !== null && 'pathname' in to && to.pathname === router.state.location.pathname;
  router.navigate = (to: unknown, options?: object) =>
    navigate(to, staysOnPage(to) ? { ...options, flushSync: true } : options);
  return router;
}

/** The whole console, with a router and a cache of its own. */
export function App() {
  const [router] = useState(createRouter);
  return <RouterProvider router={router} />;
}

/** Draws the console; the login page has its own, smaller start. */
export function start(): void {
  const place = document.getElementById('root');
  if (!place) return;
  const root = createRoot(place);
  // In pieces: in one it would be a task of half a second on a slow machine.
  startTransition(() => root.render(<App />));
  setTimeout(() => import('./ahead.ts').then(({ preloadMenu }) => preloadMenu()).catch(() => undefined), 1000);
}
