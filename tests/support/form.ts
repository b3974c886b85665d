import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { patience } from './slowPages.ts';

/** Polls with the same timeout as Playwright. */
export const poll = <T>(value: () => T) => expect.poll(value, { timeout: patience });

/** The topmost dialog. */
export const dialog = (page: Page): Locator => page.getByRole('dialog').last();
/** The number of open dialogs; all but the topmost are hidden from assistive technology. */
export const depth = (page: Page): Promise<number> => page.locator('.MuiDialog-root, .record').count();
export const button = (scope: Page | Locator, name: string): Locator =>
  scope.getByRole('button', { name, exact: true });

/** The input of a field, by the name in the declaration. */
export const field = (page: Page, name: string): Locator => dialog(page).locator(`[name="${name}"]`);
/** The control of a field, with its label and helper text. */
const control = (page: Page, name: string): Locator =>
  dialog(page)
    .locator('.MuiFormControl-root')
    .filter({ has: page.locator(`[name="${name}"]`) });

/** Opens the select or the picker of a field and chooses the option with the given text. */
export async function pick(page: Page, name: string, option: string): Promise<void> {
  const box = control(page, name).getByRole('combobox');
  // An open menu hides the dialog from assistive technology, so the kind of input is determined first.
  const typed = (await box.evaluate((element) => element.tagName)) === 'INPUT';
  await box.click();
  if (typed) await box.fill(option);
  await page.getByRole('option', { name: option }).first().click();
}

/** Collects the bodies of the page's requests to a path. */
export function sent(page: Page, method: string, path: string | RegExp): Record<string, unknown>[] {
  const bodies: Record<string, unknown>[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    const meant = typeof path === 'string' ? pathname === path : path.test(pathname);
    if (request.method() === method && meant) bodies.push(request.postDataJSON());
  });
  return bodies;
}

/**
 * Delays the page's requests to an address.
 * @returns a function that releases them
 */
export async function delayed(page: Page, address: string | RegExp): Promise<() => void> {
  let letGo = () => {};
  const gone = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route(address, async (route) => {
    await gone;
    await route.continue();
  });
  return letGo;
}

/** The width of the topmost dialog in pixels. */
export const widthOf = async (page: Page): Promise<number> =>
  Math.round((await dialog(page).boundingBox())?.width ?? 0);

/** Opens the dialog that creates a record. */
export async function openNew(page: Page, label: string): Promise<void> {
  await button(page, label).first().click();
  await dialog(page).waitFor();
}
