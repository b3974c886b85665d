import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

/** What the page itself has seen of a person's hand, over all its loads. */
export interface InputCounts {
  readonly clicks: number;
  readonly keys: readonly string[];
}

/** Lets the page count how often it is clicked and which keys are pressed, from its next load on. */
export const countInput = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const add = (what: string) => sessionStorage.setItem('hand', `${sessionStorage.getItem('hand') ?? ''}${what}\n`);
    window.addEventListener('pointerdown', (event) => event.isTrusted && add('click'), true);
    window.addEventListener('keydown', (event) => event.isTrusted && add(event.key), true);
  });

/** What the hand did on the page for a job. */
export async function inputFor(page: Page, job: () => Promise<unknown>): Promise<InputCounts> {
  await page.evaluate(() => sessionStorage.removeItem('hand'));
  await job();
  const all = (await page.evaluate(() => sessionStorage.getItem('hand') ?? '')).split('\n').filter(Boolean);
  return { clicks: all.filter((one) => one === 'click').length, keys: all.filter((one) => one !== 'click') };
}

/** What has the focus, by the name of its field or else by its accessible name. */
export const focusedName = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const { activeElement: at } = document;
    return (
      at?.getAttribute('name') ??
      // A select has its value in a hidden input beside it.
      (at?.matches('[role=combobox]') ? at.parentElement?.querySelector('input')?.getAttribute('name') : undefined) ??
      at?.getAttribute('aria-label') ??
      at?.tagName ??
      ''
    );
  });

/** Goes on by Tab to the field of that name, and types over what stands in it. */
export async function typeInto(page: Page, name: string, text: string): Promise<void> {
  for (let tabs = 0; tabs < 12 && (await focusedName(page)) !== name; tabs += 1) await page.keyboard.press('Tab');
  expect(await focusedName(page)).toBe(name);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(text);
}

/** Opens a picker or a select, and takes one of its options: two clicks. */
export async function choose(picker: Locator, option: string): Promise<void> {
  await picker.click();
  await picker.page().getByRole('option', { name: option }).first().click();
}
