import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract } from '../../contract/index.ts';
import { namedActions } from '../../contract/schema/action.ts';
import { lifecycleSteps } from '../../contract/schema/lifecycle.ts';
import { type Customer, confirm, makeCustomer } from '../support/customer.ts';
import { type Desk, type Page, settled, startDesk } from './support/desk.ts';
import { button, control, depth, dialog, field, poll, sent, toast } from './support/form.ts';

let desk: Desk;
let customer: Customer;
beforeAll(async () => {
  desk = await startDesk();
  customer = await makeCustomer(desk);
});
afterAll(() => desk.close());

const buttons = (page: Page): Promise<string[]> =>
  dialog(page)
    .locator('.MuiDialogActions-root button')
    .evaluateAll((all) => all.map((one) => one.textContent ?? ''));
const heading = (page: Page) => dialog(page).getByRole('heading', { level: 2 }).textContent();
const orders = /^\/v1\/order\/\d+$/;

/** Selects these orders in the list. */
async function tick(page: Page, codes: readonly string[]): Promise<void> {
  await page.goto('/authorization/order');
  await settled(page);
  for (const code of codes) await page.getByRole('checkbox', { name: `Select ${code}` }).click();
}

it('every step and action that ends something says what follows', () => {
  const mute = contract.entities.flatMap((entity) =>
    [...lifecycleSteps(entity.lifecycle ?? { field: '', transitions: {} }), ...namedActions(entity)]
      .filter(({ tone, confirm: says }) => tone === 'danger' && !says)
      .map(({ name }) => `${entity.name}.${name}`),
  );
  expect(mute).toEqual([]);
});

describe('what ends something', () => {
  it.each([
    ['sales', 'Reject', 'Reject order', 9],
    ['', 'Cancel order', 'Cancel order', 8],
  ])('asks in the detail of an order before it is sent (%s %s)', async (account, step, act, status) => {
    const id = await customer.order(1);
    const { code } = await customer.call('GET', `/v1/order/${id}`);
    const page = await desk.open(account || customer.name);
    const bodies = sent(page, 'POST', orders);
    await page.goto(`/authorization/order?id=${id}`);
    await button(dialog(page), step).click();
    await poll(() => depth(page)).toBe(2);
    await poll(() => heading(page)).toBe(`${step} · ${code}`);
    await dialog(page).getByText('This closes the order for good.').waitFor();
    await poll(() => buttons(page)).toEqual([step === 'Reject' ? 'Cancel' : 'Back', act]);
    await field(page, 'comment').first().fill('No budget');
    expect(bodies).toEqual([]);
    await button(dialog(page), act).click();
    await toast(page, 'Operation successful');
    await poll(() => depth(page)).toBe(0);
    expect(bodies).toEqual([{ status, comment: 'No budget' }]);
  });

  it('begins with the comment that was begun, and what is left blank the record keeps', async () => {
    const id = await customer.order(1, { comment: 'Of the customer' });
    const page = await desk.open('sales');
    const bodies = sent(page, 'POST', orders);
    await page.goto(`/authorization/order?id=${id}`);
    await field(page, 'comment').first().fill('Half a reason');
    await button(dialog(page), 'Reject').click();
    await poll(() => depth(page)).toBe(2);
    expect(await field(page, 'comment').first().inputValue()).toBe('Half a reason');
    await field(page, 'comment').first().fill('');
    await button(dialog(page), 'Reject order').click();
    await toast(page, 'Operation successful');
    expect(bodies).toEqual([{ status: 9 }]);
    expect((await customer.call('GET', `/v1/order/${id}`)).comment).toBe('Of the customer');
  });

  it('names its object and cannot be taken for the way out, also in Chinese', async () => {
    const id = await customer.project({ name: 'The pier' });
    const page = await desk.open(customer.name, { locale: 'zh-CN' });
    await page.goto('/authorization/project');
    await settled(page);
    await button(page.getByRole('row').filter({ hasText: 'The pier' }), '关闭').click();
    await dialog(page).waitFor();
    await poll(() => heading(page)).toBe('关闭 · The pier');
    await poll(() => buttons(page)).toEqual(['取消', '关闭项目']);
    await button(dialog(page), '关闭项目').click();
    await toast(page, '操作成功');
    expect((await customer.call('GET', `/v1/project/${id}`)).status).toBe(8);
  });

  it('names a licence by its project, and keeps its comment when none is given', async () => {
    const order = await customer.approved(3);
    const project = await customer.project({ name: 'The lighthouse' });
    const licence = await customer.licence(project, order, 1, { comment: 'For the keeper' });
    const { code } = await customer.call('GET', `/v1/order/${order}`);
    const page = await desk.open('operations');
    await page.goto(`/authorization/order?id=${order}`);
    await button(dialog(page), 'Withdraw').click();
    await poll(() => depth(page)).toBe(2);
    await poll(() => heading(page)).toBe(`Withdraw · The lighthouse · ${code}`);
    await button(dialog(page), 'Withdraw licence').click();
    await toast(page, 'Operation successful');
    expect(await customer.call('GET', `/v1/assignment/${licence}`)).toMatchObject({
      status: 8,
      comment: 'For the keeper',
    });
  });
});

it('what ends several names what they are, also in Chinese, where its word is that of the cross as well', async () => {
  await customer.project({ name: 'The first' });
  await customer.project({ name: 'The second' });
  for (const [locale, step, act, back, selected] of [
    ['en-US', 'Close', 'Close project', 'Cancel', '2 selected'],
    ['zh-CN', '关闭', '关闭项目', '取消', '已选 2 项'],
  ] as const) {
    const page = await desk.open(customer.name, { locale });
    await page.goto('/authorization/project');
    await settled(page);
    for (const name of ['The first', 'The second'])
      await page.getByRole('row').filter({ hasText: name }).getByRole('checkbox').click();
    await button(page, `${step} (2)`).click();
    await dialog(page).waitFor();
    await poll(() => heading(page)).toBe(`${step} · ${selected}`);
    await poll(() => buttons(page)).toEqual([back, `${act} (2)`]);
  }
});

it('a session is ended by name, and one’s own says what follows', async () => {
  const others = await desk.api(customer.name);
  for (const [locale, end, act, follows, own] of [
    ['en-US', 'Sign out', 'End session', 'Whoever uses it has to sign in again', 'that you are using now'],
    ['zh-CN', '退出', '结束会话', '使用者须重新登录', '您当前正在使用的会话'],
  ] as const) {
    const page = await desk.open(customer.name, { locale });
    await page.goto('/userinfo?active=sessions');
    await settled(page);
    const rows = page.locator('tbody tr');
    const [current] = await rows.filter({ has: page.locator('.choice') }).all();
    const [other] = await rows.filter({ hasNotText: (await current?.textContent()) ?? '' }).all();
    const names = new RegExp(`${customer.name}|${others.welcome.user.nick_name}`);
    for (const [row, says] of [
      [other, follows],
      [current, own],
    ] as const) {
      const since = /\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/.exec((await row?.textContent()) ?? '')?.[0];
      await row?.getByRole('button', { name: end }).click();
      await dialog(page).getByText(says, { exact: false }).waitFor();
      expect(await dialog(page).textContent()).toMatch(names);
      expect(await dialog(page).textContent()).toContain(since);
      await poll(() => buttons(page)).toEqual([locale === 'zh-CN' ? '取消' : 'Cancel', act]);
      await page.keyboard.press('Escape');
      await poll(() => depth(page)).toBe(0);
    }
  }
});

describe('several orders at once', () => {
  it('are confirmed with periods and their units, the end of the allocation computed, and each order named', async () => {
    const ids = [await customer.order(1), await customer.order(2)];
    const codes = await Promise.all(ids.map(async (id) => (await customer.call('GET', `/v1/order/${id}`)).code));
    const page = await desk.open('sales');
    await tick(page, codes);
    const bodies = sent(page, 'POST', orders);
    await button(page, 'Confirm (2)').click();
    for (const code of codes) await dialog(page).getByText(code).waitFor();
    // The same inputs as for confirming a single order.
    const asked = dialog(page).locator('input[name$="_period"]');
    // The script of these inputs loads after the dialog is drawn.
    await asked.nth(1).waitFor();
    expect(await asked.evaluateAll((all) => all.map((one) => one.getAttribute('name')))).toEqual([
      'assign_period',
      'use_period',
    ]);
    await field(page, 'assign_period').fill('1');
    await dialog(page).getByRole('combobox', { name: 'Unit' }).first().click();
    await page.getByRole('option', { name: 'Year' }).click();
    await field(page, 'use_period').fill('2');
    await dialog(page)
      .getByText(/^Allocation ends \d{4}-/)
      .waitFor();
    await dialog(page).getByRole('combobox', { name: 'Unit' }).last().click();
    await page.getByRole('option', { name: 'Month' }).click();
    await button(dialog(page), 'Confirm (2)').click();
    await poll(() => bodies).toEqual([
      { status: 1, use_period: 60, assign_period: 365 },
      { status: 1, use_period: 60, assign_period: 365 },
    ]);
  });

  it('are approved with what is left blank as each of them has it, which is said', async () => {
    const ids = [await customer.order(1, { comment: 'First' }), await customer.order(2, { comment: 'Second' })];
    for (const id of ids) await confirm(customer.staff, id);
    const made = await Promise.all(ids.map((id) => customer.call('GET', `/v1/order/${id}`)));
    const page = await desk.open('operations');
    await tick(
      page,
      made.map(({ code }) => code),
    );
    await page.locator('[role=toolbar] button').filter({ hasText: '(2)' }).first().click();
    await dialog(page)
      .getByText('Leave these blank to keep each record’s own value: Allocation period, Usage period, and Comment.')
      .waitFor();
    expect(await control(page, 'use_period').count()).toBe(1);
    await dialog(page).locator('button[type=submit]').click();
    await page.getByRole('list', { name: 'Results' }).waitFor();
    for (const { id, comment } of made)
      expect(await customer.call('GET', `/v1/order/${id}`)).toMatchObject({
        status: 2,
        use_period: 365,
        assign_period: 180,
        comment,
      });
  });
});

it.each([
  ['en-US', 'Move', 'Cancel'],
  ['zh-CN', '转移', '取消'],
])('a dialog that ends nothing is left as a form is (%s)', async (locale, act, leave) => {
  const page = await desk.open('operations', { locale });
  await page.goto('/authorization/project');
  await settled(page);
  await page
    .getByRole('button', { name: new RegExp(`^${act}: `) })
    .first()
    .click();
  await dialog(page).waitFor();
  await poll(() => buttons(page)).toEqual([leave, act]);
});
