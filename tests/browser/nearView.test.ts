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

/** A record is beside its list, or over it on a phone. */
const place = ':is(main, .record) :is(h2, h3)';
/** The headings of the page: each chart and each list has one. */
const headings = (page: Page) => page.locator(place).allTextContents();

/** Scrolls down by a part of the view, and gives the page a moment to draw. */
async function scrollDown(page: Page): Promise<void> {
  await page.mouse.wheel(0, 400);
  await page.waitForTimeout(100);
}

/** Those that a wide window shows without a way down. */
async function headingsOfWide(path: string): Promise<string[]> {
  const page = await open('operations', path, 1440);
  await page.waitForFunction(() => !document.querySelector('html[data-busy], .MuiSkeleton-root'));
  return headings(page);
}

const paths = ['/dashboard', '/authorization/order/1'] as const;

describe.each(paths)('on a phone, what is far below at %s', (path) => {
  it('is drawn on the way down', async () => {
    const all = await headingsOfWide(path);
    const page = await open('operations', path);
    const missing = async () => {
      const drawn = await headings(page);
      return all.filter((one) => !drawn.includes(one));
    };
    expect(await missing()).not.toEqual([]);
    await page.mouse.move(195, 400);
    // A busy machine draws a chart some seconds after the reader came near it.
    const further = async () => {
      await scrollDown(page);
      return missing();
    };
    await expect.poll(further).toEqual([]);
  });

  it('is on paper without a way down', async () => {
    const all = await headingsOfWide(path);
    const page = await open('operations', path);
    await page.emulateMedia({ media: 'print' });
    for (const text of new Set(all)) await page.locator(place).filter({ hasText: text }).first().waitFor();
  });
});
