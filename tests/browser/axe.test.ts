import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findings } from '../support/axe.ts';
import { type Account, startConsole, still, type TestConsole } from '../support/console.ts';
import { places, visit, wordsOf } from '../support/places.ts';

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
      for (const place of places[account]) {
        const { path, name } = place;
        await page.emulateMedia({ colorScheme: 'light' });
        await visit(page, place, wordsOf('en'));
        const light = await grounds(page);
        for (const one of await findings(page)) found.push(`${path} ${name ?? ''} light ${one}`);
        await page.emulateMedia({ colorScheme: 'dark' });
        await expect.poll(() => grounds(page)).not.toBe(light);
        await still(page);
        for (const one of await findings(page)) found.push(`${path} ${name ?? ''} dark ${one}`);
      }
      expect(found).toEqual([]);
    },
  );
});
