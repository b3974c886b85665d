import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findings } from '../support/axe.ts';
import { startConsole, still, type TestConsole } from '../support/console.ts';
import { overflowingParts } from '../support/overflowingParts.ts';
import { openedAs, places, visit, walkers, wordsOf } from '../support/places.ts';
import { scale } from '../support/scale.ts';
import { listenForData } from '../support/screenWords.ts';
import { patiently } from '../support/slowPages.ts';
import { smallTargets } from '../support/smallTargets.ts';

let desk: TestConsole;
beforeAll(async () => {
  desk = await startConsole();
});
afterAll(() => desk.close());

const height = 900;

/** What axe has against the page at 749 px in Chinese: axe.test.ts asks the same of it at 1440 px in English. */
const accessible = (page: Page): Promise<string[]> => scale(async () => [], findings)(page);

/** What does not fit when the window is as narrow as a phone, after all animations have ended. */
async function wrongOnPhone(page: Page): Promise<string[]> {
  await page.setViewportSize({ width: 390, height });
  await still(page);
  const look = async () => [...(await overflowingParts(page)), ...(await smallTargets(page))];
  let found: string[] = [];
  await expect
    .poll(
      async () => {
        found = await look();
        return found;
      },
      { timeout: patiently(1000) },
    )
    .toEqual([])
    .catch(() => undefined);
  await page.setViewportSize({ width: 749, height });
  return found.map((one) => `${one} at 390 px`);
}

it.each(walkers)(
  'at 749 px and on a phone nothing of the pages and dialogs of %s is cut off or too small to touch, and all of it is Chinese (R-I18N-01)',
  async (walker) => {
    const [account, options] = openedAs(walker);
    const look = { viewport: { width: 749, height }, reducedMotion: 'reduce', locale: 'zh-CN' } as const;
    const page = await desk.open(account, { ...options, ...look });
    const found: string[] = [];
    const strangers = listenForData(page, 'zh');
    for (const place of places[walker]) {
      await visit(page, place, wordsOf('zh'));
      for (const text of await strangers()) found.push(`${place.path} ${place.name ?? ''} says "${text}"`);
      for (const one of [...(await accessible(page)), ...(await overflowingParts(page)), ...(await wrongOnPhone(page))])
        found.push(`${place.path} ${place.name ?? ''}: ${one}`);
    }
    expect(found).toEqual([]);
  },
);

describe('a list on a phone', () => {
  const open = async (): Promise<Page> => {
    const page = await desk.open('operations', { viewport: { width: 390, height }, reducedMotion: 'reduce' });
    await page.goto('/authorization/order');
    await page.locator('li[data-row]').nth(19).waitFor();
    return page;
  };

  it('is made of cards with code, enterprise, state, quantity and what is to be done', async () => {
    const page = await open();
    expect(await findings(page)).toEqual([]);
    const card = page.locator('li[data-row]').filter({ hasText: 'Pending review' }).first();
    expect(await card.getByRole('link').textContent()).toMatch(/^ORD\d+$/);
    await expect.poll(() => card.locator('dt').allTextContents()).toEqual(['Enterprise', 'Product', 'Quantity']);
    await card.getByRole('button', { name: 'Agree' }).click();
    await page.waitForURL(/\/authorization\/order\/\d+/);
    await page.getByRole('dialog').getByRole('button', { name: 'Agree' }).first().waitFor();
  });

  it('opens a record wherever its card is touched, and ticks it at its box', async () => {
    const page = await open();
    const card = page.locator('li[data-row]').first();
    const tick = card.getByRole('checkbox');
    await tick.locator('xpath=..').click();
    await expect.poll(() => tick.isChecked()).toBe(true);
    await page.getByRole('toolbar', { name: '1 selected' }).waitFor();
    await card.locator('dl').click({ force: true });
    await page.getByRole('dialog').waitFor();
  });

  it('leads from what can be pressed within a card to where that leads, not into the record of the card', async () => {
    const phone = { viewport: { width: 390, height }, reducedMotion: 'reduce' } as const;
    const licences = await desk.open('enterprise', phone);
    await licences.goto('/authorization/assignment');
    await licences.locator('li[data-row] dl').getByRole('button').first().click();
    await licences.getByRole('dialog', { name: 'Issuance', exact: true }).waitFor();
    expect(new URL(licences.url()).pathname).toBe('/authorization/assignment');
    const audit = await desk.open('superadmin', phone);
    await audit.goto('/audit');
    const link = audit.locator('li[data-row] dl a').first();
    const to = (await link.getAttribute('href')) ?? '';
    await link.click();
    await audit.waitForURL((url) => url.pathname === to);
  });

  it('has its views, its columns and its calendar in lines and days as large as a finger, and nothing is cut off', async () => {
    const page = await open();
    const wrong = async () => [...(await overflowingParts(page)), ...(await smallTargets(page))];
    await page.getByRole('button', { name: 'Filters' }).click();
    const sheet = page.getByRole('dialog', { name: 'Filters and sorting' });
    for (const name of ['Columns', /^Views/] as const) {
      await sheet.getByRole('button', { name }).click();
      await page.getByRole('menu').getByRole('menuitem').first().waitFor();
      await expect.poll(wrong).toEqual([]);
      await page.keyboard.press('Escape');
      await page.getByRole('menu').waitFor({ state: 'detached' });
    }
    await sheet.getByRole('button', { name: /^Created at/ }).click();
    await page.getByRole('grid').waitFor();
    await expect.poll(wrong).toEqual([]);
  });

  it('is narrowed and ordered from a sheet, which says how many there are', async () => {
    const page = await open();
    await page.getByRole('button', { name: 'Filters' }).click();
    const sheet = page.getByRole('dialog', { name: 'Filters and sorting' });
    await sheet.getByLabel('Status').click();
    await page.getByRole('option', { name: 'Rejected' }).click();
    await sheet.getByLabel('Sort by').click();
    await page.getByRole('option', { name: 'Quantity · Ascending' }).click();
    await page.getByRole('listbox').waitFor({ state: 'detached' });
    const show = sheet.getByRole('button', { name: /^Show \d$/ });
    await show.waitFor();
    expect([...(await overflowingParts(page)), ...(await smallTargets(page)), ...(await findings(page))]).toEqual([]);
    const count = Number((await show.textContent())?.replace(/\D/g, ''));
    await show.click();
    await sheet.waitFor({ state: 'detached' });
    await expect.poll(() => page.locator('li[data-row]').count()).toBe(count);
    await page.getByRole('button', { name: 'Filters (1)' }).waitFor();
    const quantities = await page.locator('li[data-row] dl > div:last-child dd').allTextContents();
    const figures = quantities.map((one) => Number.parseInt(one, 10));
    expect(figures).toEqual([...figures].sort((a, b) => a - b));
  });
});
