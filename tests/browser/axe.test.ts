import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findings } from '../support/axe.ts';
import { type Account, settled, startConsole, type TestConsole } from '../support/console.ts';
import { opened, places, wordsOf } from '../support/places.ts';

let desk: TestConsole;
beforeAll(async () => {
  desk = await startConsole();
});
afterAll(() => desk.close());

const grounds = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);

describe('axe (WCAG 2.2 A and AA)', () => {
  it.each(Object.keys(places) as (Account | 'nobody')[])(
    'finds nothing for %s, in light and in dark',
    async (account) => {
      const page = await desk.open(account === 'nobody' ? undefined : account, { reducedMotion: 'reduce' });
      const found: string[] = [];
      for (const { path, name, act } of places[account]) {
        await page.emulateMedia({ colorScheme: 'light' });
        await page.goto(path);
        await settled(page);
        await act?.(page, wordsOf('en'));
        if (act) await opened(page);
        await page.waitForTimeout(300);
        const light = await grounds(page);
        for (const one of await findings(page)) found.push(`${path} ${name ?? ''} light ${one}`);
        await page.emulateMedia({ colorScheme: 'dark' });
        await expect.poll(() => grounds(page)).not.toBe(light);
        await page.waitForTimeout(300);
        for (const one of await findings(page)) found.push(`${path} ${name ?? ''} dark ${one}`);
      }
      expect(found).toEqual([]);
    },
  );
});
