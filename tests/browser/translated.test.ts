import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { settled, startConsole, type TestConsole, turnTo } from '../support/console.ts';
import { button, depth, dialog, field, openNew, poll } from '../support/form.ts';
import { firstOf } from '../support/scale.ts';
import { type TranslationWay, translatePage } from '../support/translatePage.ts';

// A page that the browser or an extension has translated: its text nodes are in other elements than React thinks.

let desk: TestConsole;
beforeAll(async () => {
  desk = await startConsole();
});
afterAll(() => desk.close());

/** Opens a translated page; the second value are the faults that the page reports from then on. */
async function openTranslated(account: string, path: string, way: TranslationWay): Promise<[Page, string[]]> {
  const page = await desk.open(account, { reducedMotion: 'reduce' });
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(String(error)));
  page.on(
    'console',
    (line) => line.type() === 'error' && !/status of 4\d\d/.test(line.text()) && faults.push(line.text()),
  );
  await page.goto(path);
  await settled(page);
  await translatePage(page, way);
  return [page, faults];
}

/** The text below an input; an empty line has a character without width. */
const helperText = async (page: Page, name: string): Promise<string> => {
  const control = dialog(page).locator('.MuiFormControl-root');
  const below = control.filter({ has: page.locator(`[name="${name}"]`) }).locator('.MuiFormHelperText-root');
  return ((await below.textContent()) ?? '').replaceAll('\u200b', '').trim();
};

describe.each(firstOf(1, ['wraps', 'replaces'] as const))('a page whose translator %s its texts', (way) => {
  it('keeps a form with mistakes working, key by key', async () => {
    const [page, faults] = await openTranslated('superadmin', '/enterprise', way);
    await openNew(page, 'New enterprise');
    await button(dialog(page), 'Create').click();
    await poll(() => helperText(page, 'name')).toBe('The current item cannot be empty');
    await poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-invalid'))).toBe('true');
    await field(page, 'name').fill('');
    await field(page, 'name').pressSequentially('Pier');
    await poll(() => helperText(page, 'name')).toBe('');
    await field(page, 'name').fill('');
    await poll(() => helperText(page, 'name')).toBe('The current item cannot be empty');
    await field(page, 'name').fill('Pier');
    const mail = dialog(page).locator('input[name*="mail"]').first();
    await mail.fill('nobody');
    await mail.blur();
    const name = (await mail.getAttribute('name')) ?? '';
    await poll(() => helperText(page, name)).not.toBe('');
    await mail.fill('nobody@example.com');
    await poll(() => helperText(page, name)).toBe('');
    await page.keyboard.press('Escape');
    await dialog(page).getByText('Discard your changes?').waitFor();
    await button(dialog(page), 'Discard').click();
    await poll(() => depth(page)).toBe(0);
    expect(faults).toEqual([]);
  });

  it('keeps lists, filters, pages, records, dialogs and notices working, with the texts of now', async () => {
    const [page, faults] = await openTranslated('operations', '/authorization/order', way);
    const firstRow = () => page.locator('tbody a').first().textContent();
    const sort = page.getByRole('columnheader', { name: 'Created at' }).getByRole('button');
    const newest = await firstRow();
    await sort.click();
    await poll(firstRow).not.toBe(newest);
    await sort.click();
    await poll(firstRow).toBe(newest);
    const boxes = page.locator('tbody input[type=checkbox]');
    for (const [at, count] of ['1 selected', '2 selected'].entries()) {
      await boxes.nth(at).check();
      await page.getByRole('toolbar').getByText(count, { exact: true }).waitFor();
    }
    await boxes.nth(0).uncheck();
    await page.getByRole('toolbar').getByText('1 selected', { exact: true }).waitFor();
    await boxes.nth(1).uncheck();
    await page
      .getByRole('button', { name: 'Go to page 2' })
      .or(page.getByRole('button', { name: 'Page 2' }))
      .click();
    await poll(firstRow).not.toBe(newest);
    const search = page.getByRole('searchbox');
    await search.fill('zzzz-nothing');
    await poll(() => page.locator('tbody a').count()).toBe(0);
    await search.fill('');
    await page.locator('tbody a').first().waitFor();
    await page.locator('tbody a').first().click();
    await dialog(page).locator('dl').first().waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('Escape');
    await poll(() => depth(page)).toBe(0);
    for (const path of ['/dashboard', '/enterprise', '/authorization/project', '/userinfo', '/dashboard'])
      await turnTo(page, path);
    expect(await page.getByText('Something went wrong in this part of the page.').count()).toBe(0);
    expect(faults).toEqual([]);
  });

  it('shows what was saved, and says so', async () => {
    const [page, faults] = await openTranslated('sales', '/enterprise', way);
    for (const serial of ['one', 'two']) {
      const name = `Translated ${way} ${serial}`;
      await openNew(page, 'New enterprise');
      await field(page, 'name').fill(name);
      await field(page, 'code').fill(`T${way}${serial}`);
      await button(dialog(page), 'Create').click();
      await page.getByText('Creation Successful').first().waitFor();
      await poll(() => depth(page)).toBe(0);
      await page.locator('tbody').getByText(name).waitFor();
      await page.getByText('Creation Successful').first().waitFor({ state: 'detached' });
    }
    expect(faults).toEqual([]);
  });
});
