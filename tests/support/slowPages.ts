import type { BrowserContext, Page } from 'playwright-core';

/**
 * With SLOW_PAGES=6 every page has a sixth of its processor and waits for each answer, so that a test that reads a
 * page once, instead of waiting, fails each time: `SLOW_PAGES=6 npx vitest run tests/browser/queue.test.ts`.
 */
const slowness = Number(process.env['SLOW_PAGES'] ?? 1);

/** How long each answer of the server takes in addition, in milliseconds: 300 with SLOW_PAGES=6. */
export const answerDelay = 60 * (slowness - 1);

/**
 * How long to wait for something.
 * @param usual milliseconds on a page of the usual speed
 * @returns milliseconds at the speed of this run
 */
export const patiently = (usual: number): number => usual * slowness;

/**
 * How long a test waits for a page, in milliseconds: longer than a person would, since the machine may build another console
 * meanwhile.
 */
export const patience = patiently(30_000);

async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowness });
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: answerDelay,
    downloadThroughput: -1,
    uploadThroughput: -1,
  });
}

/** Slows every page of a browser profile down, if this run asks for it. */
export function slowPagesOf(context: BrowserContext): BrowserContext {
  if (slowness === 1) return context;
  const newPage = context.newPage.bind(context);
  context.newPage = async () => {
    const page = await newPage();
    await slowDown(page);
    return page;
  };
  return context;
}
