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
} from 'react-admin';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, Route } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { memoize } from '../contract/lib/memoize.ts';
import { forgetFailedDeclarations } from '../contract/outlines/outlinedContract.ts';
import { recordName } from '../contract/relations/title.ts';
import type { Contract, Entity } from '../contract/schema/entity.ts';
import { createAuthProvider } from './authProvider/authProvider.ts';
import { followSignOut } from './authProvider/drafts.ts';
import { drawnKey, pinSession, readSession, releaseSession, subscribeSession } from './authProvider/session.ts';
import { crashPageStyle } from './crashPageStyle.ts';
import { Bell } from './custom/messages/Bell.tsx';
import { publicPages, screenPages } from './custom/pages.tsx';
import { overrides } from './custom/registry.tsx';
import { ViewsButton } from './custom/views/ViewsButton.tsx';
import { type ConsoleDataProvider, createDataProvider } from './dataProvider/dataProvider.ts';
import { requestJson } from './dataProvider/http/httpClient.ts';
import { prefetchNextPages } from './dataProvider/prefetch/prefetchNextPages.ts';
import { ConsoleQueryClient } from './dataProvider/queryClient.ts';
import { createI18nProvider } from './i18n/i18nProvider.ts';
import { language } from './i18n/language.ts';
import { text } from './i18n/text.ts';
import { lazyDialogs } from './lazyDialogs.ts';
import { ContractProvider, useContract } from './resources/ContractContext.ts';
import { DialogSlotsProvider } from './resources/dialogSlots.ts';
import { OverridesProvider } from './resources/overrides.ts';
import { BusyMark } from './shell/BusyMark.tsx';
import { consoleStore } from './shell/choices/consoleStore.ts';
import { GoToLogin, Layout, useHasLeftSubscription } from './shell/Layout.tsx';
import { icons } from './shell/menu/icons.tsx';
import { Notices, SessionAlert, UniqueNotices } from './shell/notices/Notices.tsx';
import { SessionElsewhere } from './shell/notices/SessionElsewhere.tsx';
import { PaperFoot } from './shell/PaperFoot.tsx';
import { AccessDenied, BrokenPage, ErrorPage } from './shell/pages/ErrorPage.tsx';
import { ResourcePage } from './shell/router/ResourcePage.tsx';
import { PrintableThemes } from './shell/theme/PrintableThemes.tsx';
import { UnsavedQuestion } from './ui/dialog/UnsavedQuestion.tsx';
import { hasUnsaved, subscribeUnsaved } from './ui/dialog/unsaved.ts';
import { ErrorBoundary } from './ui/ErrorBoundary.tsx';
import { onChunksForgotten } from './ui/lazyChunk.ts';
import './ui/onPopState.ts';
import { addPrintStyle } from './ui/print/addPrintStyle.ts';

const overridesValue = { entities: overrides, ListTool: ViewsButton };

/** Clears the store and the query cache when the session changes, in whichever tab (B35). */
function useResetOnSessionChange(queries: ConsoleQueryClient, store: Store): void {
  useEffect(() => {
    const currentKey = () => {
      const session = readSession();
      return session && drawnKey(session);
    };
    let key = currentKey();
    return subscribeSession(() => {
      if (currentKey() === key) return;
      key = currentKey();
      store.reset();
      queries.clear();
    });
  }, [queries, store]);
}

/** While a form of this tab has unsaved input, the tab keeps its session, whatever another tab does (issue 33). */
function usePinSessionWhileUnsaved(): void {
  useEffect(() => {
    followSignOut(hasUnsaved);
    const stop = subscribeUnsaved(() => (hasUnsaved() ? pinSession() : releaseSession()));
    return () => {
      stop();
      releaseSession();
    };
  }, []);
}

/** Starts work in the background; the function that it returns stops it. */
type BackgroundTask = (contract: Contract, queries: QueryClient, data: ConsoleDataProvider) => () => void;

/**
 * Starts background work once its script is loaded.
 * @param load loads the script
 */
function useBackgroundTask(contract: Contract, queries: QueryClient, load: () => Promise<BackgroundTask>): void {
  useEffect(() => {
    let stop: (() => void) | undefined;
    let isUnmounted = false;
    // If the script cannot be loaded, the console works without it and fetches when it has to.
    load().then(
      (startWork) => {
        if (!isUnmounted) stop = startWork(contract, queries, providersOf(contract).dataProvider);
      },
      () => undefined,
    );
    return () => {
      isUnmounted = true;
      stop?.();
    };
  }, [contract, queries, load]);
}

/**
 * Other users' changes are shown without a reload (D3); the target of a hovered link is fetched before it is opened.
 */
const loadLiveUpdates = () =>
  import('./dataProvider/live/startLiveUpdates.ts').then(({ startLiveUpdates: startLive }) => startLive);
const loadLinkPrefetch = () => import('./prefetch.ts').then(({ prefetchLinks: fetchLinked }) => fetchLinked);

/** The providers that react-admin needs: authentication, data and translations. */
const providersOf = memoize((contract: Contract) => ({
  authProvider: createAuthProvider(contract, requestJson),
  dataProvider: createDataProvider(contract),
  i18nProvider: createI18nProvider(contract),
}));

/** A declared entity as a react-admin resource. Its screens are custom routes, since SPEC 2 fixes their paths. */
const resourceOf = (entity: Entity) => (
  <Resource
    key={entity.name}
    name={entity.name}
    icon={icons[entity.icon]}
    list={ResourcePage}
    edit={overrides[entity.name]?.resource?.edit ?? ResourcePage}
    show={overrides[entity.name]?.resource?.show ?? ResourcePage}
    create={overrides[entity.name]?.resource?.create ?? ResourcePage}
    recordRepresentation={(record) =>
      overrides[entity.name]?.represent?.(record) ?? recordName(entity, record, language())
    }
  />
);

const resources = memoize(({ entities }: Contract) => entities.map(resourceOf));

/** The definitions of all resources, available before react-admin has registered them one by one. */
const resourceDefinitions = memoize((contract: Contract) =>
  Object.fromEntries(resources(contract).map(({ props }) => [props.name, Resource.registerResource(props)])),
);

const headerTools = <Bell />;

/**
 * The frame around the pages. It keeps its first children, so that it is not drawn again whenever react-admin registers
 * its resources.
 */
function Frame({ children }: { children?: ReactNode }) {
  const [routes] = useState(children);
  return (
    <ResourceDefinitionContextProvider definitions={resourceDefinitions(useContract())}>
      <Layout tools={headerTools}>{routes}</Layout>
    </ResourceDefinitionContextProvider>
  );
}

/** Made once, since react-admin registers and draws everything again whenever these elements are new ones. */
const adminRoutes = memoize((contract: Contract) => (
  <>
    {resources(contract)}
    <CustomRoutes>
      {screenPages(contract).map(({ path, element }) => (
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
));

function Pages() {
  const contract = useContract();
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
      {adminRoutes(contract)}
    </CoreAdminUI>
  );
}

function Root({ contract }: { contract: Contract }) {
  const { authProvider, dataProvider, i18nProvider } = providersOf(contract);
  const [queryClient] = useState(() => new ConsoleQueryClient());
  const [store] = useState(consoleStore);
  useResetOnSessionChange(queryClient, store);
  usePinSessionWhileUnsaved();
  useEffect(() => prefetchNextPages(queryClient, dataProvider), [queryClient, dataProvider]);
  useBackgroundTask(contract, queryClient, loadLiveUpdates);
  useBackgroundTask(contract, queryClient, loadLinkPrefetch);
  return (
    <ContractProvider value={contract}>
      <CoreAdminContext
        authProvider={authProvider}
        dataProvider={dataProvider}
        i18nProvider={i18nProvider}
        queryClient={queryClient}
        store={store}
      >
        <PrintableThemes>
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
            <SessionElsewhere />
            <UnsavedQuestion />
            <PaperFoot />
          </ThemeProvider>
        </PrintableThemes>
      </CoreAdminContext>
    </ContractProvider>
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
function createRouter(contract: Contract): ReturnType<typeof createBrowserRouter> {
  const element = <Root contract={contract} />;
  const router = createBrowserRouter([{ path: '*', element, errorElement: <CrashPage /> }]);
  const navigate = router.navigate as (to: unknown, options?: object) => Promise<void>;
  const staysOnPage = (to: unknown) =>
    typeof to === 'object' && to !== null && 'pathname' in to && to.pathname === router.state.location.pathname;
  router.navigate = (to: unknown, options?: object) =>
    navigate(to, staysOnPage(to) ? { ...options, flushSync: true } : options);
  return router;
}

/** The whole console, with its own router and cache. It knows the entities of the contract and no others. */
export function App({ contract }: { contract: Contract }) {
  const [router] = useState(() => createRouter(contract));
  return <RouterProvider router={router} />;
}

/**
 * Draws the console. The login page has its own, smaller entry point.
 * @param contract the entities of this product
 */
export function startConsole(contract: Contract): void {
  const container = document.getElementById('root');
  if (!container) return;
  const root = createRoot(container);
  // As a transition, in pieces: in one piece it would be a task of half a second on a slow machine.
  startTransition(() => root.render(<App contract={contract} />));
  const preload = () => import('./prefetch.ts').then(({ preloadMenu }) => preloadMenu(contract));
  setTimeout(() => preload().catch(() => undefined), 1000);
  onChunksForgotten(() => forgetFailedDeclarations(contract));
  addPrintStyle();
}
