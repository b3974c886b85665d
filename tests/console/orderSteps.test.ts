import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Customer, confirm, makeCustomer } from '../support/customer.ts';
import { type Desk, type Page, startDesk } from './support/desk.ts';
import { below, button, control, depth, dialog, field, pick, poll, sent, toast } from './support/form.ts';

let desk: Desk;
let customer: Customer;
beforeAll(async () => {
  desk = await startDesk();
  customer = await makeCustomer(desk);
});
afterAll(() => desk.close());

const steps = /^\/v1\/order\/\d+$/;
const open = async (account: string, id: number, locale = 'en-US'): Promise<Page> => {
  const page = await desk.open(account, { locale });
  await page.goto(`/authorization/order?id=${id}`);
  await dialog(page).locator('dl').waitFor();
  return page;
};
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** Chooses a unit next to the number of a period. */
async function unit(page: Page, at: number, name: string): Promise<void> {
  await dialog(page).getByRole('combobox', { name: 'Unit' }).nth(at).click();
  await page.getByRole('option', { name }).click();
}

describe('the steps of an order', () => {
  it.each([
    ['en-US', 'Unit', 'months', 'month', ['day', 'month', 'year']],
    ['zh-CN', '单位', '月', '月', ['天', '月', '年']],
  ] as const)('have units that read with their number, in %s', async (locale, label, several, single, units) => {
    const page = await open('sales', await customer.order(1), locale);
    await button(dialog(page), locale === 'en-US' ? 'Confirm' : '确认').click();
    await field(page, 'use_period').fill('12');
    const choose = () => dialog(page).getByRole('combobox', { name: label }).nth(1);
    await choose().click();
    await page.getByRole('option', { name: several }).click();
    await poll(() => choose().textContent()).toBe(several);
    await field(page, 'use_period').fill('1');
    await poll(() => choose().textContent()).toBe(single);
    await choose().click();
    await page.getByRole('option', { name: single }).waitFor();
    await poll(() => page.getByRole('option').allInnerTexts()).toEqual(units);
  });

  it('ask sales for both periods, say when the allocation ends, and send days (R-ODLG-08, R-VALID-09, R-VALID-10, R-UNIT-01)', async () => {
    const page = await open('sales', await customer.order(1));
    const bodies = sent(page, 'POST', steps);
    await button(dialog(page), 'Confirm').click();
    await poll(() => below(page, 'assign_period')).toBe('The current item cannot be empty');
    await poll(() => below(page, 'use_period')).toBe('The current item cannot be empty');
    await field(page, 'assign_period').fill('1');
    await dialog(page)
      .getByText(`Allocation ends ${inDays(1)}`)
      .waitFor();
    await unit(page, 0, 'Year');
    await dialog(page)
      .getByText(`Allocation ends ${inDays(365)}`)
      .waitFor();
    await unit(page, 0, 'Month');
    await dialog(page)
      .getByText(`Allocation ends ${inDays(30)}`)
      .waitFor();
    await button(dialog(page), 'Confirm').click();
    await poll(() => below(page, 'use_period')).toBe('The current item cannot be empty');
    await field(page, 'use_period').fill('2');
    await unit(page, 1, 'Month');
    await field(page, 'assign_period').fill('');
    await button(dialog(page), 'Confirm').click();
    await poll(() => below(page, 'assign_period')).toBe('The current item cannot be empty');
    expect(bodies).toEqual([]);
    await field(page, 'assign_period').fill('1');
    await button(dialog(page), 'Confirm').click();
    await toast(page, 'Operation successful');
    expect(bodies).toEqual([{ status: 1, assign_period: 30, use_period: 60 }]);
  });

  it('begin with the order as it is now, not as the list knew it; operations may leave the periods as they are', async () => {
    const id = await customer.order(1, { comment: 'Keep this' });
    const page = await desk.open('operations');
    await page.goto('/authorization/order');
    const { code } = await customer.call('GET', `/v1/order/${id}`);
    const link = page.getByRole('link', { name: code });
    await link.waitFor();
    await confirm(customer.staff, id);
    const bodies = sent(page, 'POST', steps);
    await link.click();
    await poll(() => field(page, 'use_period').inputValue()).toBe('365');
    await poll(() => control(page, 'use_period').locator('.MuiInputLabel-asterisk').count()).toBe(0);
    await field(page, 'use_period').fill('');
    await field(page, 'assign_period').fill('');
    await button(dialog(page), 'Agree').click();
    await toast(page, 'Operation successful');
    expect(bodies).toEqual([{ status: 2 }]);
    const approved = await customer.call('GET', `/v1/order/${id}`);
    expect(approved).toMatchObject({ status: 2, use_period: 365, assign_period: 180, comment: 'Keep this' });
  });

  it('may reject without periods after the confirmation was refused', async () => {
    const id = await customer.order(1);
    const page = await open('sales', id);
    await button(dialog(page), 'Confirm').click();
    await poll(() => below(page, 'use_period')).toBe('The current item cannot be empty');
    await field(page, 'comment').first().fill('  Too early ');
    const bodies = sent(page, 'POST', steps);
    await button(dialog(page), 'Reject').click();
    await button(dialog(page), 'Reject order').click();
    await toast(page, 'Operation successful');
    expect(bodies).toEqual([{ status: 9, comment: 'Too early' }]);
  });

  it('ask before what was entered is lost', async () => {
    const page = await open('sales', await customer.order(1));
    await field(page, 'comment').first().fill('Half a thought');
    await button(dialog(page), 'Close').click();
    await poll(() => depth(page)).toBe(2);
  });
});

describe('what belongs to an order', () => {
  it('says that it could not be loaded, and tries again', async () => {
    const id = await customer.approved(2);
    const page = await desk.open('operations');
    const parts = [/\/v1\/assignment\/list/, /\/v1\/order_project\/list/, /\/v1\/timeline\/order/];
    for (const part of parts) await page.route(part, (route) => route.fulfill({ status: 500, json: {} }));
    await page.goto(`/authorization/order?id=${id}`);
    await dialog(page).locator('dl').waitFor();
    await poll(() => dialog(page).getByText('The data could not be loaded.').count()).toBe(3);
    for (const part of parts) await page.unroute(part);
    for (let left = 3; left > 0; left -= 1) {
      await button(dialog(page), 'Try again').first().click();
      await poll(() => dialog(page).getByText('The data could not be loaded.').count()).toBe(left - 1);
    }
    await dialog(page).getByText('Nothing allocated yet').waitFor();
  });

  it.each(['superadmin', 'operations'] as const)('%s withdraws a licence from its row', async (account) => {
    const order = await customer.approved(3);
    const licence = await customer.licence(await customer.project(), order, 2);
    const page = await open(account, order);
    const history = dialog(page).getByRole('region', { name: 'Allocation history' });
    await button(history, 'Withdraw').click();
    await poll(() => depth(page)).toBe(2);
    await button(dialog(page), 'Withdraw licence').click();
    await toast(page, 'Operation successful');
    await poll(() => depth(page)).toBe(1);
    expect((await customer.call('GET', `/v1/assignment/${licence}`)).status).toBe(8);
    await poll(() => button(history, 'Withdraw').count()).toBe(0);
  });

  it('is tied to projects of its product, page by page, and untied (B39)', async () => {
    const order = await customer.approved(2);
    for (let one = 0; one < 21; one += 1)
      await customer.call('POST', '/v1/order_project', { order_id: order, project_id: await customer.project() });
    await customer.project({ name: 'The last harbour' });
    const page = await open(customer.name, order);
    const ties = () => dialog(page).locator('.MuiChip-root').count();
    await poll(ties).toBe(20);
    await button(dialog(page), 'Tie to a project').click();
    await pick(page, 'project_id', 'The last harbour');
    await button(dialog(page), 'Tie to a project').click();
    await toast(page, 'Operation successful');
    await dialog(page).getByText('The last harbour').waitFor();
    await button(dialog(page), 'Page 2').click();
    await poll(ties).toBe(2);
    for (const left of [1, 20]) {
      await dialog(page).locator('.MuiChip-deleteIcon').first().click();
      await button(dialog(page), 'Untie project').click();
      await poll(ties).toBe(left);
    }
  });

  it('is untied after a question that says what follows, and tied again by Undo', async () => {
    const order = await customer.approved(2);
    const project_id = await customer.project({ name: 'The mole' });
    await customer.call('POST', '/v1/order_project', { order_id: order, project_id });
    await customer.call('POST', '/v1/order_project', { order_id: order, project_id: await customer.project() });
    for (const [locale, title, says, back, yes, done, undo, again, last] of [
      [
        'en-US',
        'Untie The mole',
        'This order can no longer be allocated to “The mole”.',
        'Cancel',
        'Untie project',
        '“The mole” is untied',
        'Undo',
        '“The mole” is tied again',
        'This is the last project',
      ],
      [
        'zh-CN',
        '取消关联 The mole',
        '此后该订单不能再分配给“The mole”',
        '返回',
        '取消关联项目',
        '已取消与“The mole”的关联',
        '撤销',
        '已恢复与“The mole”的关联',
        '这是最后一个关联项目',
      ],
    ] as const) {
      const page = await open(customer.name, order, locale);
      const chip = dialog(page).locator('.MuiChip-deletable').filter({ hasText: 'The mole' });
      const deleted = page.waitForRequest((call) => call.method() === 'DELETE');
      // The keyboard opens the same question.
      await chip.press('Delete');
      await dialog(page).getByRole('heading', { name: title }).waitFor();
      await dialog(page).getByText(says, { exact: false }).waitFor();
      await button(dialog(page), back).click();
      await poll(() => depth(page)).toBe(1);
      await chip.locator('.MuiChip-deleteIcon').click();
      await button(dialog(page), yes).click();
      await deleted;
      await page.getByText(done).waitFor();
      await poll(() => chip.count()).toBe(0);
      await dialog(page).locator('.MuiChip-deletable .MuiChip-deleteIcon').click();
      await dialog(page).getByText(last, { exact: false }).waitFor();
      await button(dialog(page), back).click();
      await poll(() => depth(page)).toBe(1);
      await button(page, undo).click();
      await page.getByText(again).waitFor();
      await chip.waitFor();
    }
  });
});
