import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Account, settled, startConsole, type TestConsole } from '../support/console.ts';
import { poll } from '../support/form.ts';

let desk: TestConsole;
beforeAll(async () => {
  desk = await startConsole();
});
afterAll(() => desk.close());

const open = async (account: Account, path: string, width: number, more = {}): Promise<Page> => {
  const page = await desk.open(account, { viewport: { width, height: 800 }, reducedMotion: 'reduce', ...more });
  await page.goto(path);
  await settled(page);
  return page;
};

/** Opens an order that waits for approval, on a phone. */
async function openOrder(more = {}): Promise<Page> {
  const page = await open('operations', `/authorization/order?filter=${encodeURIComponent('{"status":1}')}`, 390, more);
  await page.locator('[data-row] a[href]').first().click();
  await page.getByRole('dialog').locator('dl').first().waitFor();
  return page;
}

it('a tap on a button that a record refuses says why', async () => {
  const page = await openOrder({ hasTouch: true, isMobile: true });
  const remove = page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true });
  const reason = await remove.evaluate((one) => {
    const id = one.getAttribute('aria-describedby') ?? '';
    return document.getElementById(id)?.textContent ?? '';
  });
  expect(reason).not.toBe('');
  const shown = page.getByRole('tooltip').getByText(reason);
  // The button looks refused to the browser, too. A tap counts only once nothing moves under it any more.
  await poll(async () => {
    await remove.tap({ force: true });
    return shown.isVisible();
  }).toBe(true);
});

it('a code in a dialog does not break where there is room on the next line', async () => {
  const page = await openOrder();
  await page.getByRole('dialog').getByRole('button', { name: 'Reject', exact: true }).click();
  const code = page.getByRole('dialog').last().locator('h2 [translate=no]');
  await code.waitFor();
  for (const width of [390, 350, 310, 270]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await code.evaluate((one) => one.getClientRects().length)).toBe(1);
  }
});

it('the options of a picker have an edge over the inputs that they cover', async () => {
  const page = await open('superadmin', '/enterprise/enterprise_product', 390);
  await page.getByRole('button', { name: 'New enterprise product' }).click();
  await page.getByRole('dialog').getByRole('combobox').first().click();
  const options = page.locator('.MuiPaper-root:has(> [role=listbox])');
  await options.waitFor();
  expect(await options.evaluate((one) => getComputedStyle(one).boxShadow)).not.toBe('none');
});

const fades = (box: Locator) => box.evaluate((one) => getComputedStyle(one).maskImage !== 'none');

it.each([
  ['of a board', '/authorization/order?display=board'],
  ['of an account', '/userinfo'],
])('tabs %s that do not fit fade at the edge where more of them are', async (_what, path) => {
  const page = await open('operations', path, 250);
  const scroller = page.locator('div:has(> [role=tablist])').first();
  await poll(() => fades(scroller)).toBe(true);
  await scroller.evaluate((one) => one.scrollTo({ left: one.scrollWidth, behavior: 'instant' }));
  await poll(() => scroller.getAttribute('data-more')).toBe('start');
});

it('a board that scrolls to the side fades at the edge where more of it is', async () => {
  const page = await open('operations', '/authorization/order?display=board', 900);
  const board = page.locator('div:has(> section)').first();
  await board.locator('section').first().waitFor();
  await poll(() => fades(board)).toBe(true);
  const edges = () => board.getAttribute('data-more');
  expect(await edges()).toBe('end');
  await board.evaluate((one) => one.scrollTo({ left: one.scrollWidth, behavior: 'instant' }));
  await poll(edges).toBe('start');
  await page.setViewportSize({ width: 3000, height: 800 });
  await poll(() => fades(board)).toBe(false);
});

it('a record whose address was opened closes to its list, with the focus at its row', async () => {
  const first = await open('operations', '/authorization/order', 390);
  const link = first.locator('[data-row] a[href]').first();
  const path = await link.getAttribute('href');
  const row = await first.locator('[data-row]').first().getAttribute('data-row');
  const page = await open('operations', path ?? '', 390);
  const record = page.getByRole('dialog');
  await record.locator('dl').first().waitFor();
  await record.getByRole('button', { name: 'Close' }).click();
  await page.locator(`[data-row="${row}"]`).waitFor();
  await poll(() => page.evaluate(() => document.activeElement?.closest('[data-row]')?.getAttribute('data-row'))).toBe(
    row,
  );
  expect(await page.getByRole('heading', { level: 1 }).first().isVisible()).toBe(true);
});
