import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { settled, startConsole, type TestConsole } from '../support/console.ts';
import { firstOf } from '../support/scale.ts';

let desk: TestConsole;
beforeAll(async () => {
  desk = await startConsole();
});
afterAll(async () => desk.close());

interface Paints {
  /** The sum of all layout shifts, as Cumulative Layout Shift counts them. */
  shift: number;
  refused: string[];
}

/** Records, from the beginning of the next page, what moves and what the page's policy refuses. */
const record = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const paints: Paints = { shift: 0, refused: [] };
    Object.assign(window, { paints });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) paints.shift += (entry as unknown as { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      paints.refused.push(`${violatedDirective} ${blockedURI}`),
    );
  });

const recorded = (page: Page): Promise<Paints> => page.evaluate(() => (window as unknown as { paints: Paints }).paints);

/** Waits for the first paint with content. */
const painted = (page: Page): Promise<unknown> =>
  page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);

/** Opens a page whose scripts do not arrive before `release` is called. */
async function openWithoutScripts(page: Page, path: string): Promise<{ release: () => void }> {
  let release = () => {};
  const paused = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/assets/*.js', async (route) => {
    await paused;
    await route.continue();
  });
  await record(page);
  await page.goto(path, { waitUntil: 'commit' });
  return { release };
}

/** The brightness of the frame's background, from 0 to 255. */
const brightness = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const colour = getComputedStyle(document.querySelector('.frame') as Element).backgroundColor;
    return Math.max(...(colour.match(/\d+/g) ?? []).map(Number));
  });

const sizes = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
  { width: 749, height: 900 },
];
const pages = [
  { path: '/login', account: undefined },
  { path: '/authorization/order', account: 'operations' },
  { path: '/dashboard', account: 'operations' },
  { path: '/subscription', account: undefined },
];

describe('a page whose scripts have not arrived (issue 33)', () => {
  for (const { path, account } of pages)
    it.each(firstOf(2, sizes))(
      `${path} draws a frame, and nothing moves when the page takes its place: $width px`,
      async (viewport) => {
        const page = await desk.open(account, { viewport });
        const { release } = await openWithoutScripts(page, path);
        await painted(page);
        expect(await page.locator('.frame-mark').isVisible()).toBe(true);
        release();
        await settled(page);
        expect(await page.locator('.frame').count()).toBe(0);
        const { shift, refused } = await recorded(page);
        expect(refused).toEqual([]);
        // The limit of a good page: web.dev/articles/cls.
        expect(shift).toBeLessThan(0.1);
      },
    );

  it.each([
    ['light', 'light', undefined],
    ['dark', 'dark', undefined],
    ['light', 'dark', 'light'],
    ['dark', 'light', 'dark'],
  ] as const)('is %s in a %s browser if the user chose %s', async (drawn, colorScheme, chosen) => {
    for (const { path, account } of pages) {
      const page = await desk.open(account, { colorScheme });
      await page.goto('/healthz');
      await page.evaluate((theme) => {
        if (theme) localStorage.setItem('RaStorelicence.theme', JSON.stringify(theme));
      }, chosen);
      const { release } = await openWithoutScripts(page, path);
      await painted(page);
      const isDark = (await brightness(page)) < 100;
      expect([path, isDark ? 'dark' : 'light']).toEqual([path, drawn]);
      expect((await recorded(page)).refused).toEqual([]);
      release();
      await settled(page);
      await page.close();
    }
  });

  it('has the menu of the console only for a signed-in user', async () => {
    const isMenuDrawn = async (account: string | undefined, path: string) => {
      const page = await desk.open(account);
      const { release } = await openWithoutScripts(page, path);
      await painted(page);
      const found = await page.locator('.frame-head').isVisible();
      release();
      await settled(page);
      await page.close();
      return found;
    };
    expect(await isMenuDrawn('operations', '/authorization/order')).toBe(true);
    expect(await isMenuDrawn(undefined, '/subscription')).toBe(false);
    expect(await isMenuDrawn('operations', '/subscription')).toBe(false);
    expect(await isMenuDrawn('operations', '/login')).toBe(false);
  });

  it('runs no other inline script', async () => {
    const page = await desk.open();
    await record(page);
    await page.goto('/login');
    await settled(page);
    const isRun = await page.evaluate(() => {
      document.head.append(Object.assign(document.createElement('script'), { textContent: 'window.isForeign = true' }));
      return 'isForeign' in window;
    });
    expect(isRun).toBe(false);
    await expect.poll(() => recorded(page).then(({ refused }) => refused)).toEqual(['script-src-elem inline']);
  });

  it('does not move for a user who wants no motion', async () => {
    const motions = async (reducedMotion: 'reduce' | 'no-preference') => {
      const page = await desk.open(undefined, { reducedMotion });
      const { release } = await openWithoutScripts(page, '/login');
      await painted(page);
      const count = await page.evaluate(() => document.getAnimations().length);
      release();
      return count;
    };
    expect(await motions('no-preference')).toBe(1);
    expect(await motions('reduce')).toBe(0);
  });

  it('says in both languages that it needs scripts if the browser runs none', async () => {
    const page = await desk.open(undefined, { javaScriptEnabled: false });
    await page.goto('/login');
    await expect.poll(() => page.locator('noscript p[lang=en]').isVisible()).toBe(true);
    await expect.poll(() => page.locator('noscript p[lang=zh-CN]').isVisible()).toBe(true);
  });
});

describe('a page on a slow line: 400 ms for each answer, 50 kB a second (issue 33)', () => {
  it.each(pages)('draws $path from its first answer, which is short', async ({ path, account }) => {
    const page = await desk.open(account);
    const cdp = await page.context().newCDPSession(page);
    await cdp.send('Network.enable');
    await cdp.send('Network.setCacheDisabled', { cacheDisabled: true });
    await cdp.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 400,
      downloadThroughput: 50_000,
      uploadThroughput: 50_000,
    });
    await page.goto(path, { waitUntil: 'commit' });
    await painted(page);
    const [first, main, blocking, length] = await page.evaluate(async () => {
      const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
      const scriptEnd = () =>
        (performance.getEntriesByType('resource') as PerformanceResourceTiming[]).find(({ name }) =>
          /\/assets\/index-[^/]*\.js$/.test(name),
        )?.responseEnd;
      while (!scriptEnd()) await new Promise((resolve) => requestAnimationFrame(resolve));
      const blocked = performance
        .getEntriesByType('resource')
        .filter((one) => (one as unknown as { renderBlockingStatus: string }).renderBlockingStatus === 'blocking')
        .map(({ name }) => name);
      const paint = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.POSITIVE_INFINITY;
      return [paint, scriptEnd() ?? 0, blocked, entry?.encodedBodySize ?? Number.POSITIVE_INFINITY] as const;
    });
    expect(first).toBeLessThan(main);
    expect(blocking).toEqual([]);
    // A tenth of a second at 50 kB a second, after one latency of 400 ms.
    expect(length).toBeLessThan(5000);
  });
});
