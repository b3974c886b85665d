import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

/** The user input that the page has received, across reloads. */
export interface InputCounts {
  readonly clicks: number;
  readonly keys: readonly string[];
}

/** Makes the page count its clicks and key presses, from the next load. */
export const countInput = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const add = (what: string) => sessionStorage.setItem('hand', `${sessionStorage.getItem('hand') ?? ''}${what}\n`);
    window.addEventListener('pointerdown', (event) => event.isTrusted && add('click'), true);
    window.addEventListener('keydown', (event) => event.isTrusted && add(event.key), true);
  });

/** The user input on the page during a job. */
export async function inputFor(page: Page, job: () => Promise<unknown>): Promise<InputCounts> {
  await page.evaluate(() => sessionStorage.removeItem('hand'));
  await job();
  const all = (await page.evaluate(() => sessionStorage.getItem('hand') ?? '')).split('\n').filter(Boolean);
  return { clicks: all.filter((one) => one === 'click').length, keys: all.filter((one) => one !== 'click') };
}

/** The focused element: the name of its field, or its accessible name. */
export const focusedName = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const { activeElement: at } = document;
    return (
      at?.getAttribute('name') ??
      // A select has its value in a hidden input next to it.
      (at?.matches('[role=combobox]') ? at.parentElement?.querySelector('input')?.getAttribute('name') : undefined) ??
      at?.getAttribute('aria-label') ??
      at?.tagName ??
      ''
    );
  });

/** Moves to the field with that name by Tab and replaces its text. */
export async function typeInto(page: Page, name: string, text: string): Promise<void> {
  for (let tabs = 0; tabs < 12 && (await focusedName(page)) !== name; tabs += 1) await page.keyboard.press('Tab');
  expect(await focusedName(page)).toBe(name);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(text);
}

/** Opens a picker or a select and chooses an option: two clicks. */
export async function choose(picker: Locator, option: string): Promise<void> {
  await picker.click();
  await picker.page().getByRole('option', { name: option }).first().click();
}
