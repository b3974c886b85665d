import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Account, settled, startConsole, type TestConsole } from '../support/console.ts';
import { opened, places, wordsOf } from '../support/places.ts';

let desk: TestConsole;
beforeAll(async () => {
  desk = await startConsole();
});
afterAll(() => desk.close());

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

async function findings(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page: page as never }).withTags(rules).analyze();
  return violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes
        .map((node) => node.target.join(' '))
        .slice(0, 3)
        .join(' | ')}`,
  );
}

describe.each(['light', 'dark'] as const)('in %s, axe (WCAG 2.2 A and AA)', (scheme) => {
  it.each(Object.keys(places) as (Account | 'nobody')[])('finds nothing for %s', async (account) => {
    const page = await desk.open(account === 'nobody' ? undefined : account, {
      colorScheme: scheme,
      reducedMotion: 'reduce',
    });
    await page.addInitScript((theme) => localStorage.setItem('licence.theme', theme), scheme);
    const found: string[] = [];
    for (const { path, name, act } of places[account]) {
      await page.goto(path);
      await settled(page);
      await act?.(page, wordsOf('en'));
      if (act) await opened(page);
      await page.waitForTimeout(300);
      for (const one of await findings(page)) found.push(`${path} ${name ?? ''} ${one}`);
    }
    expect(found).toEqual([]);
  });
});
