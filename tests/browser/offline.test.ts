import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { en } from '../../src/i18n/en.ts';
import { settled, startConsole, type TestConsole } from '../support/console.ts';

/** What could not be loaded comes back by itself once it can be (issue 33, section 4). */

let desk: TestConsole;
beforeAll(async () => {
  desk = await startConsole();
});
afterAll(() => desk.close());

const rows = (page: Page) => page.locator('tbody tr[data-row]');
const failed = (page: Page) => page.getByText(en.errors.notLoaded).first();
const openOrders = async (): Promise<Page> => {
  const page = await desk.open('operations', { reducedMotion: 'reduce' });
  await page.goto('/authorization/order');
  await rows(page).first().waitFor();
  await settled(page);
  // Nothing may be loaded again: the page stays the same.
  await page.evaluate(() => Object.assign(window, { isSame: true }));
  return page;
};
const isSame = (page: Page) => page.evaluate(() => 'isSame' in window);

describe('without a network', () => {
  it('a list that could not be loaded is there once the network is back', async () => {
    const page = await openOrders();
    await page.context().setOffline(true);
    await page.getByRole('searchbox').fill('ORD');
    await failed(page).waitFor();
    await page.context().setOffline(false);
    await rows(page).first().waitFor();
    expect(await failed(page).count()).toBe(0);
    expect(await isSame(page)).toBe(true);
  });

  it('a record too', async () => {
    const page = await openOrders();
    const code = (await rows(page).first().getByRole('link').first().textContent()) ?? '';
    await page.context().setOffline(true);
    // Back and forth, so that the record is read anew.
    await page.evaluate(() => window.history.pushState(null, '', '/authorization/order/1'));
    await page.evaluate(() => window.dispatchEvent(new PopStateEvent('popstate')));
    await failed(page).waitFor();
    await page.context().setOffline(false);
    await expect.poll(() => failed(page).count()).toBe(0);
    await page.getByRole('heading', { level: 2 }).first().waitFor();
    expect([code.length > 0, await isSame(page)]).toEqual([true, true]);
  });
});

describe('without a server', () => {
  it.each([502, 503, 504])(
    'a list that was answered %d is there once the window has the focus again',
    async (status) => {
      const page = await openOrders();
      await page.route('**/v1/order/list?**', (route) => route.fulfill({ status, body: 'upstream' }));
      await page.getByRole('searchbox').fill('ORD');
      await failed(page).waitFor();
      await page.unroute('**/v1/order/list?**');
      await page.evaluate(() => window.dispatchEvent(new Event('focus')));
      await rows(page).first().waitFor();
      expect(await isSame(page)).toBe(true);
    },
  );

  it('it is asked again at growing intervals, without a message for each, and comes by itself', async () => {
    const page = await openOrders();
    let asked = 0;
    await page.route('**/v1/order/list?**', (route) => {
      asked += 1;
      return asked > 3 ? route.continue() : route.fulfill({ status: 503, body: 'upstream' });
    });
    await page.clock.install();
    await page.getByRole('searchbox').fill('ORD');
    await page.clock.runFor(1000);
    await failed(page).waitFor();
    const first = asked;
    for (let minutes = 0; minutes < 3 && asked < 4; minutes += 1) {
      await page.clock.runFor(60_000);
      await page.waitForLoadState('networkidle');
    }
    await rows(page).first().waitFor();
    expect(asked - first).toBeGreaterThanOrEqual(3);
  });
});
