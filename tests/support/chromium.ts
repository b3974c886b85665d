import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';
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

/** The system's Chromium; scripts/test.mjs installs it where it can. Throws a plain sentence without one. */
export function launchBrowser(): Promise<Browser> {
  const executablePath = places.find((path) => path !== undefined && existsSync(path));
  if (!executablePath) throw new Error('No Chromium was found: install the package "chromium" or set CHROME_PATH');
  return chromium.launch({ executablePath, args: quiet });
}
