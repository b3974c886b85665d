import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { en } from '../../src/i18n/en.ts';
import { follow, settled, startConsole, type TestConsole } from '../support/console.ts';
import { makeCustomer } from '../support/customer.ts';

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
    // The script that shows the failure may not be there either.
    const problem = failed(page).or(page.getByText(en.errors.scriptNotLoaded)).first();
    await problem.waitFor();
    await page.context().setOffline(false);
    await rows(page).first().waitFor();
    await expect.poll(() => problem.count()).toBe(0);
    expect(await isSame(page)).toBe(true);
  });

  it('a part of a record too, with its script', async () => {
    const page = await openOrders();
    // Scripts and data of a record are loaded ahead, so these are without a network from the beginning.
    const away = ['**/assets/RecordHistory*', '**/v1/history/**'];
    for (const path of away) await page.route(path, (route) => route.abort('internetdisconnected'));
    await page.goto('/authorization/order');
    await rows(page).nth(1).getByRole('link').first().click();
    await page.evaluate(() => Object.assign(window, { isSame: true }));
    await page.getByRole('tab', { name: en.record.history }).click();
    const notLoaded = page.getByText(en.errors.scriptNotLoaded);
    await notLoaded.waitFor();
    await page.unroute(away[0] ?? '');
    await page.evaluate(() => window.dispatchEvent(new Event('online')));
    // The script is there now, what it shows is not yet.
    await failed(page).waitFor();
    await page.unroute(away[1] ?? '');
    await page.evaluate(() => window.dispatchEvent(new Event('online')));
    const panel = page.getByRole('tabpanel').filter({ visible: true });
    await panel
      .getByText(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/)
      .first()
      .waitFor();
    await expect.poll(() => notLoaded.or(failed(page)).count()).toBe(0);
    expect(await isSame(page)).toBe(true);
  });

  it('a record whose address was opened too', async () => {
    const page = await openOrders();
    const { items } = await (await desk.api('operations')).call('GET', '/v1/order/list?page=3');
    const [{ id, code }] = items;
    await page.route(`**/v1/order/${id}`, (route) => route.abort('internetdisconnected'));
    await page.goto(`/authorization/order/${id}`);
    await page.evaluate(() => Object.assign(window, { isSame: true }));
    await failed(page).waitFor();
    await page.unroute(`**/v1/order/${id}`);
    await page.evaluate(() => window.dispatchEvent(new Event('online')));
    await page
      .getByRole('heading', { name: new RegExp(code) })
      .first()
      .waitFor();
    expect([await failed(page).count(), await isSame(page)]).toEqual([0, true]);
  });
});

describe('Undo without a network', () => {
  it('says so, and is offered until the records are restored, each once', async () => {
    const customer = await makeCustomer(desk);
    for (let size = 1; size <= 2; size += 1) await customer.order(size);
    const page = await desk.open(customer.name, { reducedMotion: 'reduce' });
    onTestFinished(() => page.context().setOffline(false));
    await page.goto('/authorization/order');
    await rows(page).nth(1).waitFor();
    await settled(page);
    await page.getByRole('checkbox', { name: en.views.selectAll }).click();
    await page.getByRole('button', { name: /^Delete \(2\)/ }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Delete.*\(2\)/ })
      .click();
    await page.getByRole('dialog').getByRole('button', { name: en.actions.close }).last().click();
    const undo = page.locator('[data-undo]');
    await undo.waitFor();
    let restored = 0;
    await page.route('**/v1/order/restore/**', (route) => {
      restored += 1;
      return restored === 2 ? route.abort('internetdisconnected') : route.continue();
    });
    await undo.click();
    await page.getByRole('alert').filter({ hasText: en.errors.timeout }).waitFor();
    await undo.click();
    await rows(page).nth(1).waitFor();
    await page.getByText(en.done.restoredMany(2)).waitFor();
    expect(restored).toBe(3);
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

  it.each([
    ['of a list', '**/assets/DisplaySwitch-*'],
    ['with the declaration of an entity', '**/assets/order-*'],
  ])('a script %s that did not load is there by itself once there is one', async (_, script) => {
    const page = await desk.open('operations', { reducedMotion: 'reduce' });
    await page.route(script, (route) => route.abort('connectionrefused'));
    await page.goto('/userinfo');
    await settled(page);
    await page.evaluate(() => Object.assign(window, { isSame: true }));
    await follow(page, '/authorization/order');
    const notLoaded = page.getByText(en.errors.scriptNotLoaded);
    await notLoaded.waitFor();
    // It is not announced at each attempt.
    await notLoaded.evaluate((element) => Object.assign(element, { isFirst: true }));
    await page.waitForTimeout(6_000);
    expect(await notLoaded.evaluate((element) => 'isFirst' in element)).toBe(true);
    await page.unroute(script);
    await rows(page).first().waitFor();
    expect([await notLoaded.count(), await isSame(page)]).toEqual([0, true]);
  });

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
    const wait = async () => {
      await page.clock.runFor(10_000);
      return asked - first;
    };
    await expect.poll(wait, { interval: 200 }).toBeGreaterThanOrEqual(3);
    await rows(page).first().waitFor();
    // The first failure alone was shown.
    expect(await page.getByRole('alert').count()).toBeLessThanOrEqual(1);
  });
});
