import type { Page } from 'playwright-core';
import type { Language } from '../../contract/messages/label.ts';
import { wordsOf } from './places.ts';

/** Opens a tab of the open record: a tab, or on a phone an entry of the list of tabs. */
export async function openTab(page: Page, label: string, language: Language): Promise<void> {
  const isPhone = (page.viewportSize()?.width ?? 0) < 600;
  if (!isPhone) return page.getByRole('tab', { name: label }).click();
  await page.getByRole('combobox', { name: wordsOf(language).words.record.tabs }).click();
  return page.getByRole('option', { name: label }).click();
}
