import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { en as words } from '../../src/i18n/en.ts';
import { settled, startConsole, type TestConsole } from '../support/console.ts';
import { button } from '../support/form.ts';

let desk: TestConsole;
beforeAll(async () => {
  desk = await startConsole();
});
afterAll(() => desk.close());

const wide = { width: 1440, height: 900 };
const open = async (path: string, viewport = wide): Promise<Page> => {
  const page = await desk.open('operations', { viewport, reducedMotion: 'reduce' });
  await page.goto(path);
  await settled(page);
  return page;
};
const bar = (page: Page) => page.getByRole('search');
const chip = (page: Page, name: string) => bar(page).getByRole('button', { name: name, exact: true });
const editor = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });
const focused = (page: Page) => page.evaluate(() => (document.activeElement as HTMLInputElement | null)?.name);
/** The queries of the page's requests to an endpoint. */
function asked(page: Page, path: string): URLSearchParams[] {
  const queries: URLSearchParams[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.pathname === path) queries.push(url.searchParams);
  });
  return queries;
}
const filtersOf = (query: URLSearchParams | undefined) =>
  Object.fromEntries([...(query ?? [])].filter(([name]) => name.startsWith('filter_')));

describe('an amount', () => {
  it('is typed with the keyboard alone, told where it is wrong, and stands in the list, its export and its address', async () => {
    const page = await open('/userinfo?active=payments');
    const lists = asked(page, '/v1/payment/temp/list');
    const rows = page.locator('tbody tr[data-row]');
    await rows.first().waitFor();
    const before = await rows.count();
    await button(bar(page), words.list.addFilter).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('combobox', { name: words.list.addFilter }).and(page.locator(':focus')).waitFor();
    await page.keyboard.type('Amou');
    await page.keyboard.press('Enter');
    const dialog = editor(page, 'Amount');
    await dialog.waitFor();
    await expect.poll(() => focused(page)).toBe('from');
    const name = lists.length;
    // Letters, then more decimal digits than the currency has.
    await page.keyboard.type('a lot');
    await page.keyboard.press('Tab');
    await page.keyboard.type('1.234');
    await page.keyboard.press('Enter');
    const wrong = dialog.getByText(/^Enter an amount in [A-Z]{3} with at most 2 decimal places$/);
    await expect.poll(() => wrong.count()).toBe(2);
    await expect.poll(() => focused(page)).toBe('from');
    await expect
      .poll(() => dialog.getByRole('textbox', { name: 'From (CNY)' }).getAttribute('aria-invalid'))
      .toBe('true');
    // A range that ends before it begins.
    await dialog.getByRole('textbox', { name: 'From (CNY)' }).fill('200,000');
    await dialog.getByRole('textbox', { name: 'To (CNY)' }).fill('150000.5');
    await page.keyboard.press('Enter');
    await dialog.getByText('It must not be before the beginning').waitFor();
    expect(lists.length).toBe(name);
    await dialog.getByRole('textbox', { name: 'From (CNY)' }).fill('130,000');
    await dialog.getByRole('textbox', { name: 'To (CNY)' }).fill('200000.5');
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await chip(page, 'Amount: 130,000 – 200,000.50 CNY').waitFor();
    const wanted = { filter_amount_from: '13000000', filter_amount_to: '20000050', filter_amount_currency: 'CNY' };
    await expect.poll(() => filtersOf(lists.at(-1))).toEqual(wanted);
    await settled(page);
    await expect.poll(() => rows.count()).toBeLessThan(before);
    const left = await rows.count();
    expect(left).toBeGreaterThan(0);
    // The export contains only these records.
    const exports = asked(page, '/v1/payment/temp/export');
    const [file] = await Promise.all([page.waitForEvent('download'), button(page, words.views.export).click()]);
    expect((await readFile(await file.path(), 'utf8')).trim().split('\r\n')).toHaveLength(left + 1);
    expect(filtersOf(exports[0])).toEqual(wanted);
    // The filter is in the address; first one of its limits is removed, then both.
    await page.reload();
    await chip(page, 'Amount: 130,000 – 200,000.50 CNY').click();
    const from = editor(page, 'Amount').getByRole('textbox', { name: 'From (CNY)' });
    await expect.poll(() => from.inputValue()).toBe('130000.00');
    await from.fill('');
    await page.keyboard.press('Enter');
    await chip(page, 'Amount ≤ 200,000.50 CNY').waitFor();
    await chip(page, 'Amount ≤ 200,000.50 CNY').focus();
    await page.keyboard.press('Delete');
    await expect.poll(() => rows.count()).toBe(before);
    await expect.poll(() => chip(page, 'Amount ≤ 200,000.50 CNY').count()).toBe(0);
  });
});

describe('a point in time', () => {
  it('is picked from a calendar, whole to the end of its day, and kept in a saved view', async () => {
    const page = await open('/authorization/project');
    const lists = asked(page, '/v1/project/list');
    await button(bar(page), words.list.addFilter).click();
    await page.getByRole('option', { name: 'Licensed until', exact: true }).click();
    const dialog = editor(page, 'Licensed until');
    await dialog.getByRole('textbox', { name: words.list.to, exact: true }).fill('2099-12-01');
    await button(dialog, words.range.pick(words.list.to)).click();
    await page.getByRole('gridcell', { name: /15/ }).getByRole('button').click();
    await expect
      .poll(() => dialog.getByRole('textbox', { name: words.list.to, exact: true }).inputValue())
      .toBe('2099-12-15 23:59:59');
    await button(dialog, words.range.apply).click();
    await chip(page, 'Licensed until: until 2099-12-15').waitFor();
    await expect.poll(() => filtersOf(lists.at(-1))).toEqual({ filter_expired_at_to: '2099-12-15T23:59:59Z' });
    await button(page, words.views.title).click();
    await page.getByRole('menuitem', { name: words.views.save }).click();
    await page.getByRole('textbox', { name: words.views.name }).fill('Soon');
    await page.keyboard.press('Enter');
    await page.getByText(words.views.saved).first().waitFor();
    await button(bar(page), words.list.reset).click();
    await expect.poll(() => chip(page, 'Licensed until: until 2099-12-15').count()).toBe(0);
    await button(page, words.views.open('Soon')).click();
    await page.getByRole('menuitemradio', { name: /^Soon/ }).first().click();
    await chip(page, 'Licensed until: until 2099-12-15').waitFor();
  });

  it('stands in the sheet of a phone, within its width, and counts as one filter', async () => {
    const page = await open('/authorization/project', { width: 390, height: 844 });
    await button(page, words.list.filterButton(0)).click();
    const sheet = page.getByRole('dialog', { name: words.list.filterSheetTitle });
    await button(sheet, words.list.addFilter).click();
    await page.getByRole('option', { name: 'Licensed until', exact: true }).click();
    const dialog = editor(page, 'Licensed until');
    await button(dialog, words.range.thisMonth).click();
    await dialog.waitFor({ state: 'detached' });
    const month = new Date().toISOString().slice(0, 7);
    await sheet.getByRole('button', { name: new RegExp(`^Licensed until: ${month}-01 – ${month}-\\d\\d$`) }).click();
    const isWithin = async () => {
      const box = await dialog.boundingBox();
      return [(box?.x ?? -1) >= 0, (box?.x ?? 0) + (box?.width ?? 999) <= 390];
    };
    await expect.poll(isWithin).toEqual([true, true]);
    // Escape closes only the topmost layer, so the sheet stays open.
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await sheet.getByRole('button', { name: words.actions.close, exact: true }).click();
    await button(page, words.list.filterButton(1)).waitFor();
  });

  it('has its calendar within the window of a phone, also the first time', async () => {
    const page = await open('/authorization/project', { width: 390, height: 844 });
    await button(page, words.list.filterButton(0)).click();
    const sheet = page.getByRole('dialog', { name: words.list.filterSheetTitle });
    await button(sheet, words.list.addFilter).click();
    await page.getByRole('option', { name: 'Licensed until', exact: true }).click();
    await button(editor(page, 'Licensed until'), words.range.pick(words.list.to)).click();
    const calendar = editor(page, words.list.to);
    await calendar.getByRole('grid').waitFor();
    const isWithin = async () => {
      const box = await calendar.boundingBox();
      return [(box?.x ?? -1) >= 0, (box?.x ?? 0) + (box?.width ?? 999) <= 390];
    };
    await expect.poll(isWithin).toEqual([true, true]);
  });

  it('has its buttons within the window if a time is wrong', async () => {
    const page = await open('/authorization/order');
    await chip(page, `Created at: ${words.range.any}`).click();
    const dialog = editor(page, 'Created at');
    const right = async (one: Locator) => {
      const box = await one.boundingBox();
      return Math.round((box?.x ?? 0) + (box?.width ?? 9999));
    };
    const apply = button(dialog, words.range.apply);
    await apply.waitFor();
    const before = await right(apply);
    for (const name of [words.range.fromTime, words.range.toTime])
      await dialog.getByRole('textbox', { name, exact: true }).fill('9 Uhr');
    await expect.poll(() => dialog.getByText('such as 23:59:59').count()).toBe(2);
    expect(await right(apply)).toBe(before);
    expect(await right(dialog)).toBeLessThanOrEqual(wide.width);
  });

  it('of several values is no wider than a phone, in the list and in the sheet', async () => {
    const wanted = encodeURIComponent(JSON.stringify({ status: [0, 1, 2, 8, 9] }));
    const page = await open(`/authorization/order?filter=${wanted}`, { width: 390, height: 844 });
    const within = async (place: Locator) => {
      const edges = await place
        .locator('[role=listitem], [role=listitem] [role=button], .MuiTextField-root')
        .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().right));
      return edges.length > 0 && Math.max(...edges) <= 390;
    };
    await expect.poll(() => within(page.getByRole('search'))).toBe(true);
    await button(page, words.list.filterButton(1)).click();
    const sheet = page.getByRole('dialog', { name: words.list.filterSheetTitle });
    await sheet.getByRole('button', { name: words.list.removeFilter('Status') }).waitFor();
    await expect.poll(() => within(sheet)).toBe(true);
  });
});

it('a view with a long name keeps the bar of its list on one line', async () => {
  const page = await open('/authorization/project');
  const height = async () => (await bar(page).boundingBox())?.height;
  const before = await height();
  await button(page, words.views.title).click();
  await page.getByRole('menuitem', { name: words.views.save }).click();
  const dialog = page.getByRole('dialog', { name: words.views.save });
  const name = 'Projects of all customers whose licences end before the year';
  await dialog.getByLabel(words.views.name).fill(name);
  await button(dialog, words.actions.save).click();
  await button(page, words.views.open(name)).waitFor();
  await expect.poll(() => height()).toBe(before);
});
