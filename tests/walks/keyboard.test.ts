import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { password } from '../support/account.ts';
import { settled, startConsole, type TestConsole } from '../support/console.ts';
import { poll, sent } from '../support/form.ts';
import { countInput, inputFor } from '../support/inputCounts.ts';
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
  pick,
  pickWhereEmpty,
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

/** Signs in, does the jobs of a role, changes the language and signs out, without a click. */
async function walk(name: string, jobs: (hands: Keyboard, page: Page) => Promise<void>): Promise<void> {
  const page = await desk.open(undefined, { reducedMotion: 'reduce' });
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  // Intercepts the file chooser from the beginning, so that none opens before the test waits for one.
  page.on('filechooser', () => undefined);
  await countInput(page);
  const hands = await signIn(page, name);
  const { clicks } = await inputFor(page, async () => {
    await jobs(hands, page);
    await leave(hands);
  });
  expect({ clicks, problems }).toEqual({ clicks: 0, problems: [] });
}

const field = (page: Page, name: string) => top(page).locator(`[name="${name}"]`);
const choice = (page: Page, name: string) => top(page).getByRole('combobox', { name }).first();

it('an administrator reviews, makes, changes, deletes and audits without the mouse', () =>
  walk('superadmin', async (hands, page) => {
    await frame(hands);
    const reviewed = sent(page, 'POST', /^\/v1\/enterprise\/\d+$/);
    const approve = page.getByRole('button', { name: /^Approve: / }).first();
    await hands.to(approve);
    // The question is asked in the row: Escape takes it back, Enter confirms it.
    await hands.press('Enter');
    await hands.press('Escape');
    await hands.to(approve);
    await hands.press('Enter');
    await poll(() => reviewed).toEqual([]);
    await hands.press('Enter');
    await poll(() => reviewed).toEqual([{ status: 1 }]);
    const activated = sent(page, 'POST', '/v1/subscription/temp/update_status');
    await hands.to(page.getByRole('button', { name: /^Activate: / }).first());
    const subscription = await hands.open('Enter');
    await pickWhereEmpty(hands, choice(page, 'Enterprise'));
    await pickWhereEmpty(hands, choice(page, 'Product'), 'CloudMove');
    await hands.to(field(page, 'period_start_at'));
    await page.keyboard.press('ControlOrMeta+a');
    await hands.type('2027-01-01 00:00:00');
    // The day is chosen in the calendar.
    await hands.to(button(top(page), 'Choose a day: From'));
    const days = await hands.open('Enter');
    await hands.until({ at: 'BUTTON Friday, January 1, 2027' });
    await hands.press('ArrowRight');
    await hands.answer(days.depth);
    await poll(() => field(page, 'period_start_at').inputValue()).toBe('2027-01-02 00:00:00');
    await hands.to(button(top(page), 'Activate'));
    await hands.answer(subscription.depth);
    expect(activated).toMatchObject([{ status: 1, period_start_at: '2027-01-02T00:00:00.000Z' }]);
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
    const made = sent(page, 'POST', '/v1/product/import');
    await hands.to(button(page, 'Import'), 'Shift+Tab');
    const imports = await hands.open('Enter');
    await hands.to(button(top(page), 'Choose a file'));
    const chooser = page.waitForEvent('filechooser');
    await page.keyboard.press('Enter');
    const content = Buffer.from('Name,Code,Deployment,Category\nKeys,KEYS-1,Public cloud,Migration\n');
    await (await chooser).setFiles({ name: 'products.csv', mimeType: 'text/csv', buffer: content });
    for (const [at, step] of ['Check 1 row', 'Import 1 row'].entries()) {
      await hands.to(button(top(page), step));
      await page.keyboard.press('Enter');
      await poll(() => made.length).toBe(at + 1);
    }
    await hands.until({ depth: imports.depth, at: imports.at });
    const viewed = sent(page, 'POST', '/v1/saved_view');
    await hands.to(button(page.getByRole('search'), /^Views/), 'Shift+Tab');
    const views = await hands.open('Enter');
    await settled(page);
    await hands.press('End');
    await page.keyboard.press('Enter');
    await hands.until({ at: 'INPUT name' });
    await hands.type('By keys');
    await hands.to(field(page, 'is_shared'));
    await page.keyboard.press('Space');
    await hands.to(button(top(page), 'Save'));
    await hands.answer(views.depth);
    await poll(() => viewed).toMatchObject([{ name: 'By keys', is_shared: true }]);
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
    await button(top(page), 'Last month').waitFor();
    await hands.press('ArrowLeft');
    await hands.round();
    await hands.close(calendar);
    await hands.open('Enter');
    await hands.to(button(top(page), 'Last month'));
    await hands.answer(0);
    await settled(page);
    await hands.press('Delete');
    await settled(page);
    await select(hands, page.getByRole('search').getByRole('combobox', { name: /^Status/ }), 'Pending review');
    await settled(page);
    const heads = () => page.locator('main thead th').allTextContents();
    await hands.to(button(page, 'Columns'), 'Shift+Tab');
    const columns = await hands.open('Enter');
    const [before, name] = await Promise.all([heads(), page.locator(':focus').textContent()]);
    await hands.press('Alt+ArrowDown');
    await expect.poll(heads).not.toEqual(before);
    await poll(() => page.locator(':focus').textContent()).toBe(name);
    await hands.press('End');
    await hands.press('Space');
    await hands.close(columns);
    await button(page, 'Columns').waitFor();
    const waiting = await page.locator('tbody tr').count();
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
    await poll(() => page.locator('tbody tr').count()).toBe(waiting - 2);
    expect(taken).toEqual([{ status: 2 }, { status: 2 }]);
    // One record after the other, in the drawer next to the list.
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

it('a salesman confirms, rejects, orders, and acts for a customer and returns without the mouse', () =>
  walk('sales', async (hands, page) => {
    const taken = sent(page, 'POST', /^\/v1\/order\/\d+$/);
    await hands.to(page.getByRole('button', { name: /^Confirm: / }).first());
    const line = await hands.open('Enter');
    await hands.until({ at: 'INPUT assign_period' });
    await hands.round();
    await hands.type('1');
    await select(hands, choice(page, 'Unit'), 'month');
    await hands.to(field(page, 'use_period'));
    await hands.type('365');
    await hands.to(button(top(page), 'Confirm'));
    await page.keyboard.press('Enter');
    await poll(() => taken).toEqual([{ status: 1, assign_period: 30, use_period: 365 }]);
    // The next order is open already.
    await hands.until({ at: 'INPUT assign_period', depth: line.depth + 1 });
    await hands.to(button(top(page), 'Reject'));
    await hands.look('Enter');
    await hands.open('Enter');
    await hands.type('Twice');
    await hands.to(button(top(page), 'Reject order'));
    await page.keyboard.press('Enter');
    await poll(() => taken.length).toBe(2);
    expect(taken[1]).toEqual({ status: 9, comment: 'Twice' });
    await hands.until({ at: 'INPUT assign_period', depth: line.depth + 1 });
    await hands.answer(line.depth, 'Escape');
    const ordered = sent(page, 'POST', '/v1/order');
    await hands.to(page.getByRole('button', { name: /^Renew: / }).first());
    const renewed = await hands.open('Enter');
    await hands.round();
    await hands.to(button(top(page), 'Place order'));
    await hands.answer(renewed.depth);
    await poll(() => ordered).toMatchObject([{ category_id: 1001, params: { renews: expect.any(Number) } }]);
    await goTo(hands, 'o', '/authorization/order');
    await hands.to(button(page, 'New order'));
    const order = await hands.open('Enter');
    await select(hands, choice(page, 'Type'), 'Reissue');
    await pick(hands, choice(page, 'Enterprise'), 'Yunqi');
    await hands.to(button(top(page), 'Choose original order'));
    await hands.look('Enter');
    await select(hands, choice(page, 'Type'), 'New purchase');
    await pick(hands, choice(page, 'Enterprise'), 'Yunqi');
    await pick(hands, choice(page, 'Product'), 'CloudMove');
    await hands.to(field(page, 'purchased_hosts'));
    await page.keyboard.press('ControlOrMeta+a');
    await hands.type('7');
    await hands.to(button(top(page), 'Create'));
    await hands.answer(order.depth);
    expect(ordered.slice(1)).toMatchObject([{ category_id: 1001, purchased: { hosts: 7 } }]);
    await goTo(hands, 'u', '/user/enterprise_user');
    await find(hands, 'huadong');
    await hands.look('e');
    await hands.to(button(row(page, 'huadong'), 'Act for this user'));
    await page.keyboard.press('Enter');
    const back = page.getByRole('banner').getByRole('button', { name: 'Back to sales' });
    await back.waitFor();
    await settled(page);
    await hands.to(back);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/user/enterprise_user');
    await settled(page);
  }));

it('an enterprise orders, cancels, allocates, and keeps its projects and people without the mouse', () =>
  walk('enterprise', async (hands, page) => {
    const ordered = sent(page, 'POST', '/v1/order');
    await hands.to(button(page, 'New order'));
    await hands.look('Enter');
    const order = await hands.open('Enter');
    await pick(hands, choice(page, 'Product'), 'CloudMove');
    await hands.to(field(page, 'purchased_hosts'));
    await page.keyboard.press('ControlOrMeta+a');
    await hands.type('3');
    await hands.to(button(top(page), 'Create'));
    await hands.answer(order.depth);
    expect(ordered).toMatchObject([{ purchased: { hosts: 3 } }]);
    const allocated = sent(page, 'POST', '/v1/assignment');
    await hands.to(page.getByRole('button', { name: /^Allocate: / }).first());
    await hands.look('Enter');
    const line = await hands.open('Enter');
    await hands.to(choice(page, 'Project'));
    await pickWhereEmpty(hands, choice(page, 'Project'));
    await top(page).getByRole('checkbox', { checked: true }).waitFor();
    await hands.round();
    await hands.to(button(top(page), 'Allocate'));
    await hands.answer(line.depth);
    expect(allocated).toHaveLength(1);
    const approved = sent(page, 'POST', /^\/v1\/allocation\/approve\/\d+$/);
    await hands.to(page.getByRole('button', { name: /^Approve: / }).first(), 'Shift+Tab');
    await hands.open('Enter');
    await hands.to(button(top(page), 'Approve'));
    await page.keyboard.press('Enter');
    await poll(() => approved).toEqual([{ status: 1 }]);
    // The next application is open already.
    await settled(page);
    await hands.answer(0, 'Escape');
    const cancelled = sent(page, 'POST', /^\/v1\/order\/\d+$/);
    await goTo(hands, 'o', '/authorization/order');
    await hands.press('j');
    const list = await openRecord(hands);
    await hands.to(button(top(page), /^Cancel/));
    await hands.look('Enter');
    await hands.open('Enter');
    await hands.type('Too many');
    await hands.to(button(top(page), 'Cancel order'));
    await page.keyboard.press('Enter');
    await poll(() => cancelled).toEqual([{ status: 8, comment: 'Too many' }]);
    await hands.until({ depth: list.depth, at: list.at });
    await goTo(hands, 'p', '/authorization/project');
    await hands.to(button(page, 'New project'));
    await hands.open('Enter');
    await hands.type('Keyboard pier');
    await pick(hands, choice(page, 'Product'), 'CloudMove');
    await hands.to(field(page, 'license_key'));
    await hands.type('KEY-KEYS');
    await hands.to(button(top(page), 'Create'));
    await hands.answer(0);
    await find(hands, 'Keyboard pier');
    await hands.look('e');
    await hands.to(button(row(page, 'Keyboard pier'), 'Activate'));
    await hands.look('Enter');
    await hands.open('Enter');
    await hands.answer(0);
    await button(row(page, 'Keyboard pier'), 'Activate').waitFor({ state: 'detached' });
    await hands.until({ isSomewhere: true });
    await goTo(hands, 's', '/user/subuser');
    const people = sent(page, 'POST', '/v1/user');
    await hands.to(page.getByRole('button', { name: /^New / }));
    const person = await hands.open('Enter');
    const typed = { name: 'keys.sub', nick_name: 'Keys', password: 'Keyboard-2026', password_repeat: 'Keyboard-2026' };
    for (const [name, value] of Object.entries({ ...typed, phone: '+49 30 1234567' })) {
      await hands.to(field(page, name));
      await hands.type(value);
    }
    await hands.to(button(top(page), 'Create'));
    await hands.answer(person.depth);
    expect(people).toMatchObject([{ name: 'keys.sub', role_id: 5 }]);
    await hands.to(button(page.getByRole('banner'), /^Messages/), 'Shift+Tab');
    await hands.open('Enter');
    await hands.to(button(page, 'Show more'));
    await page.keyboard.press('Enter');
    await page.waitForURL('**/message');
    await settled(page);
    await hands.to(button(page, 'Mark all as read'));
    await page.keyboard.press('Enter');
    await button(page.getByRole('banner'), 'Messages: 0 unread').waitFor();
    await goTo(hands, 'l', '/authorization/assignment');
    await hands.press('j');
    const licences = await openRecord(hands);
    await hands.to(top(page).getByRole('tab', { name: 'Overview' }));
    await hands.press('ArrowRight');
    await hands.press('Enter');
    await settled(page);
    const mailed = sent(page, 'POST', '/v1/mail/custom');
    await hands.to(button(top(page), 'Send to another address'));
    const mail = await hands.open('Enter');
    await hands.to(field(page, 'address_0'));
    await hands.type('keys@customer.example');
    await hands.to(button(top(page), 'Send'));
    await hands.answer(mail.depth);
    expect(mailed).toMatchObject([{ address: 'keys@customer.example' }]);
    await hands.close(licences);
  }));

it('a sub-user applies, withdraws and looks after the account without the mouse', () =>
  walk('subuser', async (hands, page) => {
    const applied = sent(page, 'POST', '/v1/allocation');
    await hands.to(button(page, 'New application'));
    await hands.look('Enter');
    const form = await hands.open('Enter');
    await pickWhereEmpty(hands, choice(page, 'Project'));
    await hands.to(field(page, 'hosts'));
    await hands.type('2');
    await hands.to(button(top(page), 'Submit application'));
    await hands.answer(form.depth);
    expect(applied).toMatchObject([{ hosts: 2 }]);
    await goTo(hands, 'a', '/authorization/application');
    await listTools(hands, /^Status/, 'Pending');
    await hands.to(page.locator('tbody a').first());
    const list = await openRecord(hands);
    for (const name of ['Edit', 'Withdraw']) {
      await hands.to(button(top(page), name));
      await hands.look('Enter');
    }
    await hands.close(list);
    await hands.open('Control+k');
    await hands.type('account');
    await page.getByRole('option', { name: /^Account/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/userinfo*');
    await settled(page);
    await hands.to(page.getByRole('tab').first());
    await hands.press('ArrowRight');
    const changed = sent(page, 'POST', '/v1/auth/password');
    await hands.to(button(page.getByRole('banner'), 'User menu'), 'Shift+Tab');
    const menu = await hands.open('Enter');
    await hands.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('menu').waitFor({ state: 'detached' });
    for (const [name, value] of Object.entries({ password, password1: 'By-keys-2026', password2: 'By-keys-2026' })) {
      await hands.to(field(page, name));
      await hands.type(value);
    }
    await hands.to(button(top(page), 'Save'));
    await hands.answer(menu.depth);
    expect(changed).toHaveLength(1);
  }));
