import { createRoot } from 'react-dom/client';
import type { Role } from '../contract/schema/access.ts';
import { saveWishedPage } from './authProvider/leave.ts';
import { readSession } from './authProvider/session.ts';
import { crashPageStyle } from './crashPageStyle.ts';
import { Login } from './custom/login/Login.tsx';
import { reloadOnLanguageChange, setDocumentLanguage } from './i18n/language.ts';
import { text } from './i18n/text.ts';
import { applyChosenTheme } from './shell/theme/applyChosenTheme.ts';
import { loadChunk } from './ui/lazyChunk.ts';
import './shell/theme/fonts.css';

/** Offers a reload when a script of the page does not load (B37). */
function showChunkFailure(): void {
  const container = document.getElementById('root');
  if (!container) return;
  const page = Object.assign(document.createElement('main'), { textContent: text().errors.scriptNotLoaded });
  const button = Object.assign(document.createElement('button'), { textContent: text().list.retry });
  button.onclick = () => window.location.reload();
  Object.assign(page.style, crashPageStyle.page);
  Object.assign(button.style, crashPageStyle.button);
  page.append(button);
  container.replaceChildren(page);
}

/**
 * Loads the declarations and the guard of the pages. The login page is drawn without them, so they are not part of this
 * script.
 */
const loadGuard = async () => {
  const scripts = [import('../contract/index.ts'), import('./shell/menu/menu.ts')] as const;
  const [{ contract }, guard] = await loadChunk(Promise.all(scripts));
  return { contract, guard };
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
    (await loadChunk(import('./App.tsx'))).startConsole();
  } catch {
    showChunkFailure();
  }
}

setDocumentLanguage();
applyChosenTheme();
reloadOnLanguageChange();
// The login is a separate page, so that a visitor loads no more than it needs.
if (window.location.pathname === '/login') {
  const root = document.getElementById('root');
  if (root) createRoot(root).render(<Login mayOpenPage={mayOpenPage} />);
} else void openPage();
