import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { settled, startConsole, type TestConsole } from '../support/console.ts';
import { poll, sent } from '../support/form.ts';
import { handFor, watchHand } from '../support/hand.ts';
import type { Keyboard } from '../support/keyboard.ts';
import {
  button,
  find,
  frame,
  goTo,
  leave,
  listTools,
  nameOf,
  openRecord,
  row,
  select,
  signIn,
  top,
} from '../support/keyboardWalks.ts';

let desk: TestConsole;
beforeAll(async () => {
  desk = await startConsole();
});
afterAll(() => desk.close());

/** Signs in, does the jobs of a role, changes the language and signs out: without a click. */
async function walk(name: string, jobs: (hands: Keyboard, page: Page) => Promise<void>): Promise<void> {
  const page = await desk.open(undefined, { reducedMotion: 'reduce' });
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  await watchHand(page);
  const hands = await signIn(page, name);
  const { clicks } = await handFor(page, async () => {
    await jobs(hands, page);
    await leave(hands);
  });
  expect({ clicks, problems }).toEqual({ clicks: 0, problems: [] });
}

const field = (page: Page, name: string) => top(page).locator(`[name="${name}"]`);
const choice = (page: Page, name: string) => top(page).getByRole('combobox', { name });

it('an administrator reviews, makes, changes, deletes and audits without the mouse', () =>
  walk('superadmin', async (hands, page) => {
    await frame(hands);
    const reviewed = sent(page, 'POST', /^\/v1\/enterprise\/\d+$/);
    await hands.to(page.getByRole('button', { name: /^Reject: / }).first());
    await hands.look('Enter');
    await hands.to(page.getByRole('button', { name: /^Approve: / }).first(), 'Shift+Tab');
    await hands.press('Enter');
    await poll(() => reviewed).toEqual([{ status: 1 }]);
    await goTo(hands, 'p', '/enterprise/product');
    await listTools(hands, /^Deployment/, 'Private cloud');
    await hands.to(button(page, 'New product'), 'Shift+Tab');
    await hands.look('Enter');
    await hands.open('Enter');
    await hands.type('Keyboard');
    await hands.press('Tab');
    await hands.type('KB-1');
    await select(hands, choice(page, 'Deployment'), 'Public cloud');
    await select(hands, choice(page, 'Category'), 'Migration');
    await hands.to(button(top(page), 'Create'));
    await hands.answer(0);
    await find(hands, 'Keyboard');
    await hands.look('e');
    await hands.open('e');
    await hands.to(field(page, 'name'));
    await page.keyboard.press('End');
    await hands.type(' two');
    const question = await hands.open('Escape');
    await hands.round();
    await hands.close(question);
    await hands.answer(0);
    await nameOf(page, 'Keyboard two').waitFor();
    await hands.close(await openRecord(hands));
    await hands.to(button(page, 'Delete: Keyboard two'));
    await hands.look('Enter');
    await hands.open('Enter');
    await hands.answer(0);
    await row(page, 'Keyboard two').waitFor({ state: 'detached' });
    await button(page, 'Undo').waitFor();
    await hands.press('u');
    await row(page, 'Keyboard two').waitFor();
    await goTo(hands, 'u', '/audit');
    await hands.press('j');
    await hands.press('j');
    await hands.close(await openRecord(hands));
  }));

it('operations filters, approves, rejects and changes many without the mouse', () =>
  walk('operations', async (hands, page) => {
    const taken = sent(page, 'POST', /^\/v1\/order\/\d+$/);
    await goTo(hands, 'o', '/authorization/order');
    const range = page.getByRole('search').getByRole('button', { name: /^Created at/ });
    await hands.to(range);
    const calendar = await hands.open('Enter');
    await button(top(page), 'Last 30 days').waitFor();
    await hands.press('ArrowLeft');
    await hands.round();
    await hands.close(calendar);
    await hands.open('Enter');
    await hands.to(button(top(page), 'Last 30 days'));
    await hands.answer(0);
    await settled(page);
    await hands.press('Delete');
    await settled(page);
    await select(hands, page.getByRole('search').getByRole('combobox', { name: /^Status/ }), 'Pending review');
    await settled(page);
    await hands.to(page.locator('tbody a').first());
    for (const key of ['x', 'j', 'x']) await hands.press(key);
    const tools = page.getByRole('toolbar');
    await hands.to(button(tools, 'Agree (2)'), 'Shift+Tab');
    await hands.look('Enter');
    const many = await hands.open('Enter');
    await hands.to(button(top(page), 'Agree (2)'));
    await hands.answer(many.depth + 1);
    await hands.until({ at: 'BUTTON Close' });
    await hands.answer(many.depth);
    await tools.waitFor({ state: 'detached' });
    expect(taken).toEqual([{ status: 2 }, { status: 2 }]);
    // Beside the list, one after the other.
    await hands.press('j');
    const first = await openRecord(hands);
    await hands.press('e');
    await poll(() => taken.length).toBe(3);
    await poll(async () => (await hands.stand()).depth).toBe(first.depth + 1);
    await settled(page);
    await hands.to(button(top(page), 'Reject'));
    await hands.look('Enter');
    await hands.open('Enter');
    await hands.type('No budget');
    await hands.to(button(top(page), 'Reject order'));
    await hands.answer(first.depth);
    expect(taken.slice(2)).toMatchObject([{ status: 2 }, { status: 9, comment: 'No budget' }]);
  }));
