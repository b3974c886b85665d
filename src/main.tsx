import type { ComponentType, ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import type { Role } from '../contract/schema/access.ts';
import { saveWishedPage } from './authProvider/leave.ts';
import { reloadOnOtherRights } from './authProvider/rights.ts';
import { readSession } from './authProvider/session.ts';
import { crashPageStyle } from './crashPageStyle.ts';
import { Login } from './custom/login/Login.tsx';
import { language, reloadOnLanguageChange, setDocumentLanguage } from './i18n/language.ts';
import { loadTexts } from './i18n/text.ts';
import { whenSaved } from './ui/dialog/unsaved.ts';
import { loadChunk } from './ui/lazyChunk.ts';
import { tolerateTranslation } from './ui/tolerateTranslation.ts';
import './shell/theme/fonts.css';

/** Here and not in the catalogue, which may be what did not load. */
const failureTexts = {
  en: { sentence: 'Part of the page could not be loaded.', retry: 'Try again' },
  zh: { sentence: '部分页面未能加载。', retry: '重试' },
};

/** Offers a reload when a script of the page does not load (B37). */
function showChunkFailure(): void {
  const container = document.getElementById('root');
  if (!container) return;
  const { sentence, retry } = failureTexts[language()];
  const page = Object.assign(document.createElement('main'), { textContent: sentence });
  const button = Object.assign(document.createElement('button'), { textContent: retry });
  button.onclick = () => window.location.reload();
  Object.assign(page.style, crashPageStyle.page);
  Object.assign(button.style, crashPageStyle.button);
  page.append(button);
  container.replaceChildren(page);
}

const loadContract = () => import('./productContract.ts');

/** Loads the guard of the pages. The login page is drawn without it, so it is not part of this script. */
const loadGuard = async () => {
  const load = () => Promise.all([loadContract(), import('./shell/menu/menu.ts')]);
  const [{ contractOfSession }, guard] = await loadChunk(load);
  return { contract: await contractOfSession(readSession()), guard };
};

async function isGuardedPath(path: string): Promise<boolean> {
  const { contract, guard } = await loadGuard();
  return guard.isGuardedPath(contract, path);
}

async function mayOpenPage(path: string, role: Role): Promise<boolean> {
  const { contract, guard } = await loadGuard();
  return guard.mayOpen(contract, path, role, false);
}

/** Without a session every known path leads to the login; an unknown path shows the error page. */
async function openPage(): Promise<void> {
  try {
    const { pathname } = window.location;
    if (!readSession() && (await isGuardedPath(pathname))) {
      saveWishedPage();
      window.location.replace('/login');
      return;
    }
    // The declarations of the page come while the script of the console is on its way.
    const loadPage = () => loadContract().then((entities) => entities.contractForPage(pathname, readSession()));
    const load = () => Promise.all([import('./App.tsx'), loadPage(), loadTexts()]);
    const [{ startConsole }, contract] = await loadChunk(load);
    startConsole(contract);
    reloadOnOtherRights(whenSaved);
  } catch {
    showChunkFailure();
  }
}

/** The pages beside the login: whoever has no password opens them, without the script of the console. */
const passwordPages: Readonly<Record<string, () => Promise<{ default: ComponentType }>>> = {
  '/forgot_password': () => import('./custom/login/ForgotPassword.tsx'),
  '/set_password': () => import('./custom/login/SetPassword.tsx'),
};

/** Draws a page without the console, once its script and the texts are loaded. */
async function openAlone(load: () => ReactNode | Promise<ReactNode>): Promise<void> {
  const root = document.getElementById('root');
  try {
    const [page] = await loadChunk(() => Promise.all([load(), loadTexts()]));
    if (root) createRoot(root).render(page);
  } catch {
    showChunkFailure();
  }
}

tolerateTranslation();
setDocumentLanguage();
reloadOnLanguageChange(whenSaved);
// The login is a separate page, so that a visitor loads no more than it needs.
const { pathname } = window.location;
const loadPasswordPage = Object.hasOwn(passwordPages, pathname) ? passwordPages[pathname] : undefined;
if (pathname === '/login') void openAlone(() => <Login mayOpenPage={mayOpenPage} />);
else if (loadPasswordPage) void openAlone(() => loadPasswordPage().then(({ default: Page }) => <Page />));
else void openPage();
