import { CssBaseline } from '@mui/material';
import { QueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { CoreAdminContext, memoryStore, ThemeProvider, ThemesContext } from 'react-admin';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { readSession, subscribeSession } from './authProvider/session.ts';
import { dataProvider } from './dataProvider/dataProvider.ts';
import { i18nProvider } from './i18n/provider.ts';
import { text } from './i18n/text.ts';
import { BusyMark } from './shell/BusyMark.tsx';
import { Notices } from './shell/Notices.tsx';
import { Pages } from './shell/Pages.tsx';
import { darkTheme, lightTheme } from './shell/theme.ts';
import { themeStore } from './shell/themeStore.ts';

const themes = { lightTheme, darkTheme };

/** Without a network a call is made all the same, so that it fails and says so (R-ERR-05). */
const newQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: { retry: false, refetchOnWindowFocus: false, networkMode: 'always' },
      mutations: { networkMode: 'always' },
    },
  });

/** Nothing that another session read stays, whichever tab changed it (B35). */
function forgetWith(queries: QueryClient): () => void {
  let key = readSession()?.api_key;
  return subscribeSession(() => {
    if (readSession()?.api_key === key) return;
    key = readSession()?.api_key;
    queries.clear();
  });
}

/** What stands in the place of a page that could not be drawn. */
function Broken() {
  return (
    <main style={{ padding: 48, fontFamily: 'sans-serif' }}>
      <p>{text().errors.chunk}</p>
      <button type="button" onClick={() => window.location.reload()}>
        {text().list.retry}
      </button>
    </main>
  );
}

function Root() {
  const [queryClient] = useState(newQueryClient);
  useEffect(() => forgetWith(queryClient), [queryClient]);
  return (
    <CoreAdminContext
      dataProvider={dataProvider}
      i18nProvider={i18nProvider}
      queryClient={queryClient}
      store={themeStore(memoryStore())}
    >
      <ThemesContext.Provider value={themes}>
        <ThemeProvider>
          <BusyMark />
          <CssBaseline />
          <Pages />
          <Notices />
        </ThemeProvider>
      </ThemesContext.Provider>
    </CoreAdminContext>
  );
}

/** The whole console, with a router and a cache of its own. */
export function App() {
  const [router] = useState(() => createBrowserRouter([{ path: '*', element: <Root />, errorElement: <Broken /> }]));
  return <RouterProvider router={router} />;
}

/** Draws the console; the login page has its own, smaller start. */
export function start(): void {
  const place = document.getElementById('root');
  if (place) createRoot(place).render(<App />);
}
