import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { onTestFinished } from 'vitest';
import { type SignInAnswer, sessionOf } from '../../src/authProvider/session.ts';
import { busyParts } from '../../src/ui/busyParts.ts';
import { type Api, password } from './account.ts';
import { sharedBrowser } from './chromium.ts';
import { createPostgres } from './database.ts';
import { demoSecret } from './demoDatabase.ts';
import { type RunningServer, startServer } from './server.ts';
import { patience } from './slowPages.ts';

/** Closes something when the present test ends. What is opened outside of a test stays open as long as its file. */
function closeAfterTest(close: () => Promise<unknown>): void {
  try {
    onTestFinished(async () => {
      await close();
    });
  } catch {
    // Vitest has no present test: the file closes it.
  }
}

export { type Account, type Api, accounts, password, walkers } from './account.ts';

type Storage = Exclude<BrowserContextOptions['storageState'], string | undefined>;

interface Options extends BrowserContextOptions {
  /** Opens the console as the salesman who acts for the account `enterprise`. */
  acting?: boolean;
}

export interface TestConsole {
  readonly server: RunningServer;
  readonly browser: Browser;
  /**
   * Opens a new browser profile, signed in as an account (of the demo, or created with the same password), or signed
   * out.
   */
  open(account?: string, options?: Options): Promise<Page>;
  api(account: string): Promise<Api>;
  settle(name: string): Promise<void>;
  close(): Promise<void>;
}

/**
 * Starts a server with a copy of the prepared demo. A tree that must be built first, or a server with its own folder,
 * creates the demo itself.
 */
async function startDemo(
  env: Record<string, string>,
  tree: string | undefined,
  built: boolean,
): Promise<RunningServer> {
  if ((tree && !built) || env['DATA_DIR']) return startServer(env, tree, undefined, built);
  const template = process.env['TEST_DEMO_DATABASE'];
  if (!template) return startServer(env, tree, process.env['TEST_DEMO_DIR'], built);
  const { url, drop } = await createPostgres(template);
  const settings = { DATABASE_URL: url, DEMO: '1', SECRET_KEY: demoSecret };
  const server = await startServer({ ...settings, ...env }, tree, undefined, built);
  const stop = async () => {
    await server.stop();
    await drop();
  };
  return { ...server, stop };
}

/**
 * Starts the demo with a real server and a real browser. `tree` is another source tree; `built` means that its console
 * is built already.
 */
export async function startConsole(
  env: Record<string, string> = {},
  tree?: string,
  built = false,
): Promise<TestConsole> {
  const server = await startDemo(env, tree, built);
  const browser = await sharedBrowser();
  const [inUse, idle] = [new Map<BrowserContext, string>(), new Map<BrowserContext, string>()];
  const call = async (key: string | undefined, method: string, path: string, body?: unknown) => {
    const headers = { 'content-type': 'application/json', ...(key && { authorization: key }) };
    const answer = await fetch(server.url + path, {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  };
  const signIn = (name: string): Promise<SignInAnswer> =>
    call(undefined, 'POST', '/v1/auth/login', { name, password }) as Promise<SignInAnswer>;
  const act = async (sales: SignInAnswer): Promise<SignInAnswer> => {
    const { items } = (await call(sales.api_key, 'GET', '/v1/user/list?search=enterprise')) as {
      items: { id: number; name: string }[];
    };
    const id = items.find((one) => one.name === 'enterprise')?.id;
    return (await call(sales.api_key, 'POST', `/v1/auth/login/user/${id}`)) as SignInAnswer;
  };
  // A profile is emptied and reused after its last page is closed, because it has the scripts in its cache.
  const profileFor = async (options: BrowserContextOptions, storageState: Storage): Promise<BrowserContext> => {
    const kind = JSON.stringify(options);
    const [known] = [...idle].find(([, its]) => its === kind) ?? [];
    if (known) {
      idle.delete(known);
      inUse.set(known, kind);
      await known.setStorageState(storageState);
      return known;
    }
    const made = await browser.newContext({ ...options, storageState });
    inUse.set(made, kind);
    const setIdle = () => {
      if (made.pages().length > 0) return;
      inUse.delete(made);
      idle.set(made, kind);
    };
    made.on('page', (page) => page.once('close', setIdle));
    return made;
  };
  const release = async (profile: BrowserContext) => {
    for (const page of profile.pages()) {
      // Responses that the test mocks may still be pending; they fail when the page closes.
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      await page.close();
    }
  };
  const open = async (account?: string, { acting, ...options }: Options = {}) => {
    const own = account && (await signIn(account));
    const welcome = own && acting ? await act(own) : own;
    const item = { name: 'licence.session', value: welcome ? JSON.stringify(sessionOf(welcome)) : '' };
    const storageState = { cookies: [], origins: welcome ? [{ origin: server.url, localStorage: [item] }] : [] };
    const settings = { locale: 'en-US', timezoneId: 'UTC', viewport: { width: 1440, height: 900 }, ...options };
    const profile = await profileFor({ baseURL: server.url, ...settings }, storageState);
    const page = await profile.newPage();
    page.setDefaultTimeout(patience);
    // Pages opened in a test are closed after it; pages opened before all tests stay open.
    closeAfterTest(() => release(profile));
    return page;
  };
  const api = async (account: string): Promise<Api> => {
    const welcome = await signIn(account);
    return { welcome, call: (method, path, body) => call(welcome.api_key, method, path, body) };
  };
  const settle = async (name: string) => {
    const { api_key } = await signIn(name);
    for (const [old, next] of [
      [password, `${password}x`],
      [`${password}x`, password],
    ] as const)
      await call(api_key, 'POST', '/v1/auth/password', { password: old, password1: next, password2: next });
  };
  const close = async () => {
    for (const profile of [...inUse.keys()]) await release(profile);
    for (const profile of [...inUse.keys(), ...idle.keys()]) await profile.close();
    await server.stop();
  };
  return { server, browser, open, api, settle, close };
}

/** Runs in the page: waits for three idle checks in a row, because drawn content may start further requests. */
function untilQuiet({ busyParts, patience }: { busyParts: string; patience: number }): Promise<void> {
  const isBusy = () => document.querySelector(busyParts) !== null;
  const end = performance.now() + patience;
  return new Promise((resolve, reject) => {
    let quiet = 0;
    const look = () => {
      quiet = isBusy() ? 0 : quiet + 1;
      if (quiet === 3) resolve();
      else if (performance.now() > end) reject(new Error('the page stays busy'));
      else setTimeout(look, 20);
    };
    look();
  });
}

/** Waits until the page shows its heading and is idle. */
export async function settled(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor();
  await page.evaluate(untilQuiet, { busyParts, patience });
}

/** Waits for an element. The page checks in each frame, where a locator checks only twice per second. */
export const shown = async (page: Page, selector: string): Promise<void> => {
  await page.waitForFunction((wanted) => document.querySelector(wanted) !== null, selector);
};

/** Waits for finite animations to end. */
export const still = (page: Page): Promise<unknown> =>
  page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter((one) => one.effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY)
        .map((one) => one.finished),
    ).then(() => undefined),
  );

/** Navigates as a link does, without reloading the console. */
export const follow = (page: Page, path: string): Promise<void> =>
  page.evaluate((to) => {
    window.history.pushState({}, '', to);
    window.dispatchEvent(new PopStateEvent('popstate', { state: {} }));
  }, path);

/** Opens another page of the console and waits until it is shown. */
export async function turnTo(page: Page, path: string): Promise<void> {
  const [at, title] = [new URL(page.url()), await page.title()];
  await follow(page, path);
  // The old page stays visible until the new one is ready.
  if (new URL(path, at).pathname !== at.pathname)
    await page.waitForFunction((before) => document.title !== before, title);
  await settled(page);
}
