import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { withUnread } from '../support/causes.ts';
import { settled, startConsole, type TestConsole } from '../support/console.ts';

let desk: TestConsole;
beforeAll(async () => {
  desk = await startConsole();
});
afterEach(() => desk.leave());
afterAll(() => desk.close());

const bell = (page: Page) => page.locator('header button[aria-label]').filter({ has: page.locator('.MuiBadge-root') });
const popover = (page: Page) => page.locator('.MuiPopover-paper');

describe('the bell', () => {
  it('has a dot that is seen, or none, over a popover 400 px wide (R-MSG-01, R-MSG-02)', async () => {
    const widthOfDot = async (page: Page) => (await bell(page).locator('.MuiBadge-dot').boundingBox())?.width;
    await withUnread(desk, 'sales', 1);
    const page = await desk.open('sales');
    await page.goto('/dashboard');
    await settled(page);
    expect(await widthOfDot(page)).toBeGreaterThan(4);
    await bell(page).click();
    await expect.poll(async () => (await popover(page).boundingBox())?.width).toBe(400);
    await popover(page).locator('.MuiListItemButton-root').click();
    await expect.poll(() => widthOfDot(page)).toBe(0);
  });

  it('asks again every 60 s, when the window is looked at, and after an own change (B32)', async () => {
    await withUnread(desk, 'operations', 0);
    const page = await desk.open('operations');
    await page.clock.install();
    await page.goto('/enterprise');
    await settled(page);
    const label = () => bell(page).getAttribute('aria-label');
    await expect.poll(label).toBe('Messages: 0 unread');
    await withUnread(desk, 'operations', 1);
    await page.clock.fastForward(50_000);
    await settled(page);
    expect(await label()).toBe('Messages: 0 unread');
    await page.clock.fastForward(11_000);
    await expect.poll(label).toBe('Messages: 1 unread');
    await withUnread(desk, 'operations', 2);
    await page.evaluate(() => window.dispatchEvent(new Event('focus')));
    await expect.poll(label).toBe('Messages: 2 unread');
    await withUnread(desk, 'operations', 1);
    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByRole('menuitem', { name: 'Save this view' }).click();
    await page.getByRole('textbox', { name: 'Name of the view' }).fill('Mine');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect.poll(label).toBe('Messages: 1 unread');
    await page.goto('/message');
    await page.getByRole('button', { name: 'Mark all as read' }).click();
    await expect.poll(label).toBe('Messages: 0 unread');
  });
});
