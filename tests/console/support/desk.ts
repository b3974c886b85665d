import { contract } from '../../../contract/index.ts';
import type { Contract } from '../../../contract/schema/entity.ts';
import { type SignInAnswer, sessionOf } from '../../../src/authProvider/session.ts';
import { busyParts } from '../../../src/ui/busyParts.ts';
import { type Account, type Accounts, type Api, password } from '../../support/account.ts';

import { outlined } from '../../support/outlined.ts';
import { type Backend, startBackend } from './backend.ts';
import { until } from './locator.ts';
import { createNetwork } from './network.ts';
import { Page } from './page.tsx';

export type { Page } from './page.tsx';

interface Options {
  locale?: string;
  timezoneId?: string;
  /** The entities of the console, if not those of the product in full. */
  entities?: Contract;
  /** Opens the console as the salesman who acts for the account `enterprise`. */
  acting?: boolean;
}

export interface Desk extends Accounts {
  readonly backend: Backend;
  /** Opens a fresh browser, signed in as an account or signed out, and closes the page that was open before. */
  open(account?: string, options?: Options): Promise<Page>;
  /** Sends a request directly to the server; refusals are returned as well. */
  ask(key: string | undefined, method: string, path: string, body?: unknown): Response | Promise<Response>;
  leave(): Promise<void>;
  close(): Promise<void>;
}

/** With OUTLINED=1 every test begins without declarations: `OUTLINED=1 npx vitest run tests/console`. */
const wholeContract = (): Contract => (process.env['OUTLINED'] ? outlined(contract) : contract);

const origin = 'http://console.test';

/** Sends a request to the server, bypassing the console. */
function ask(backend: Backend, key: string | undefined, method: string, path: string, body?: unknown) {
  const headers = { 'content-type': 'application/json', ...(key && { authorization: key }) };
  const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
  return backend.fetch(new Request(origin + path, init));
}

async function read(backend: Backend, key: string | undefined, method: string, path: string, body?: unknown) {
  const answer = await ask(backend, key, method, path, body);
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}

/** Starts the console in jsdom with the real server and the demo, both in this process. */
export async function startDesk(): Promise<Desk> {
  // The scripts are imported now, so that the first test does not wait for them.
  const [backend] = await Promise.all([startBackend(contract), import('../../../src/App.tsx')]);
  const network = createNetwork((request) => backend.fetch(request));
  const zone = process.env['TZ'];
  let page: Page | undefined;

  const signIn = (name: string): Promise<SignInAnswer> =>
    read(backend, undefined, 'POST', '/v1/auth/login', { name, password });
  const act = async (sales: SignInAnswer): Promise<SignInAnswer> => {
    const { items } = await read(backend, sales.api_key, 'GET', '/v1/user/list?search=enterprise');
    const id = items.find((one: { name: string }) => one.name === ('enterprise' satisfies Account)).id;
    return read(backend, sales.api_key, 'POST', `/v1/auth/login/user/${id}`);
  };
  const leave = async () => {
    await page?.close();
    page = undefined;
    localStorage.clear();
    process.env['TZ'] = zone;
  };
  const open = async (
    account?: string,
    { locale = 'en-US', timezoneId, acting, entities = wholeContract() }: Options = {},
  ) => {
    await leave();
    const own = account && (await signIn(account));
    const welcome = own && acting ? await act(own) : own;
    if (welcome) localStorage.setItem('licence.session', JSON.stringify(sessionOf(welcome)));
    Object.defineProperty(navigator, 'language', { value: locale, configurable: true });
    if (timezoneId) process.env['TZ'] = timezoneId;
    page = new Page(network, entities);
    return page;
  };
  const api = async (account: string): Promise<Api> => {
    const welcome = await signIn(account);
    return { welcome, call: (method, path, body) => read(backend, welcome.api_key, method, path, body) };
  };
  // Written to the database, because hashing two passwords per account would cost seconds.
  const settle = async (name: string) => {
    await backend.executeSql('update users set must_change_password = false where name = $1', [name]);
  };
  const close = async () => {
    await leave();
    network.close();
    await backend.close();
  };
  return { backend, ask: (...call) => ask(backend, ...call), open, api, settle, leave, close };
}

/** Waits until the page shows its heading and is idle. */
export async function settled(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor();
  // Three checks in a row, because drawn content may start further requests.
  let quiet = 0;
  await until(() => {
    const busy = document.querySelector(busyParts);
    quiet = busy ? 0 : quiet + 1;
    if (quiet < 3) throw new Error(`the page is busy: ${(busy?.cloneNode() as Element | undefined)?.outerHTML}`);
  });
}
