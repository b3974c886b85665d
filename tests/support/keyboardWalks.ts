import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { password } from './account.ts';
import { settled } from './console.ts';
import { atKeyboard, type FocusState, type Keyboard } from './keyboard.ts';

/** What lies on top of the page, or the record beside the list. */
export const top = (page: Page): Locator => page.getByRole('dialog').last();
export const button = (scope: Page | Locator, name: string | RegExp): Locator =>
  scope.getByRole('button', { name, exact: true });
export const row = (page: Page, text: string): Locator => page.locator('tbody tr').filter({ hasText: text }).first();
/** The name of a row, which opens its record. */
export const nameOf = (page: Page, text: string): Locator => row(page, text).getByRole('link').first();

/** Signs in, from the login page on. */
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

/** Changes the language, which loads the page anew, and signs out. */
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

/** Goes to a page by two keys. */
export async function goTo({ page }: Keyboard, letter: string, path: string): Promise<void> {
  await page.keyboard.press('g');
  await page.keyboard.press(letter);
  await page.waitForURL(`**${path}`);
  await settled(page);
}

/** Goes to a select and takes one of its options. */
export async function select(hands: Keyboard, target: Locator, option: string): Promise<void> {
  await hands.to(target);
  const { depth } = await hands.open('Enter');
  await hands.type(option);
  await hands.until({ at: `LI ${option}` });
  await hands.answer(depth);
}

/** Takes the first record that a picker finds for some words. */
export async function pick(hands: Keyboard, picker: Locator, words = ''): Promise<void> {
  const { page } = hands;
  await hands.to(picker);
  await hands.type(words);
  const highlighted = page.locator('[role=option].Mui-focused').filter({ hasText: words });
  const isTaken = async () => (await picker.inputValue()) !== words;
  // What is found for the words may take the place of what was highlighted.
  for (let times = 0; times < 50 && !(await isTaken()); times += 1) {
    const taking = (await highlighted.count()) > 0;
    await page.keyboard.press(taking ? 'Enter' : 'ArrowDown');
    // A key more would open what was just closed.
    for (let waits = 0; waits < (taking ? 20 : 1) && !(await isTaken()); waits += 1) await page.waitForTimeout(50);
  }
  await page.getByRole('listbox').waitFor({ state: 'detached' });
}

/** Takes the first record of a picker, unless one stands in it by itself once the records are there. */
export async function pickWhereEmpty(hands: Keyboard, picker: Locator, words = ''): Promise<void> {
  await settled(hands.page);
  if ((await picker.inputValue()) === '') await pick(hands, picker, words);
}

/** Finds a row by the list's search, and stands on its name. */
export async function find(hands: Keyboard, words: string): Promise<void> {
  const { page } = hands;
  await hands.press('/');
  await page.keyboard.press('ControlOrMeta+a');
  await hands.type(words);
  await nameOf(page, words).waitFor();
  await settled(page);
  await hands.to(nameOf(page, words));
}

/** Opens the record of the row that it stands in, goes through it by Tab and out again, and stands in it. */
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

/** What every page has: the skip link, help, the palette, the messages and the user's menu with the password in it. */
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

/** What stands above a list: a filter by a choice, taken away by Delete, views, columns, and adding a filter. */
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
