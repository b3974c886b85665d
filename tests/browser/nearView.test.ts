import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Account, settled, startConsole, type TestConsole } from '../support/console.ts';

let desk: TestConsole;
beforeAll(async () => {
  desk = await startConsole();
});
afterAll(() => desk.close());

const open = async (account: Account, path: string, width = 390): Promise<Page> => {
  const page = await desk.open(account, { viewport: { width, height: 844 }, reducedMotion: 'reduce' });
  await page.goto(path);
  await settled(page);
  return page;
};

/** The charts that are drawn: as bars, or as days. */
const charts = (page: Page) =>
  page.locator('main section:has(svg, [role=img], table)').filter({ has: page.locator('h2') });
const chartsWanted = (page: Page) => page.locator('main h2').allTextContents();

/** Scrolls down by parts of the view until the page ends. */
async function scrollDown(page: Page, look: () => Promise<boolean>): Promise<void> {
  for (let turn = 0; turn < 40 && !(await look()); turn++) {
    await page.mouse.wheel(0, 400);
    await page.waitForTimeout(100);
  }
}

describe('what is far below on a phone', () => {
  it('is drawn on the way down: the charts of the dashboard', async () => {
    const wide = await open('operations', '/dashboard', 1440);
    await wide.waitForFunction(() => !document.querySelector('.MuiSkeleton-root'));
    const all = await chartsWanted(wide);
    const page = await open('operations', '/dashboard');
    const before = await chartsWanted(page);
    expect(before.length).toBeLessThan(all.length);
    await page.mouse.move(195, 400);
    await scrollDown(page, async () => (await chartsWanted(page)).length === all.length);
    expect(await chartsWanted(page)).toEqual(all);
    expect(await charts(page).count()).toBeGreaterThan(0);
  });

  it('is drawn on the way down: the lists below a record', async () => {
    const heading = (page: Page) => page.getByRole('heading', { name: /^Licences/ });
    const wide = await open('operations', '/authorization/order/1', 1440);
    await heading(wide).waitFor();
    const page = await open('operations', '/authorization/order/1');
    await page.mouse.move(195, 400);
    await scrollDown(page, () => heading(page).isVisible());
    expect(await heading(page).isVisible()).toBe(true);
  });

  it('is on paper without a way down', async () => {
    const page = await open('operations', '/authorization/order/1');
    await page.emulateMedia({ media: 'print' });
    await page.getByRole('heading', { name: /^Licences/ }).waitFor();
    const dashboard = await open('operations', '/dashboard');
    const before = await chartsWanted(dashboard);
    await dashboard.emulateMedia({ media: 'print' });
    await dashboard.waitForFunction((count) => document.querySelectorAll('main h2').length > count, before.length);
  });
});
