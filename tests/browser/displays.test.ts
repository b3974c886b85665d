import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { en } from '../../src/i18n/en.ts';
import { zh } from '../../src/i18n/zh.ts';
import { findings } from '../support/axe.ts';
import { settled, startConsole, type TestConsole } from '../support/console.ts';
import { overflowingParts } from '../support/overflowingParts.ts';
import { takePicture } from '../support/pictures.ts';
import { firstOf } from '../support/scale.ts';

interface Licence {
  readonly id: number;
  readonly expired_at: string | null;
}

/** The licences that expire, by the first characters of the time: 7 for the month, 10 for the day. */
function grouped(licences: readonly Licence[], length: 7 | 10): Map<string, Licence[]> {
  const groups = new Map<string, Licence[]>();
  for (const one of licences) {
    const key = one.expired_at?.slice(0, length);
    if (key) groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return groups;
}

let desk: TestConsole;
/** The month in which most licences of the demo's enterprise expire, as `2027-01`, and these licences. */
let month: string;
let expiring: readonly Licence[];

beforeAll(async () => {
  desk = await startConsole();
  const { call } = await desk.api('enterprise');
  const { items } = (await call('GET', '/v1/assignment/list?per_page=100')) as { items: Licence[] };
  const months = grouped(items, 7);
  const [most] = [...months].sort(([, one], [, other]) => other.length - one.length);
  [month, expiring] = most ?? ['', []];
});
afterAll(() => desk.close());

const languages = [
  ['en-US', en, { reject: 'Reject', agree: 'Agree', rejected: 'Rejected' }],
  ['zh-CN', zh, { reject: '拒绝', agree: '通过', rejected: '已拒绝' }],
] as const;
const widths = [1440, 390, 749] as const;

const board = '/authorization/order?display=board';
const calendar = () => `/authorization/assignment?display=calendar&month=${month}`;

const open = async (account: string, path: string, locale = 'en-US', width = 1440): Promise<Page> => {
  const page = await desk.open(account, { locale, viewport: { width, height: 900 }, reducedMotion: 'reduce' });
  await page.goto(path);
  await settled(page);
  return page;
};
const cards = (page: Page, column: number) => page.locator(`[data-column="${column}"] [data-card]`);
const idOf = async (page: Page, column: number) => Number(await cards(page, column).first().getAttribute('data-card'));

describe.each(languages)('in %s', (locale, words, { reject }) => {
  it.each(firstOf(2, widths))('the board of orders fits %i px, and is accessible', async (width) => {
    const page = await open('operations', board, locale, width);
    await page.locator('[data-card]').first().waitFor();
    if (width === 390) {
      await page.getByRole('tab').nth(1).click();
      await cards(page, 1).first().waitFor();
    }
    await takePicture(page, `board-${locale}-${width}`);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    expect(await overflowingParts(page)).toEqual([]);
    expect(await findings(page)).toEqual([]);
  });

  it('a column of the board without records is as wide as its heading', async () => {
    const page = await desk.open('operations', {
      locale,
      viewport: { width: 1440, height: 900 },
      reducedMotion: 'reduce',
    });
    await page.route(/\/v1\/order\/list\?.*filter_status=9/, (route) =>
      route.fulfill({ json: { items: [], total: 0, page: 1, per_page: 20 } }),
    );
    await page.goto(board);
    await settled(page);
    await page.locator('[data-card]').first().waitFor();
    const columns = await page.locator('[data-column]').evaluateAll((all) =>
      all.map((one) => ({
        isEmpty: one.querySelector('[data-card]') === null,
        width: one.getBoundingClientRect().width,
        isWhole: (one.querySelector('h2')?.scrollWidth ?? 0) <= one.clientWidth,
      })),
    );
    const [empty, full] = [columns.filter(({ isEmpty }) => isEmpty), columns.filter(({ isEmpty }) => !isEmpty)];
    expect(empty.length).toBeGreaterThan(0);
    for (const { width } of empty) expect(width).toBeLessThan(Math.min(...full.map((one) => one.width)) - 40);
    for (const { isWhole } of columns) expect(isWhole).toBe(true);
  });

  it.each(firstOf(2, widths))('the calendar of licences fits %i px, and is accessible', async (width) => {
    const page = await open('enterprise', calendar(), locale, width);
    await page.getByRole('button', { name: words.display.nextMonth }).waitFor();
    await page.locator('main a.choice').first().waitFor();
    await takePicture(page, `calendar-${locale}-${width}`);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    expect(await overflowingParts(page)).toEqual([]);
    expect(await findings(page)).toEqual([]);
  });

  it('the mouse drags an order to where a step leads, whose dialog opens, and the card follows', async () => {
    const page = await open('operations', board, locale);
    const id = await idOf(page, 1);
    const card = page.locator(`[data-card="${id}"]`);
    await card.dragTo(page.locator('[data-column="9"]'), { targetPosition: { x: 60, y: 40 } });
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    expect(await page.locator(`[data-column="1"] [data-card="${id}"]`).count()).toBe(1);
    const comment = dialog.getByRole('textbox').first();
    if ((await comment.count()) > 0) await comment.fill('No');
    await dialog.getByRole('button', { name: reject }).click();
    await page.locator(`[data-column="9"] [data-card="${id}"]`).waitFor();
    await takePicture(page, `board-moved-${locale}`);
  });

  it('paper has all columns and the whole month', async () => {
    const page = await open('operations', board, locale);
    await page.locator('[data-card]').first().waitFor();
    await page.emulateMedia({ media: 'print' });
    await page.locator('.paperFoot').waitFor();
    const boxes = await page
      .locator('[data-column]')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect()).map(({ left, top }) => ({ left, top })));
    expect(new Set(boxes.map(({ left }) => left)).size).toBe(1);
    expect(boxes.map(({ top }) => top)).toEqual(boxes.map(({ top }) => top).sort((one, other) => one - other));
    expect(await page.getByRole('button').count()).toBe(0);
    const days = await open('enterprise', calendar(), locale);
    await days.locator('main a.choice').first().waitFor();
    await days.emulateMedia({ media: 'print' });
    await days.locator('.paperFoot').waitFor();
    await takePicture(days, `calendar-print-${locale}`);
    const ways = await days
      .locator('main td')
      .evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().width)));
    expect(Math.max(...ways) - Math.min(...ways)).toBeLessThanOrEqual(1);
  });
});

it('a card follows what others do with its record', async () => {
  const { call } = await desk.api('sales');
  const { items } = (await call('GET', '/v1/order/list?filter_status=0')) as { items: { id: number }[] };
  const id = items[0]?.id ?? 0;
  const page = await open('operations', board);
  await page.locator(`[data-column="0"] [data-card="${id}"]`).waitFor();
  await call('POST', `/v1/order/${id}`, { status: 9, comment: 'No' });
  await page.locator(`[data-column="9"] [data-card="${id}"]`).waitFor();
});

it('the address and a saved view keep the board', async () => {
  const page = await open('operations', '/authorization/order');
  await page.getByRole('button', { name: en.display.board }).click();
  await page.locator('[data-card]').first().waitFor();
  expect(page.url()).toContain('display=board');
  // A search writes the address again.
  await page.getByRole('searchbox').fill('ORD2026');
  await page.waitForURL(/search/);
  expect(page.url()).toContain('display=board');
  await page.getByRole('button', { name: en.views.title, exact: true }).click();
  await page.getByRole('menuitem', { name: en.views.save, exact: true }).click();
  await page.getByRole('textbox', { name: en.views.name }).fill('As a board');
  await page.getByRole('dialog').getByRole('button', { name: en.actions.save }).click();
  await page.getByText(en.views.saved).waitFor();
  await page.goto('/authorization/order');
  await page.locator('tbody tr[data-row]').first().waitFor();
  await page.getByRole('button', { name: en.views.title, exact: true }).click();
  await page.getByRole('menuitemradio', { name: /As a board/ }).click();
  await page.locator('[data-card]').first().waitFor();
  await page.getByRole('button', { name: en.views.open('As a board') }).click();
  await page.getByRole('menuitem', { name: en.views.leave }).click();
  await page.locator('tbody tr[data-row]').first().waitFor();
});

it('the arrow keys go from day to day and to other months, and Enter opens a licence', async () => {
  const page = await open('enterprise', calendar());
  const link = page.locator('main a.choice').first();
  await link.waitFor();
  const day = String(await link.evaluate((one) => one.closest('td')?.dataset['day']));
  const cell = page.locator(`td[data-day="${day}"]`);
  const focused = () => page.evaluate(() => (document.activeElement as HTMLElement).dataset['day']);
  await cell.focus();
  await page.keyboard.press('ArrowRight');
  const next = new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);
  await expect.poll(focused).toBe(next);
  await page.keyboard.press('ArrowLeft');
  await expect.poll(focused).toBe(day);
  await page.keyboard.press('PageDown');
  await expect.poll(async () => (await focused())?.slice(0, 7) ?? month).not.toBe(month);
  await expect.poll(() => page.url()).not.toContain(`month=${month}`);
  await page.keyboard.press('PageUp');
  await expect.poll(async () => (await focused())?.slice(0, 7)).toBe(month);
  await expect.poll(() => page.url()).toContain(`month=${month}`);
  await cell.focus();
  await page.keyboard.press('Enter');
  const onDay = expiring.filter(({ expired_at }) => expired_at?.startsWith(day)).length;
  if (onDay > 1) await page.keyboard.press('Enter');
  await page.locator('.record h2').waitFor();
});
