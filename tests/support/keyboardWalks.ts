import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { password } from './account.ts';
import { settled } from './console.ts';
import { atKeyboard, type FocusState, type Keyboard } from './keyboard.ts';

/** The topmost dialog, or the record beside the list. */
export const top = (page: Page): Locator => page.getByRole('dialog').last();
export const button = (scope: Page | Locator, name: string | RegExp): Locator =>
  scope.getByRole('button', { name, exact: true });
export const row = (page: Page, text: string): Locator => page.locator('tbody tr').filter({ hasText: text }).first();
/** The link in a row that opens its record. */
export const nameOf = (page: Page, text: string): Locator => row(page, text).getByRole('link').first();

/** Signs in on the login page. */
export async function signIn(page: Page, name: string): Promise<Keyboard> {
  const hands = atKeyboard(page);
  await page.goto('/login');
  await hands.to(page.locator('#name'));
  await hands.type(name);
  await hands.press('Tab');
  await hands.type(password);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/dashboard');
  await settled(page);
  return hands;
}

/** Changes the language, which reloads the page, and signs out. */
export async function leave(hands: Keyboard): Promise<void> {
  const { page } = hands;
  const header = page.getByRole('banner');
  await hands.to(button(header, 'Language'), 'Shift+Tab');
  await hands.open('Enter');
  await hands.press('Home');
  const loaded = page.waitForEvent('load');
  await page.keyboard.press('Enter');
  await loaded;
  await settled(page);
  await hands.to(button(header, '用户菜单'));
  await hands.open('Enter');
  await hands.press('End');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/login');
  await page.locator('#name').waitFor();
}

/** Opens a page with two keys. */
export async function goTo({ page }: Keyboard, letter: string, path: string): Promise<void> {
  await page.keyboard.press('g');
  await page.keyboard.press(letter);
  await page.waitForURL(`**${path}`);
  await settled(page);
}

/** Moves to a select and chooses an option. */
export async function select(hands: Keyboard, target: Locator, option: string): Promise<void> {
  await hands.to(target);
  const { depth } = await hands.open('Enter');
  await hands.type(option);
  await hands.until({ at: `LI ${option}` });
  await hands.answer(depth);
}

/** Chooses the first record that a picker finds for the given text. */
export async function pick(hands: Keyboard, picker: Locator, words = ''): Promise<void> {
  const { page } = hands;
  await hands.to(picker);
  await hands.type(words);
  const highlighted = page.locator('[role=option].Mui-focused').filter({ hasText: words });
  const isPicked = async () => (await picker.inputValue()) !== words;
  // The search results may replace the highlighted option.
  for (let times = 0; times < 50 && !(await isPicked()); times += 1) {
    const taking = (await highlighted.count()) > 0;
    await page.keyboard.press(taking ? 'Enter' : 'ArrowDown');
    // Another key press would reopen the closed list.
    for (let waits = 0; waits < (taking ? 20 : 1) && !(await isPicked()); waits += 1) await page.waitForTimeout(50);
  }
  await page.getByRole('listbox').waitFor({ state: 'detached' });
}

/** Chooses the first record of a picker, unless the picker fills itself when its records are loaded. */
export async function pickWhereEmpty(hands: Keyboard, picker: Locator, words = ''): Promise<void> {
  await settled(hands.page);
  if ((await picker.inputValue()) === '') await pick(hands, picker, words);
}

/** Finds a row by the search of the list and focuses its name. */
export async function find(hands: Keyboard, words: string): Promise<void> {
  const { page } = hands;
  await hands.press('/');
  await page.keyboard.press('ControlOrMeta+a');
  await hands.type(words);
  await nameOf(page, words).waitFor();
  await settled(page);
  await hands.to(nameOf(page, words));
}

/** Opens the record of the focused row, goes through it by Tab and back out, and focuses it. */
export async function openRecord(hands: Keyboard): Promise<FocusState> {
  const { page } = hands;
  const from = await hands.open('Enter');
  await settled(page);
  const record = top(page);
  await hands.to(button(record, 'Close'));
  const isInside = () => page.evaluate(() => document.activeElement?.closest('[role=dialog]') !== null);
  for (let times = 0; times < 40 && (await isInside()); times += 1) await page.keyboard.press('Tab');
  if (await isInside()) throw new Error('Tab is stuck in the record');
  await hands.to(button(record, 'Close'), 'Shift+Tab');
  return from;
}

/** Uses what every page has: skip link, help, command palette, messages, and the user menu with the password dialog. */
export async function frame(hands: Keyboard): Promise<void> {
  const { page } = hands;
  const header = page.getByRole('banner');
  await hands.to(page.getByRole('link', { name: 'Skip to content' }), 'Shift+Tab');
  await hands.press('Enter');
  await hands.to(button(header, 'Search or go to'), 'Shift+Tab');
  for (const key of ['?', 'Control+k', 'Enter']) await hands.look(key);
  await hands.to(button(header, /^Messages/));
  const bell = await hands.open('Enter');
  await hands.press('Tab');
  await hands.press('Shift+Tab');
  await hands.close(bell);
  await hands.to(button(header, 'User menu'));
  await hands.close(await hands.open('Enter'));
  const menu = await hands.open('Enter');
  await hands.press('ArrowDown');
  await page.keyboard.press('Enter');
  await top(page).waitFor();
  await page.getByRole('menu').waitFor({ state: 'detached' });
  await hands.round();
  await hands.close(menu);
}

/**
 * Uses the tools above a list: filters by a choice and removes the filter with Delete, views, columns, adding a filter.
 */
export async function listTools(hands: Keyboard, choice: RegExp, option: string): Promise<void> {
  const { page } = hands;
  const search = page.getByRole('search');
  const chip = search.getByRole('combobox', { name: choice });
  await hands.to(chip);
  const from = await hands.open('Enter');
  await hands.press('ArrowDown');
  await hands.close(from);
  await select(hands, chip, option);
  await settled(page);
  await hands.press('Delete');
  await settled(page);
  const adding = button(search, 'Add filter');
  if ((await adding.count()) > 0) {
    await hands.to(adding);
    await hands.look('Enter');
  }
  for (const menu of [/^Views/, 'Columns']) {
    await hands.to(button(search, menu));
    const at = await hands.open('Enter');
    await settled(page);
    expect((await hands.press('ArrowDown')).at).toMatch(/^LI /);
    await hands.close(at);
  }
}
