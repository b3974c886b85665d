import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Account, settled, startConsole, type TestConsole } from '../support/console.ts';
import { longestTask, slowdown } from '../support/processorTime.ts';

let desk: TestConsole;
beforeAll(async () => {
  desk = await startConsole();
});
afterAll(() => desk.close());

type Row = Record<string, unknown> & { id: number };

/** Gives a list 100 rows on a page by repeating those of the demo. */
async function fill(page: Page, list: string): Promise<void> {
  await page.route(`**${list}*`, async (route) => {
    const answer = await route.fetch({
      url: route
        .request()
        .url()
        .replace(/per_page=\d+/, 'per_page=100')
        .replace(/([?&])page=\d+/, '$1page=1'),
    });
    const body = (await answer.json()) as { items: Row[] };
    const items = Array.from({ length: 100 }, (_, at) => {
      const row = body.items[at % body.items.length] as Row;
      return { ...row, id: row.id + 10_000 * Math.floor(at / body.items.length) };
    });
    await route.fulfill({ response: answer, json: { ...body, items, total: 100, per_page: 20 } });
  });
}

/** The longest task in ms of an idle machine, and the requests, while the list is opened from the menu. */
async function opening(account: Account, path: string, list: string) {
  const page = await desk.open(account);
  await fill(page, list);
  // The scripts are loaded beforehand, so that only the list is measured.
  for (const one of [path, '/message']) {
    await page.goto(one);
    await settled(page);
  }
  const group = page.getByRole('button', { name: 'Authorization' });
  if (await group.count()) await group.click();
  const link = page.locator(`nav a[href="${path}"]`);
  await link.waitFor();
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.startsWith('/v1/')) calls.push(pathname + search);
  });
  const before = await slowdown(page);
  const longest = await longestTask(page, async () => {
    await link.click();
    await page.locator('tbody tr').nth(99).waitFor();
    await settled(page);
  });
  const slowness = (before + (await slowdown(page))) / 2;
  await page.close();
  return { longest: longest / slowness, calls };
}

describe('a page that loads', () => {
  it.each<[string, Account | undefined]>([
    ['/login', undefined],
    ['/authorization/order', 'operations'],
    ['/authorization/order/1', 'operations'],
    ['/dashboard', 'enterprise'],
  ])('keeps what is read in its place: %s, on a phone', async (path, account) => {
    const page = await desk.open(account, { viewport: { width: 390, height: 844 } });
    await page.goto(path);
    await settled(page);
    const shift = await page.evaluate(async () => {
      let sum = 0;
      const add = (list: PerformanceObserverEntryList) => {
        for (const one of list.getEntries()) sum += (one as PerformanceEntry & { value: number }).value;
      };
      new PerformanceObserver(add).observe({ type: 'layout-shift', buffered: true });
      // Observers report earlier entries in the next task.
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
      return sum;
    });
    // A layout shift of up to 0.1 counts as good (Web Vitals).
    expect(shift).toBeLessThan(0.05);
  });
});

/** The longest task while a page loads on a phone, in ms of an idle machine at a quarter of its speed. */
async function loading(account: Account, path: string): Promise<number> {
  const page = await desk.open(account, { viewport: { width: 390, height: 844 } });
  await page.goto('/healthz');
  const before = await slowdown(page);
  const longest = await longestTask(page, async () => {
    await page.goto(path);
    await settled(page);
  });
  const slowness = (before + (await slowdown(page))) / 2;
  await page.close();
  return Math.round((4 * longest) / slowness);
}

describe('the first list', () => {
  it('is loaded without a task of 200 ms at a quarter of the speed, on a phone', async () => {
    const runs: number[] = [];
    while (runs.length < 5 && !runs.some((one) => one <= 200))
      runs.push(await loading('operations', '/authorization/order'));
    console.log(`the first list: the longest task of its load was ${runs.join(', ')} ms`);
    expect(Math.min(...runs)).toBeLessThanOrEqual(200);
  });
});

describe('a list of 100 rows', () => {
  it.each<[Account, string, string]>([
    ['operations', '/authorization/order', '/v1/order/list'],
    ['enterprise', '/authorization/project', '/v1/project/list'],
    ['superadmin', '/audit', '/v1/audit/list'],
  ])(
    'for %s at %s asks once, and never keeps the page busy for 200 ms at a quarter of the speed',
    async (account, path, list) => {
      const runs: number[] = [];
      // Other programs only add time, so the shortest run is the time that the page needs.
      while (runs.length < 5 && !runs.some((one) => one <= 200)) {
        const { longest, calls } = await opening(account, path, list);
        const pages = calls.filter((one) => one.startsWith(`${list}?`)).map((one) => /[?&]page=(\d+)/.exec(one)?.[1]);
        // The next page is fetched when this one has been shown.
        expect(pages).toEqual(['1', '2']);
        // Besides the list, requests for the options of its filters and for messages.
        expect(calls.length - pages.length).toBeLessThan(5);
        runs.push(Math.round(4 * longest));
      }
      console.log(`${path}: the longest task was ${runs.join(', ')} ms`);
      expect(Math.min(...runs)).toBeLessThanOrEqual(200);
    },
  );
});
