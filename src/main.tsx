import { createRoot } from 'react-dom/client';
import { keepWish } from './authProvider/leave.ts';
import { readSession } from './authProvider/session.ts';
import { brokenLook } from './brokenLook.ts';
import { Login } from './custom/login/Login.tsx';
import { dressDocument, followLanguage } from './i18n/language.ts';
import { text } from './i18n/text.ts';
import { dressTheme } from './shell/theme/chosenTheme.ts';
import { loadChunk } from './ui/lazyChunk.ts';
import './shell/theme/fonts.css';

/** Offers a reload when a part of the page does not come (B37). */
function chunkFailed(): void {
  const place = document.getElementById('root');
  if (!place) return;
  const page = Object.assign(document.createElement('main'), { textContent: text().errors.chunk });
  const button = Object.assign(document.createElement('button'), { textContent: text().list.retry });
  button.onclick = () => window.location.reload();
  Object.assign(page.style, brokenLook.page);
  Object.assign(button.style, brokenLook.button);
  page.append(button);
  place.replaceChildren(page);
}

/** Without a session every path leads to the login but those that nobody knows: they show the error page. */
async function openPage(): Promise<void> {
  try {
    const { pathname } = window.location;
    // The login is drawn without the declarations, so they are no part of this script.
    if (!readSession() && (await loadChunk(import('./shell/menu/menu.ts'))).isGuarded(pathname)) {
      keepWish();
      window.location.replace('/login');
      return;
    }
    (await loadChunk(import('./App.tsx'))).start();
  } catch {
    chunkFailed();
  }
}

dressDocument();
dressTheme();
followLanguage();
// The login is a page of its own, so that a visitor loads no more than it needs.
if (window.location.pathname === '/login') {
  const root = document.getElementById('root');
  if (root) createRoot(root).render(<Login />);
} else void openPage();
