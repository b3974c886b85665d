import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findings } from '../support/axe.ts';
import { password, settled, startConsole, type TestConsole } from '../support/console.ts';
import { type Customer, makeCustomer } from '../support/customer.ts';
import { button, depth, dialog, field, openNew, poll } from '../support/form.ts';
import { patience } from '../support/slowPages.ts';

// What was typed into a form and not saved: through a reload, the end of a session, another user in another tab.

let desk: TestConsole;
let customer: Customer;
beforeAll(async () => {
  desk = await startConsole();
  customer = await makeCustomer(desk);
});
afterAll(() => desk.close());

async function open(account: string | undefined, path: string, options = {}): Promise<Page> {
  const page = await desk.open(account, { reducedMotion: 'reduce', ...options });
  page.on('dialog', (warning) => void warning.accept());
  await page.goto(path);
  await settled(page);
  return page;
}

async function reload(page: Page): Promise<void> {
  await page.reload();
  await settled(page);
}

const offer = (page: Page) => dialog(page).getByText(/^You had unsaved changes from \d\d:\d\d\./);

async function restore(page: Page): Promise<void> {
  await offer(page).waitFor();
  await button(dialog(page), 'Restore').click();
  await dialog(page)
    .getByText(/^Your changes have been restored/)
    .waitFor();
}

/** The drafts that the tab has written down. */
const stored = (page: Page) => page.evaluate(() => sessionStorage.getItem('licence.drafts') ?? '');

/** Waits until the tab has written down what was typed. */
const written = (page: Page, text: string) => poll(() => stored(page)).toContain(text);

/** Ends the session of the page on the server. */
async function endSession(page: Page): Promise<void> {
  const key = await page.evaluate(() => JSON.parse(localStorage.getItem('licence.session') ?? '{}').api_key as string);
  const answer = await fetch(`${desk.server.url}/v1/auth/logout`, { method: 'POST', headers: { authorization: key } });
  expect(answer.ok).toBe(true);
}

async function signIn(page: Page, name: string): Promise<void> {
  await page.waitForURL('**/login');
  await page.locator('#name').fill(name);
  await page.locator('#password').fill(password);
  await page.locator('button[type=submit]').click();
  await page.waitForURL((url) => url.pathname !== '/login');
  await settled(page);
}

/** The values of the inputs of the topmost dialog, by name. */
const valuesOf = (page: Page) =>
  dialog(page).evaluate((element) =>
    Object.fromEntries(
      [...element.querySelectorAll<HTMLInputElement>('input[name], textarea[name]')].map((input) => [
        input.name,
        input.type === 'checkbox' ? String(input.checked) : input.value,
      ]),
    ),
  );

describe('a form that was not saved', () => {
  it('is offered after a reload, with choices, records, numbers, switches, dates and texts as they were', async () => {
    const page = await open(customer.name, '/authorization/order');
    await openNew(page, 'New order');
    await poll(() => field(page, 'product_id').inputValue()).not.toBe('');
    await field(page, 'purchased_hosts').fill('17');
    await dialog(page).getByRole('switch').or(dialog(page).getByRole('checkbox')).first().click();
    await field(page, 'comment').fill('For the  pier\nand the quay');
    await written(page, 'pier');
    const before = await valuesOf(page);
    expect(before).toMatchObject({ purchased_hosts: '17' });
    await reload(page);
    await openNew(page, 'New order');
    expect((await valuesOf(page))['purchased_hosts']).toBe('1');
    await restore(page);
    await poll(() => valuesOf(page)).toEqual(before);
    await poll(() => dialog(page).evaluate((element) => element.contains(document.activeElement))).toBe(true);
    await reload(page);
    await openNew(page, 'New order');
    await offer(page).waitFor();
    await button(dialog(page), 'Discard').click();
    await poll(() => stored(page)).toBe('');
    await reload(page);
    await openNew(page, 'New order');
    expect(await offer(page).count()).toBe(0);
  });

  it('is kept when the session ends while it is saved, for the same user only', async () => {
    const page = await open('sales', '/enterprise');
    await openNew(page, 'New enterprise');
    await field(page, 'name').fill('Pier of the ended session');
    await field(page, 'contact_man').fill('Zhou');
    await endSession(page);
    await button(dialog(page), 'Create').click();
    const warnings: string[] = [];
    page.on('dialog', (warning) => warnings.push(warning.type()));
    await button(page.getByRole('alertdialog'), 'Submit').click();
    await signIn(page, 'sales');
    expect(warnings).toEqual([]);
    expect(new URL(page.url()).pathname).toBe('/enterprise');
    await openNew(page, 'New enterprise');
    await restore(page);
    await poll(() => valuesOf(page)).toMatchObject({ name: 'Pier of the ended session', contact_man: 'Zhou' });
    await field(page, 'code').fill('ENDEDSESSION');
    await button(dialog(page), 'Create').click();
    await poll(() => depth(page)).toBe(0);
    await poll(() => stored(page)).toBe('');
  });

  it('is never offered to another user, nor after signing out', async () => {
    const page = await open('sales', '/enterprise');
    await openNew(page, 'New enterprise');
    await field(page, 'name').fill('Not for others');
    await written(page, 'Not for others');
    await endSession(page);
    await button(dialog(page), 'Create').click();
    await field(page, 'code').waitFor();
    await page.getByRole('alertdialog').getByRole('button').click();
    await signIn(page, 'operations');
    await page.goto('/enterprise');
    await settled(page);
    await openNew(page, 'New enterprise');
    expect(await offer(page).count()).toBe(0);
    expect(await stored(page)).not.toContain('Not for others');
    await field(page, 'name').fill('Gone with me');
    await written(page, 'Gone with me');
    await reload(page);
    await button(page, 'User menu').click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.waitForURL('**/login');
    await poll(() => stored(page)).toBe('');
  });

  it('keeps no password', async () => {
    const page = await open('superadmin', '/user/general');
    await openNew(page, 'New administrator');
    await field(page, 'name').fill('keptname');
    for (const input of await dialog(page).locator('input[type=password]').all()) await input.fill('Secret-Word-2026');
    await written(page, 'keptname');
    expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain('Secret-Word');
    await reload(page);
    await openNew(page, 'New administrator');
    await restore(page);
    await dialog(page).getByText('Passwords and files have to be entered again.').waitFor();
    await poll(() => field(page, 'name').inputValue()).toBe('keptname');
    await poll(() => dialog(page).locator('input[type=password]').first().inputValue()).toBe('');
  });

  it('of a record is restored over what others have changed since, says so, and is checked again', async () => {
    const id = customer.enterprise.id;
    const page = await open('superadmin', `/enterprise?id=${id}`);
    const edit = async () => {
      await button(dialog(page), 'Edit').click();
      await field(page, 'contact_man').waitFor();
    };
    const change = (body: object) => customer.staff.superadmin.call('POST', `/v1/enterprise/${id}`, body);
    await edit();
    await field(page, 'contact_man').fill('Typed here');
    await written(page, 'Typed here');
    await change({ social_credit_code: 'CHANGED-1' });
    await reload(page);
    await edit();
    await dialog(page).getByText('Somebody has changed this record since then.').waitFor();
    await button(dialog(page), 'Restore').click();
    await dialog(page)
      .getByText(/over the latest version of this record/)
      .waitFor();
    await poll(() => valuesOf(page)).toMatchObject({ contact_man: 'Typed here', social_credit_code: 'CHANGED-1' });
    await change({ social_credit_code: 'CHANGED-2' });
    await button(dialog(page), 'Save').click();
    await dialog(page)
      .getByText(/Somebody has changed this record in the meantime/)
      .waitFor();
    await button(dialog(page), 'Reload').click();
    await poll(async () => (await valuesOf(page))['social_credit_code']).toBe('CHANGED-2');
    await poll(() => field(page, 'contact_man').inputValue()).toBe('Typed here');
    await button(dialog(page), 'Save').click();
    await poll(() => depth(page)).toBe(1);
    const saved = await customer.staff.superadmin.call('GET', `/v1/enterprise/${id}`);
    expect(saved).toMatchObject({ contact_man: 'Typed here', social_credit_code: 'CHANGED-2' });
    await edit();
    expect(
      await dialog(page)
        .getByText(/You had unsaved changes/)
        .count(),
    ).toBe(0);
  });

  it('keeps rows and the comment of a step, until they are discarded', async () => {
    const order = await customer.approved(5);
    const licence = await customer.licence(await customer.project(), order, 1);
    const page = await open(customer.name, `/authorization/assignment?id=${licence}`);
    const openMail = async () => {
      await dialog(page).getByRole('tab', { name: 'E-mails' }).click();
      await button(dialog(page), 'Send to another address').first().click();
      await field(page, 'address_0').waitFor();
    };
    await openMail();
    await field(page, 'address_0').fill('one@example.com');
    await button(dialog(page), 'Add an address').click();
    await field(page, 'address_1').fill('two@example');
    await written(page, 'two@example');
    await reload(page);
    await openMail();
    await restore(page);
    await poll(() => valuesOf(page)).toMatchObject({ address_0: 'one@example.com', address_1: 'two@example' });
    await page.keyboard.press('Escape');
    await button(dialog(page), 'Discard').click();
    await poll(() => stored(page)).toBe('');

    const waiting = await customer.order(2);
    const sales = await open('sales', `/authorization/order?id=${waiting}`);
    await field(sales, 'comment').first().fill('No budget yet');
    await written(sales, 'No budget yet');
    await reload(sales);
    await restore(sales);
    await poll(() => field(sales, 'comment').first().inputValue()).toBe('No budget yet');
  });

  it('has dates and times as they were, also where one follows the other', async () => {
    const page = await open('superadmin', '/userinfo?active=subscriptions');
    const activate = async () => {
      await button(page, 'Activate').first().click();
      await poll(() => field(page, 'period_end_at').inputValue()).not.toBe('');
    };
    await activate();
    await field(page, 'period_start_at').fill('2027-03-01 08:00:00');
    await poll(() => field(page, 'period_end_at').inputValue()).toBe('2028-03-01 08:00:00');
    await field(page, 'period_end_at').fill('2027-09-30 23:59:59');
    await written(page, '2027-09-30');
    const before = await valuesOf(page);
    await reload(page);
    await activate();
    await restore(page);
    await poll(() => valuesOf(page)).toEqual(before);
    await button(dialog(page), 'Cancel').click();
    await button(dialog(page), 'Discard').click();
    await poll(() => stored(page)).toBe('');
  });

  it('has the shares of an allocation, and the address in place of the project’s', async () => {
    const buyer = await makeCustomer(desk);
    await buyer.approved(9);
    await buyer.approved(7);
    await buyer.project({ mail: 'project@example.com' });
    const page = await open(buyer.name, '/authorization/assignment');
    const rows = () => dialog(page).locator('tbody tr');
    const count = (at: number) => rows().nth(at).locator('input[type=number]');
    const address = () => field(page, 'project_mail');
    const allocate = async () => {
      await openNew(page, 'Allocate licences');
      await poll(() => rows().count()).toBe(2);
      await poll(() => address().inputValue()).toBe('project@example.com');
    };
    await allocate();
    await rows().nth(1).locator('input[type=checkbox]').check();
    await count(1).fill('6');
    await address().fill('typed@example.com');
    await written(page, 'typed@example.com');
    await reload(page);
    await allocate();
    await restore(page);
    await poll(() => count(1).inputValue()).toBe('6');
    await poll(() => count(0).inputValue()).toBe('');
    await poll(() => address().inputValue()).toBe('typed@example.com');
  });

  it('of a visitor is offered after a reload, and gone once it was sent', async () => {
    const page = await open(undefined, '/subscription');
    const input = (name: string) => page.locator(`[name="${name}"]`);
    const first = page.locator('form input[name]:not([type=hidden])').first();
    const name = (await first.getAttribute('name')) ?? '';
    await input(name).fill('Harbour Works');
    await written(page, 'Harbour Works');
    await page.reload();
    await input(name).waitFor();
    await page.getByText(/^You had unsaved changes from/).waitFor();
    await button(page, 'Restore').click();
    await poll(() => input(name).inputValue()).toBe('Harbour Works');
  });

  it('is offered in Chinese, on a phone, by the keyboard, and without a fault of axe', async () => {
    const page = await open('sales', '/enterprise', { locale: 'zh-CN', viewport: { width: 390, height: 844 } });
    const openForm = async () => {
      await page.getByRole('button', { name: '新建企业' }).first().click();
      await field(page, 'name').waitFor();
    };
    await openForm();
    await field(page, 'name').fill('滨海码头');
    await written(page, '滨海码头');
    await reload(page);
    await openForm();
    await dialog(page)
      .getByText(/^您有 \d\d:\d\d 未保存的内容。$/)
      .waitFor();
    expect(await findings(page)).toEqual([]);
    await button(dialog(page), '恢复').focus();
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('放弃');
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Enter');
    await poll(() => field(page, 'name').inputValue()).toBe('滨海码头');
    await dialog(page).getByText('已恢复您填写的内容。').waitFor();
    await poll(() => field(page, 'name').getAttribute('aria-invalid')).toBe('false');
    await poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('name');
    expect(await dialog(page).evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true);
    expect(await findings(page)).toEqual([]);
  });
});

describe('another tab', () => {
  const actIn = async (page: Page) => {
    const tab = await page.context().newPage();
    tab.setDefaultTimeout(patience);
    await tab.goto('/user/enterprise_user');
    await settled(tab);
    await tab.getByRole('searchbox').fill('enterprise');
    await tab
      .getByRole('row')
      .filter({ has: tab.getByRole('link', { name: 'enterprise', exact: true }) })
      .getByRole('button', { name: 'Act for this user' })
      .click();
    await tab.getByRole('banner').getByRole('button', { name: 'Back to sales' }).waitFor();
    return tab;
  };
  const fillNew = async (page: Page, name: string) => {
    await openNew(page, 'New enterprise');
    await field(page, 'name').fill(name);
    await written(page, name);
  };

  it('that begins to act for somebody does not throw away what is typed here', async () => {
    const page = await open('sales', '/enterprise');
    await fillNew(page, 'Typed before acting');
    const tab = await actIn(page);
    const notice = page.getByRole('alertdialog', { name: 'You switched user in another tab' });
    await notice.waitFor();
    expect(await findings(page)).toEqual([]);
    await button(notice, 'Keep editing').click();
    await notice.waitFor({ state: 'detached' });
    expect(await field(page, 'name').inputValue()).toBe('Typed before acting');
    await field(page, 'code').fill('BEFOREACTING');
    await button(dialog(page), 'Create').click();
    // Once it is saved, this tab has the user of the other one.
    await page.getByRole('banner').getByRole('button', { name: 'Back to sales' }).waitFor();
    const { items } = await (await desk.api('sales')).call('GET', '/v1/enterprise/list?search=Typed+before+acting');
    expect(items).toHaveLength(1);
    await tab.getByRole('banner').getByRole('button', { name: 'Back to sales' }).click();
    await tab.waitForURL('**/user/enterprise_user');
  });

  it('that switches is followed on demand; what was typed is offered to who typed it', async () => {
    const page = await open('sales', '/enterprise');
    await fillNew(page, 'Typed and left');
    const tab = await actIn(page);
    const notice = page.getByRole('alertdialog');
    await notice.getByRole('button', { name: /^Switch to / }).click();
    await page.getByRole('banner').getByRole('button', { name: 'Back to sales' }).waitFor();
    await poll(() => depth(page)).toBe(0);
    await tab.getByRole('banner').getByRole('button', { name: 'Back to sales' }).click();
    await tab.waitForURL('**/user/enterprise_user');
    await page.getByRole('banner').getByRole('button', { name: 'Back to sales' }).waitFor({ state: 'detached' });
    await page.getByRole('navigation').getByRole('link', { name: 'Enterprises' }).click();
    await openNew(page, 'New enterprise');
    await restore(page);
    await poll(() => field(page, 'name').inputValue()).toBe('Typed and left');
  });

  it('that signs out is told of here, and what was typed is offered after signing in again', async () => {
    const page = await open('sales', '/enterprise');
    await fillNew(page, 'Typed and signed out');
    const tab = await page.context().newPage();
    await tab.goto('/userinfo');
    await settled(tab);
    await button(tab, 'User menu').click();
    await tab.getByRole('menuitem', { name: 'Sign out' }).click();
    await tab.waitForURL('**/login');
    await page
      .getByRole('alertdialog', { name: 'You are signed out' })
      .getByRole('button', { name: 'Sign in' })
      .click();
    await signIn(page, 'sales');
    await openNew(page, 'New enterprise');
    await restore(page);
    await poll(() => field(page, 'name').inputValue()).toBe('Typed and signed out');
  });

  it('in which the same person signs in again gives this one the new session, and the form stays', async () => {
    const page = await open('sales', '/enterprise');
    await fillNew(page, 'Typed before the end');
    await endSession(page);
    await button(dialog(page), 'Create').click();
    await page.getByRole('alertdialog', { name: 'Tip' }).waitFor();
    const tab = await page.context().newPage();
    tab.setDefaultTimeout(patience);
    await tab.goto('/login');
    await signIn(tab, 'sales');
    await page.getByRole('alertdialog').waitFor({ state: 'detached' });
    expect(await field(page, 'name').inputValue()).toBe('Typed before the end');
    await field(page, 'code').fill('BEFORETHEEND');
    await button(dialog(page), 'Create').click();
    await poll(() => depth(page)).toBe(0);
    await page.locator('tbody').getByText('Typed before the end').waitFor();
  });

  it('that changes the language or the theme waits until the form is done', async () => {
    const page = await open('sales', '/enterprise');
    await fillNew(page, 'Typed in English');
    const tab = await page.context().newPage();
    await tab.goto('/userinfo');
    await settled(tab);
    await button(tab, 'Light or dark').click();
    await button(tab, 'Language').click();
    await tab.getByRole('menuitem', { name: '中文' }).click();
    await tab.getByRole('heading', { level: 1, name: '账号信息' }).waitFor();
    await field(page, 'contact_man').fill('Still here');
    expect(await valuesOf(page)).toMatchObject({ name: 'Typed in English', contact_man: 'Still here' });
    const loaded = page.waitForEvent('load');
    await page.keyboard.press('Escape');
    await button(dialog(page), 'Discard').click();
    await loaded;
    await page.getByRole('button', { name: '新建企业' }).first().waitFor();
  });
});

describe('this tab', () => {
  it('keeps what is typed when its language is changed', async () => {
    const waiting = await customer.order(2);
    const page = await open('sales', `/authorization/order?id=${waiting}`);
    const warnings: string[] = [];
    page.on('dialog', (warning) => warnings.push(warning.type()));
    await field(page, 'comment').first().fill('Half a reason');
    const loaded = page.waitForEvent('load');
    await button(page, 'Language').click();
    await page.getByRole('menuitem', { name: '中文' }).click();
    await loaded;
    await button(dialog(page), '恢复').click();
    await poll(() => field(page, 'comment').first().inputValue()).toBe('Half a reason');
    expect(warnings).toEqual([]);
  });

  it('asks before it begins to act, or signs out, with unsaved input', async () => {
    const waiting = await customer.order(2);
    const page = await open('sales', `/authorization/order?id=${waiting}`);
    await field(page, 'comment').first().fill('Half a reason');
    for (const words of ['act for enterprise', 'sign out']) {
      await page.keyboard.press('Control+k');
      await page.getByRole('dialog').getByRole('combobox').fill(words);
      await page.getByRole('option').first().waitFor();
      await poll(async () => (await page.getByRole('option').first().textContent())?.toLowerCase()).toContain(
        words.slice(0, 3),
      );
      await page.keyboard.press('Enter');
      await dialog(page).getByText('Discard your changes?').waitFor();
      await button(dialog(page), 'Keep editing').click();
      await page.getByText('Discard your changes?').waitFor({ state: 'detached' });
      expect(await field(page, 'comment').first().inputValue()).toBe('Half a reason');
    }
  });
});
