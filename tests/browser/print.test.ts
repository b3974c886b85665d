import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Account, settled, startConsole, type TestConsole } from '../support/console.ts';
import { firstOf } from '../support/scale.ts';

let desk: TestConsole;
beforeAll(async () => {
  desk = await startConsole();
});
afterAll(() => desk.close());

const open = async (account: Account, path: string, locale = 'en-US'): Promise<Page> => {
  const page = await desk.open(account, { locale, viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
  await page.addInitScript(() => localStorage.setItem('licence.theme', 'dark'));
  await page.goto(path);
  await settled(page);
  return page;
};

/** The page as paper, when all that it draws is there. */
const asPaper = async (page: Page): Promise<void> => {
  await page.emulateMedia({ media: 'print' });
  await page.locator('.paperFoot').waitFor();
  await page.waitForFunction(() => !document.querySelector('html[data-busy], .MuiSkeleton-root'));
};

/** Controls that are visible on paper, and boxes that cut something off. */
const notForPaper = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const isVisible = (one: Element) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    const controls = [
      ...document.querySelectorAll(
        'button:not(.MuiLink-root), input, [role=menu], [role=tab], [role=search], .MuiSnackbar-root, nav, .resize',
      ),
    ]
      .filter(isVisible)
      .map((one) => `${one.tagName} ${one.getAttribute('aria-label') ?? one.textContent}`);
    const cut = [...document.querySelectorAll<HTMLElement>('main *, .record *')]
      .filter((one) => isVisible(one) && ['auto', 'scroll', 'hidden', 'clip'].includes(getComputedStyle(one).overflowY))
      .filter((one) => one.scrollHeight > one.clientHeight + 1 || one.scrollWidth > one.clientWidth + 1)
      .filter((one) => !one.closest('svg, .MuiLinearProgress-root') && one.clientWidth > 1)
      .map((one) => `${one.tagName}.${one.className}`);
    return [...controls, ...cut];
  });

const foot = (page: Page) => page.locator('.paperFoot');

/** The number of pages of the PDF that the browser makes. */
const pagesOf = (pdf: Buffer): number => pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0;

const languages = [
  ['zh-CN', '订单', '打印 / PDF'],
  ['en-US', 'Orders', 'Print / PDF'],
] as const;

describe.each(firstOf(1, languages))('on paper, in %s,', (locale, title, print) => {
  it('a list has all rows of its page in light colours, and what it is and where it is from', async () => {
    const page = await open('operations', '/authorization/order', locale);
    const codes = await page.locator('tbody td.first').allTextContents();
    await asPaper(page);
    expect(await notForPaper(page)).toEqual([]);
    expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe('rgb(255, 255, 255)');
    const ink = await page
      .locator('tbody td')
      .nth(3)
      .evaluate((cell) => getComputedStyle(cell).color);
    expect(Math.max(...(ink.match(/\d+/g) ?? []).slice(0, 3).map(Number))).toBeLessThan(120);
    expect(await page.getByRole('heading', { level: 1, name: title }).isVisible()).toBe(true);
    for (const code of codes) expect(await page.getByText(code, { exact: true }).first().isVisible()).toBe(true);
    expect(await foot(page).textContent()).toContain(page.url());
    expect(await foot(page).textContent()).toContain(title);
    expect(await foot(page).textContent()).toMatch(/\d{4}-\d\d-\d\d \d\d:\d\d/);
    expect(await page.evaluate(() => getComputedStyle(document.querySelector('thead') as Element).display)).toBe(
      'table-header-group',
    );
    expect(pagesOf(await page.pdf({ format: 'A4' }))).toBeGreaterThan(0);
    await page.emulateMedia({ media: 'screen' });
    await foot(page).waitFor({ state: 'detached' });
    await expect.poll(() => page.getByRole('search').isVisible()).toBe(true);
  });

  it('an order has all its sections, without the list beside it', async () => {
    const page = await open('operations', '/authorization/order', locale);
    const code = (await page.locator('tbody td.first a').nth(4).textContent()) ?? '';
    await page.locator('tbody td.first a').nth(4).click();
    const record = page.getByRole('dialog');
    await record.locator('dl').first().waitFor();
    await settled(page);
    const tabs = await record.getByRole('tab').allTextContents();
    expect(tabs.length).toBeGreaterThan(1);
    await asPaper(page);
    expect(await notForPaper(page)).toEqual([]);
    expect(await record.getByRole('heading', { level: 2, name: code }).isVisible()).toBe(true);
    for (const name of tabs.slice(1))
      expect(await record.getByRole('heading', { name, exact: true }).first().isVisible()).toBe(true);
    expect(await page.locator('main tbody tr[data-row] td.first').first().isVisible()).toBe(false);
    const lines = page.locator('[data-signatures] > *');
    expect(await lines.count()).toBe(2);
    for (const line of await lines.all()) expect(await line.isVisible()).toBe(true);
  });

  it('an order is black on white, with its labels quieter than what they name', async () => {
    const page = await open('operations', '/authorization/order', locale);
    await page.locator('tbody td.first a').first().click();
    const record = page.getByRole('dialog');
    await record.locator('dl').first().waitFor();
    await settled(page);
    await asPaper(page);
    const looks = await record.evaluate((sheet) => {
      const styleOf = (one: Element) => getComputedStyle(one);
      const near = (one: Element) => styleOf(one.parentElement as Element).color;
      const seen = (selector: string) => [...sheet.querySelectorAll(selector)].filter((one) => one.checkVisibility());
      const sizes = (selector: string) => seen(selector).map((one) => Number.parseFloat(styleOf(one).fontSize));
      const weights = (selector: string) => seen(selector).map((one) => Number(styleOf(one).fontWeight));
      return {
        states: seen('.choice').length,
        coloured: seen('a[href], button.MuiLink-root, .choice')
          .filter((one) => styleOf(one).color !== near(one) || styleOf(one).backgroundColor !== 'rgba(0, 0, 0, 0)')
          .map((one) => one.textContent),
        labelSize: Math.max(...sizes('dt')),
        valueSize: Math.min(...sizes('dd')),
        stateSizes: sizes('dd .choice'),
        labelWeight: Math.max(...weights('dt')),
        valueWeight: Math.min(...weights('dd')),
      };
    });
    expect(looks.states).toBeGreaterThan(1);
    expect(looks.coloured).toEqual([]);
    expect(looks.labelSize).toBeLessThan(looks.valueSize);
    for (const size of looks.stateSizes) expect(size).toBe(looks.valueSize);
    expect(looks.labelWeight).toBeLessThanOrEqual(looks.valueWeight);
    // An empty list leaves no blank space.
    const regions = await record
      .getByRole('region')
      .evaluateAll((all) =>
        all.map((one) => one.clientHeight - [...one.children].reduce((sum, child) => sum + child.clientHeight, 0)),
      );
    for (const blank of regions) expect(blank).toBeLessThan(100);
  });

  it('an order has all the projects that it is tied to, and not one page of them', async () => {
    const approved = encodeURIComponent(JSON.stringify({ status: 2 }));
    const page = await open('operations', `/authorization/order?filter=${approved}`, locale);
    const ties = Array.from({ length: 25 }, (_, at) => ({
      id: at + 1,
      order_id: 1,
      project: { id: at, name: `P-${at}` },
    }));
    await page.route(/\/v1\/order_project\/list/, (route) => {
      const asked = new URL(route.request().url()).searchParams;
      const length = Number(asked.get('per_page')) || 10;
      const first = (Number(asked.get('page') ?? 1) - 1) * length;
      const items = ties.slice(first, first + length);
      return route.fulfill({ json: { items, total: ties.length, page: first / length + 1, per_page: length } });
    });
    await page.locator('tbody td.first a').first().click();
    const record = page.getByRole('dialog');
    await record.getByText('P-3', { exact: true }).waitFor();
    expect(await record.getByText('P-24', { exact: true }).count()).toBe(0);
    await asPaper(page);
    await record.getByText('P-24', { exact: true }).waitFor();
    expect(await record.getByText(/^P-\d+$/).count()).toBe(ties.length);
    expect(await notForPaper(page)).toEqual([]);
  });

  it.each([
    ['operations', '/authorization/order'],
    ['enterprise', '/authorization/assignment?active=1'],
  ] as const)('%s prints a record at %s by its button, once all of it is there', async (account, path) => {
    const page = await open(account, path, locale);
    await page.locator('tbody td.first a').first().click();
    const record = page.getByRole('dialog');
    await record.locator('dl').first().waitFor();
    const tabs = await record.getByRole('tab').count();
    await page.evaluate(() => {
      const printed = window as unknown as { printed: string };
      window.print = () => {
        printed.printed = document.querySelector('.record')?.textContent ?? '';
      };
    });
    await record.getByRole('button', { name: print }).click();
    await page.waitForFunction(() => 'printed' in window);
    const text = await page.evaluate(() => (window as unknown as { printed: string }).printed);
    expect(text.length).toBeGreaterThan(200);
    // The tabs are back.
    await expect.poll(() => record.getByRole('tab').count()).toBe(tabs);
  });
});

it('a table in Chinese has its headings and states in one line each', async () => {
  const page = await open('superadmin', '/audit', 'zh-CN');
  await asPaper(page);
  // As wide as a sheet of A4 between its margins.
  await page.setViewportSize({ width: 703, height: 1000 });
  const broken = await page.locator('th, tbody .choice').evaluateAll((cells) =>
    cells
      .filter((cell) => {
        const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
        const range = document.createRange();
        range.selectNodeContents(texts.nextNode() ?? cell);
        return range.getClientRects().length > 1;
      })
      .map(({ textContent }) => textContent),
  );
  expect(broken).toEqual([]);
});

it('a name of one long word leaves the columns after it on the sheet, and no usual word is broken', async () => {
  const word = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft';
  const page = await open('superadmin', '/enterprise');
  await page.route(/\/v1\/project\/list/, async (route) => {
    const response = await route.fetch();
    const answer = await response.json();
    const [first, ...others] = answer.items;
    const enterprise = { ...first.enterprise, name: word };
    const items = [{ ...first, name: word, enterprise, enterprise_name: word }, ...others];
    await route.fulfill({ response, json: { ...answer, items } });
  });
  await page.goto('/authorization/project');
  await page.locator('tbody td.name', { hasText: word }).waitFor();
  await asPaper(page);
  // As wide as a sheet of A4 between its margins, which the browser makes smaller by a third at most.
  await page.setViewportSize({ width: 703, height: 1000 });
  expect(await page.locator('main table').evaluate((table) => table.scrollWidth)).toBeLessThan(703 * 1.3);
  const usual = page.locator('tbody .leaf', { hasText: /^CloudMove$/ }).first();
  const lines = await usual.evaluate((one) => {
    const range = document.createRange();
    range.selectNodeContents(one);
    return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
  });
  expect(lines).toBe(1);
});

it.each([
  ['superadmin', '/audit'],
  ['superadmin', '/dashboard'],
] as const)('%s prints %s without controls', async (account, path) => {
  const page = await open(account, path);
  await asPaper(page);
  expect(await notForPaper(page)).toEqual([]);
  expect(await foot(page).textContent()).toContain(page.url());
});
