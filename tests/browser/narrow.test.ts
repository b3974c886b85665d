import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Account, startConsole, type TestConsole } from '../support/console.ts';
import { places, visit, wordsOf } from '../support/places.ts';

let desk: TestConsole;
beforeAll(async () => {
  desk = await startConsole();
});
afterAll(() => desk.close());

/** What does not fit: a page or a layer that is wider than the window, and what scrolls sideways within a dialog. */
const cut = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    const found = document.documentElement.scrollWidth > width ? ['the page'] : [];
    for (const layer of document.querySelectorAll('[role=dialog], [role=menu], .MuiPopover-paper')) {
      const { left, right } = layer.getBoundingClientRect();
      if (left < 0 || right > width) found.push(`a layer from ${left} to ${right}`);
      for (const part of [layer, ...layer.querySelectorAll('div')]) {
        const scrolls = ['auto', 'scroll'].includes(getComputedStyle(part).overflowX);
        const over = part.scrollWidth - part.clientWidth;
        if (scrolls && over > 1) found.push(`${over} px of "${part.textContent?.slice(0, 30)}"`);
      }
    }
    return found;
  });

describe('at 749 px', () => {
  it.each(Object.keys(places) as (Account | 'nobody')[])(
    'nothing of the pages and dialogs of %s is cut off',
    async (account) => {
      const options = { viewport: { width: 749, height: 900 }, reducedMotion: 'reduce' } as const;
      const page = await desk.open(account === 'nobody' ? undefined : account, options);
      const found: string[] = [];
      for (const place of places[account]) {
        await visit(page, place, wordsOf('en'));
        for (const one of await cut(page)) found.push(`${place.path} ${place.name ?? ''}: ${one}`);
      }
      expect(found).toEqual([]);
    },
  );
});
