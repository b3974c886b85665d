import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { en } from '../../src/i18n/en.ts';
import { zh } from '../../src/i18n/zh.ts';
import { settled, startConsole, type TestConsole } from '../support/console.ts';
import { button } from '../support/form.ts';
import { firstOf } from '../support/scale.ts';

/** Back in a list (issue 33, section 4): the first Back after a filter takes it off, the second leaves the list. */

let desk: TestConsole;
beforeAll(async () => {
  desk = await startConsole();
});
afterAll(() => desk.close());

const list = '/authorization/order';
const wide = { width: 1440, height: 900 };
const phone = { width: 390, height: 844, hasTouch: true, isMobile: true };

const rows = (page: Page) => page.locator('[data-row]');
const bar = (page: Page) => page.getByRole('search');
const back = (page: Page) => page.goBack();
const filterOf = (page: Page): unknown => JSON.parse(new URL(page.url()).searchParams.get('filter') ?? '{}');
const entries = (page: Page) => page.evaluate(() => window.history.length);
/** The number of records that the list says it has. */
const total = (page: Page) => page.getByText(/^\d+ in all$/).textContent();

/**
 * Comes from the dashboard to the list.
 * @returns the number of history entries
 */
async function arrive(page: Page): Promise<number> {
  await page.goto('/dashboard');
  await settled(page);
  await page.goto(list);
  await rows(page).first().waitFor();
  await settled(page);
  return entries(page);
}

async function leavesAfterOne(page: Page, before: number): Promise<void> {
  expect(await entries(page)).toBe(before + 1);
  await back(page);
  await expect.poll(() => filterOf(page)).toEqual({});
  expect(new URL(page.url()).pathname).toBe(list);
  await settled(page);
  expect(filterOf(page)).toEqual({});
  await back(page);
  await page.waitForURL('**/dashboard');
}

const languages = [
  ['en-US', en],
  ['zh-CN', zh],
] as const;

describe.each(firstOf(1, languages))('in %s', (locale, words) => {
  it('a search, typed with pauses, is taken off by the first Back, and the second leaves', async () => {
    const page = await desk.open('operations', { viewport: wide, locale, reducedMotion: 'reduce' });
    const before = await arrive(page);
    const all = await rows(page).count();
    for (const letters of ['O', 'R', 'D', '9']) {
      await page.getByRole('searchbox').pressSequentially(letters);
      await expect.poll(() => JSON.stringify(filterOf(page))).toContain(letters);
    }
    expect(filterOf(page)).toEqual({ search: 'ORD9' });
    await settled(page);
    await expect.poll(() => rows(page).count()).not.toBe(all);
    await leavesAfterOne(page, before);
  });

  it('a search that is emptied again leaves no trace in the history', async () => {
    const page = await desk.open('operations', { viewport: wide, locale, reducedMotion: 'reduce' });
    await arrive(page);
    await page.getByRole('searchbox').fill('ORD9');
    await expect.poll(() => filterOf(page)).toEqual({ search: 'ORD9' });
    await page.getByRole('searchbox').fill('');
    await expect.poll(() => filterOf(page)).toEqual({});
    await settled(page);
    await back(page);
    await page.waitForURL('**/dashboard');
  });

  it('a choice is taken off by the first Back, and the second leaves', async () => {
    const page = await desk.open('operations', { viewport: wide, locale, reducedMotion: 'reduce' });
    const before = await arrive(page);
    await page.getByRole('combobox', { name: locale === 'en-US' ? 'Status' : '状态' }).click();
    await page.getByRole('option').nth(1).click();
    await page.keyboard.press('Escape');
    await expect.poll(() => Object.keys(filterOf(page) as object)).toEqual(['status']);
    await settled(page);
    await leavesAfterOne(page, before);
  });

  it('a filter that was added first is one step too', async () => {
    const page = await desk.open('operations', { viewport: wide, locale, reducedMotion: 'reduce' });
    const before = await arrive(page);
    await button(bar(page), words.list.addFilter).click();
    await page.getByRole('option').first().click();
    await page.getByRole('dialog').getByRole('combobox').and(page.locator(':focus')).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.getByRole('option').first().click();
    await page.keyboard.press('Escape');
    await expect.poll(() => Object.keys(filterOf(page) as object)).toEqual(['product_id']);
    await settled(page);
    await leavesAfterOne(page, before);
  });

  it('on a phone too', async () => {
    const { width, height, ...touch } = phone;
    const page = await desk.open('operations', {
      viewport: { width, height },
      ...touch,
      locale,
      reducedMotion: 'reduce',
    });
    const before = await arrive(page);
    await page.getByRole('searchbox').fill('ORD9');
    await expect.poll(() => filterOf(page)).toEqual({ search: 'ORD9' });
    await settled(page);
    await leavesAfterOne(page, before);
  });
});

describe('the steps of a list', () => {
  it('are gone back one by one: page, order, filter; what was cleared comes back', async () => {
    const page = await desk.open('operations', { viewport: wide, reducedMotion: 'reduce' });
    await arrive(page);
    const whole = await total(page);
    await page.getByRole('searchbox').fill('ORD');
    await expect.poll(() => filterOf(page)).toEqual({ search: 'ORD' });
    await page.getByRole('columnheader', { name: 'Quantity' }).getByRole('button').click();
    await expect.poll(() => new URL(page.url()).searchParams.get('sort')).toBe('purchased_hosts');
    await button(bar(page), en.list.reset).click();
    await expect.poll(() => filterOf(page)).toEqual({});
    await back(page);
    await expect.poll(() => filterOf(page)).toEqual({ search: 'ORD' });
    await back(page);
    await expect.poll(() => new URL(page.url()).searchParams.get('sort')).not.toBe('purchased_hosts');
    expect(filterOf(page)).toEqual({ search: 'ORD' });
    await back(page);
    await expect.poll(() => filterOf(page)).toEqual({});
    await expect.poll(() => total(page)).toBe(whole);
    await back(page);
    await page.waitForURL('**/dashboard');
  });

  it('are as they were when Back leads to the list from another page', async () => {
    const page = await desk.open('operations', { viewport: wide, reducedMotion: 'reduce' });
    await arrive(page);
    await page.getByRole('navigation').getByRole('link', { name: 'Dashboard' }).click();
    await page.waitForURL('**/dashboard');
    await page.locator(`a[href^="${list}?"]`).first().click();
    await page.waitForURL(`**${list}?**`);
    await settled(page);
    expect(filterOf(page)).not.toEqual({});
    await back(page);
    await page.waitForURL('**/dashboard');
    await back(page);
    await page.waitForURL(`**${list}`);
    await rows(page).first().waitFor();
    await settled(page);
    expect(filterOf(page)).toEqual({});
  });
});
