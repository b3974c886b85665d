import { existsSync } from 'node:fs';
import { type Browser, type BrowserContext, chromium } from 'playwright-core';
import browsers from '../../scripts/browsers.json' with { type: 'json' };

/** The shell comes first: the same engine without the windows of a desktop, half the work for each page. */
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

/** The system's Chromium; scripts/test.mjs installs it where it can. Throws a plain sentence without one. */
export const launchBrowser = async (more: readonly string[] = []): Promise<Browser> =>
  chromium.launch({ executablePath: findBrowser(), args: [...quiet, ...more] });

let shared: Promise<Browser> | undefined;

/** The browser of this worker. Its files share it, each with profiles of its own; it ends with the worker's process. */
export function sharedBrowser(): Promise<Browser> {
  shared ??= launchBrowser();
  return shared;
}

/** The same with one profile, kept in a folder, and a port of loopback by which another tool drives it. */
export const launchProfile = async (folder: string, port: number): Promise<BrowserContext> =>
  chromium.launchPersistentContext(folder, {
    executablePath: findBrowser(),
    args: [...quiet, `--remote-debugging-port=${port}`],
  });
