import { expect } from 'vitest';
import { patience } from '../../support/slowPages.ts';
import type { Locator } from './locator.ts';
import type { Page } from './page.tsx';

/** Polls with the same timeout as a locator. */
export const poll = <T>(value: () => T) => expect.poll(value, { timeout: patience });

/** The topmost dialog. */
export const dialog = (page: Page): Locator => page.getByRole('dialog').last();
/** The number of open dialogs; all but the topmost are hidden from assistive technology. */
export const depth = (page: Page): Promise<number> => page.locator('.MuiDialog-root, .record').count();
export const button = (scope: Page | Locator, name: string): Locator =>
  scope.getByRole('button', { name, exact: true });
/** Waits for a notice; other notices before it are read and closed. */
export async function toast(page: Page, text: string): Promise<void> {
  const isShown = async () => (await page.getByRole('alert').filter({ hasText: text }).count()) > 0;
  const close = page.locator('.MuiSnackbar-root [aria-label="Close"], .MuiSnackbar-root [aria-label="关闭"]');
  await poll(async () => {
    if (await isShown()) return true;
    if ((await close.count()) > 0) await close.first().click();
    return isShown();
  }).toBe(true);
}

/** The input of a field, by the name in the declaration. */
export const field = (page: Page, name: string): Locator => dialog(page).locator(`[name="${name}"]`);
/** The control of a field, with its label and helper text. */
export const control = (page: Page, name: string): Locator =>
  dialog(page)
    .locator('.MuiFormControl-root')
    .filter({ has: page.locator(`[name="${name}"]`) });

/** The helper text below an input. */
export const below = async (page: Page, name: string): Promise<string> =>
  ((await control(page, name).locator('.MuiFormHelperText-root').textContent()) ?? '').replace('\u200b', '').trim();

/** Opens the select or the picker of a field and chooses the option with the given text. */
export async function pick(page: Page, name: string, option: string): Promise<void> {
  const box = control(page, name).getByRole('combobox');
  // An open menu hides the dialog from assistive technology, so the kind of input is determined first.
  const typed = (await box.evaluate((element) => element.tagName)) === 'INPUT';
  await box.click();
  if (typed) await box.fill(option);
  await page.getByRole('option', { name: option }).first().click();
}

/** The options of a select, each with its value and text; the selection does not change. */
export async function options(page: Page, name: string): Promise<[string, string][]> {
  await control(page, name).getByRole('combobox').click();
  await page.getByRole('option').first().waitFor();
  const found = await page.getByRole('option').evaluateAll((all) =>
    all.map((one): [string, string] => {
      const alone = one.cloneNode(true) as Element;
      // What tells records of one name apart is no part of the name.
      alone.querySelector('.MuiTypography-caption')?.remove();
      return [one.getAttribute('data-value') ?? '', alone.textContent?.trim() ?? ''];
    }),
  );
  await page.keyboard.press('Escape');
  await page.getByRole('listbox').waitFor({ state: 'detached' });
  return found;
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

/** The values of a description list by their labels. */
export const lines = (page: Page): Promise<Record<string, string>> =>
  dialog(page)
    .locator('dl')
    .first()
    .evaluate((list) =>
      Object.fromEntries(
        [...list.querySelectorAll('dt')].map((name) => [name.textContent, name.nextElementSibling?.textContent ?? '']),
      ),
    );

/** Opens the dialog that creates a record. */
export async function openNew(page: Page, label: string): Promise<void> {
  await button(page, label).first().click();
  await dialog(page).waitFor();
}
