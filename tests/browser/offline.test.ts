import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
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
  // A profile is used again by the next test.
  onTestFinished(() => page.context().setOffline(false));
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

  it('a part of a record too', async () => {
    const page = await openOrders();
    await rows(page).nth(1).getByRole('link').first().click();
    const record = page.getByRole('dialog').first();
    await record.getByRole('tab', { name: en.record.history }).waitFor();
    await settled(page);
    await page.context().setOffline(true);
    await record.getByRole('tab', { name: en.record.history }).click();
    await failed(page).waitFor();
    await page.context().setOffline(false);
    await expect.poll(() => failed(page).count()).toBe(0);
    await record.getByRole('listitem').first().waitFor();
    expect(await isSame(page)).toBe(true);
  });

  it('a record whose address was opened too', async () => {
    const page = await openOrders();
    const [, path = ''] = /(\/authorization\/order\/\d+)/.exec((await rows(page).nth(2).innerHTML()) ?? '') ?? [];
    const endpoint = `**/v1/order/${path.split('/').at(-1)}`;
    await page.route(endpoint, (route) => route.abort('internetdisconnected'));
    await page.goto(path);
    await page.evaluate(() => Object.assign(window, { isSame: true }));
    await failed(page).waitFor();
    await page.unroute(endpoint);
    await page.evaluate(() => window.dispatchEvent(new Event('online')));
    await expect.poll(() => failed(page).count()).toBe(0);
    await page.getByRole('dialog').or(page.locator('.record')).first().getByRole('tab').first().waitFor();
    expect(await isSame(page)).toBe(true);
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
