import { existsSync } from 'node:fs';
import { type Browser, type BrowserContext, chromium } from 'playwright-core';
import browsers from '../../scripts/browsers.json' with { type: 'json' };
import { slowPagesOf } from './slowPages.ts';

/** The headless shell is first: it has the same engine without desktop windows and needs half the time per page. */
const places = [process.env.CHROME_PATH, ...browsers];

const quiet = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

function findBrowser(): string {
  const found = places.find((path) => path !== undefined && existsSync(path));
  if (!found) throw new Error('No Chromium was found: install the package "chromium" or set CHROME_PATH');
  return found;
}

/**
 * Starts the system's Chromium, which scripts/test.mjs installs where it can.
 * @throws an error that explains how to get Chromium
 */
export async function launchBrowser(more: readonly string[] = []): Promise<Browser> {
  const browser = await chromium.launch({ executablePath: findBrowser(), args: [...quiet, ...more] });
  const newContext = browser.newContext.bind(browser);
  browser.newContext = async (options) => slowPagesOf(await newContext(options));
  return browser;
}

let shared: Promise<Browser> | undefined;

/** The browser of this worker. Test files share it, each with its own profiles; it ends with the worker process. */
export function sharedBrowser(): Promise<Browser> {
  shared ??= launchBrowser();
  return shared;
}

/** The same browser with one profile, stored in a folder, and a local port through which another tool controls it. */
export const launchProfile = async (folder: string, port: number): Promise<BrowserContext> =>
  slowPagesOf(
    await chromium.launchPersistentContext(folder, {
      executablePath: findBrowser(),
      args: [...quiet, `--remote-debugging-port=${port}`],
    }),
  );
